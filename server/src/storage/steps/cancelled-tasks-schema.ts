/** An index of cancelled tasks only, which are few: their value limits further cancellations. */
export function cancelledTasksSchema(): string {
  return "create index tasks_cancelled on calls (account_id, hour_start, key_id, uncollected) where error_code = 'task_cancelled' and uncollected > 0;";
}
