/** Indexes for finding rows that are deleted by age. */
export function agedRowsSchema(): string {
  return `
create index notices_by_time on notices (created_at);
create index once_marks_by_time on once_marks (created_at);
create index operator_once_marks_by_time on operator_once_marks (created_at);
create index invitations_by_end on invitations (expires_at);
`;
}
