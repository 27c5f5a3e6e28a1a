import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** The common cap of a sub-account's keys, and the index for their spending. */
export function subAccountCapsSchema({ whole }: SchemaDialect): string {
  return `
alter table sub_accounts add column daily_cap ${whole};
alter table sub_accounts add column monthly_cap ${whole};
alter table sub_accounts add column cap_arming ${whole} not null default 0;
create index usage_hours_by_sub_account_day on usage_hours (sub_account_id, day) where sub_account_id <> '';
`;
}
