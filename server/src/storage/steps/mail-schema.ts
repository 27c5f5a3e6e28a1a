import type { MailState } from '../../domain/people/mail-delivery.ts';
import type { BytesOrNull, TextOrNull, Whole, WholeOrNull, WholeWithDefault } from '../column-types.ts';
import type { SchemaDialect } from '../schema-dialect.ts';

/** Outgoing mails, and their additions to in-site messages. */
export function mailSchema({ text, bytes, whole, strict }: SchemaDialect): string {
  return `
create table mail_outbox (
  id ${text} primary key,
  -- What caused it. Of the same source one person is told once.
  source ${text} not null, recipient ${text} not null, locale ${text} not null, template ${text} not null,
  -- Sealed, because it may hold a one-time link; gone once the mail is out.
  params ${bytes},
  state ${text} not null check (state in ('waiting', 'sent', 'bounced', 'dead', 'unsent')),
  -- That ended.
  attempts ${whole} not null default 0,
  next_at ${whole}, last_error ${text}, created_at ${whole} not null, sent_at ${whole},
  unique (source, recipient)
)${strict};
create index mail_outbox_by_state on mail_outbox (state, id);
create index mail_outbox_by_recipient on mail_outbox (recipient, id);
create index mail_outbox_by_time on mail_outbox (created_at);

-- What the console says it by, in the language of whoever reads.
alter table notices add column params ${text};
alter table notices add column mail_due ${whole} not null default 0;
create index notices_mail_due on notices (id) where mail_due = 1;
create index notices_unread on notices (account_id, id) where read_at is null;
`;
}

export interface MailOutboxTable {
  id: string;
  source: string;
  recipient: string;
  locale: string;
  template: string;
  params: BytesOrNull;
  state: MailState;
  attempts: WholeWithDefault;
  next_at: WholeOrNull;
  last_error: TextOrNull;
  created_at: Whole;
  sent_at: WholeOrNull;
}
