import type { Bytes, TextOrNull, Whole, WholeOrNull, WholeWithDefault } from '../../storage/column-types.ts';
import type { SchemaDialect } from '../../storage/schema-dialect.ts';

/** Notification settings of accounts, and their webhooks. */
export function alertsSchema({ text, bytes, whole, strict, keyed }: SchemaDialect): string {
  return `
create table alert_settings (
  account_id ${text} primary key,
  -- Below which the balance is low. Null: nobody is told.
  low_balance ${whole},
  -- Whether people are mailed when a cap is used up.
  cap_mail ${whole} not null default 1,
  updated_at ${whole} not null
)${keyed};
create table webhooks (
  id ${text} primary key, account_id ${text} not null references accounts (id),
  -- An address may hold what lets anybody write there.
  sealed_url ${bytes} not null, host ${text} not null, sealed_secret ${bytes} not null,
  events ${text} not null, enabled ${whole} not null default 1,
  -- Since when nothing has arrived; null: the last one did.
  failing_since ${whole},
  created_at ${whole} not null
)${strict};
create index webhooks_by_account on webhooks (account_id, created_at);
create table webhook_deliveries (
  id ${text} primary key, webhook_id ${text} not null references webhooks (id) on delete cascade,
  account_id ${text} not null,
  -- Null: somebody tries it out.
  notice_id ${whole}, event ${text} not null, body ${text} not null,
  state ${text} not null check (state in ('waiting', 'sent', 'failed')),
  attempts ${whole} not null default 0, last_error ${text}, created_at ${whole} not null, tried_at ${whole},
  unique (webhook_id, notice_id)
)${strict};
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_tried on webhook_deliveries (account_id, tried_at);
create index webhook_deliveries_by_time on webhook_deliveries (created_at);
-- Messages that webhooks have not been told of. Older programs write them, too, so it is so unless it is said otherwise.
alter table notices add column hook_due ${whole} not null default 1;
update notices set hook_due = 0;
create index notices_hook_due on notices (id) where hook_due = 1;
`;
}

declare module '../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    alert_settings: {
      account_id: string;
      low_balance: WholeOrNull;
      cap_mail: WholeWithDefault;
      updated_at: Whole;
    };
    webhooks: {
      id: string;
      account_id: string;
      sealed_url: Bytes;
      host: string;
      sealed_secret: Bytes;
      events: string;
      enabled: WholeWithDefault;
      failing_since: WholeOrNull;
      created_at: Whole;
    };
    webhook_deliveries: {
      id: string;
      webhook_id: string;
      account_id: string;
      notice_id: WholeOrNull;
      event: string;
      body: string;
      state: 'waiting' | 'sent' | 'failed';
      attempts: WholeWithDefault;
      last_error: TextOrNull;
      created_at: Whole;
      tried_at: WholeOrNull;
      status: WholeOrNull;
    };
  }
}
