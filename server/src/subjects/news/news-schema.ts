import type { AnnouncementKind } from '@tollgate/contract/enumerations';
import type { TextOrNull, Whole, WholeOrNull } from '../../storage/column-types.ts';
import type { SchemaDialect } from '../../storage/schema-dialect.ts';

/** Announcements and unsubscribed addresses. */
export function newsSchema({ text, whole, strict, keyed }: SchemaDialect): string {
  return `
create table announcements (
  id ${text} primary key,
  kind ${text} not null check (kind in ('news', 'price', 'maintenance')),
  title_zh ${text} not null, title_en ${text} not null, text_zh ${text} not null, text_en ${text} not null,
  is_pinned ${whole} not null,
  publish_at ${whole} not null,
  -- Null: it stands.
  withdrawn_at ${whole},
  -- Of maintenance: calls are refused in it. Ended: an operator ended it before its time.
  window_from ${whole}, window_until ${whole}, window_ended_at ${whole},
  -- Whether it is mailed. Through: the last account whose people have their mails. Mailed at: all have.
  is_mailed ${whole} not null, mailed_through ${text}, mailed_at ${whole},
  created_at ${whole} not null, updated_at ${whole} not null,
  check ((kind = 'maintenance') = (window_from is not null))
)${strict};
create index announcements_by_time on announcements (created_at, id);
create index announcements_by_publication on announcements (publish_at);
create index announcements_by_window on announcements (window_until) where window_until is not null;
create index announcements_to_mail on announcements (publish_at) where is_mailed = 1 and mailed_at is null;
-- Marks of addresses, which tell equal ones and nothing else.
create table news_refusals (mailbox ${text} primary key, refused_at ${whole} not null)${keyed};
`;
}

/** Final mail counts of announcements, because the mails themselves are not kept for long. Also idempotency marks of operator requests. */
export function newsMailsSchema({ text, bytes, whole, keyed }: SchemaDialect): string {
  return `
alter table announcements add column mails_sent ${whole};
alter table announcements add column mails_failed ${whole};
-- Requests of operators that must be carried out once, as those of accounts are.
create table operator_once_marks (
  name ${text} primary key, content_hash ${bytes} not null,
  status ${whole} not null, answer ${text} not null, created_at ${whole} not null
)${keyed};
`;
}

export interface AnnouncementsTable {
  id: string;
  kind: AnnouncementKind;
  title_zh: string;
  title_en: string;
  text_zh: string;
  text_en: string;
  is_pinned: Whole;
  publish_at: Whole;
  withdrawn_at: WholeOrNull;
  window_from: WholeOrNull;
  window_until: WholeOrNull;
  window_ended_at: WholeOrNull;
  is_mailed: Whole;
  mailed_through: TextOrNull;
  mailed_at: WholeOrNull;
  mails_sent: WholeOrNull;
  mails_failed: WholeOrNull;
  created_at: Whole;
  updated_at: Whole;
}

interface NewsRefusalsTable {
  mailbox: string;
  refused_at: Whole;
}

declare module '../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    announcements: AnnouncementsTable;
    news_refusals: NewsRefusalsTable;
  }
}
