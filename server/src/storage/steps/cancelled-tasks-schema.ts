/** The worth of cancelled tasks limits further cancellations: only these few rows. */
export function cancelledTasksSchema(): string {
  return "create index tasks_cancelled on calls (account_id, hour_start, key_id, uncollected) where error_code = 'task_cancelled' and uncollected > 0;";
}
