/** What cancelled tasks were worth bounds who cancels: only the rows in question, which are few. */
export function cancelledTasksSchema(): string {
  return "create index tasks_cancelled on calls (account_id, hour_start, key_id, uncollected) where error_code = 'task_cancelled' and uncollected > 0;";
}
