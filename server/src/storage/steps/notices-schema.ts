import type { SchemaDialect } from '../schema-dialect.ts';

/** Whether mails of a message are still to be created. Programs that know only caps query for 1, and leave the others to newer ones. */
export const mailDue = { none: 0, ofCap: 1, ofAccount: 2 } as const;

/** Messages of any kind to an account, with the console pages they link to. */
export function accountNoticesSchema({ text }: SchemaDialect): string {
  return `
alter table notices add column link ${text};
create index notices_account_mail_due on notices (id) where mail_due = 2;
`;
}
