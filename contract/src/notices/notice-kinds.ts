import type { Locale } from '../enumerations.ts';
import { accountNotices } from '../people/account-notices.ts';
import { autoTopUpNotices } from '../payments/auto-top-up-notices.ts';
import { lifeNotices } from '../account-life/life-notices.ts';
import { moneyNotices } from '../ledger/budget-notices.ts';
import { requestNotices } from '../requests/request-notices.ts';
import { invoiceNotices } from '../invoicing/invoice-notices.ts';
import { operatorNotices } from './operator-notices.ts';
import { payoutNotices } from '../payments/payout-notices.ts';
import type { NoticeFormat, NoticeKind, NoticeWords } from './notice-kind.ts';

/**
 * All kinds of messages to an account, except those about caps and broken connections. To add one, declare it in a file of its subject,
 * with texts in both languages. The console, mails and the API read it from here.
 */
export const noticeKinds = {
  ...accountNotices,
  ...moneyNotices,
  ...autoTopUpNotices,
  ...requestNotices,
  ...invoiceNotices,
  ...payoutNotices,
  ...lifeNotices,
  ...operatorNotices,
} as const;

export type NoticeKindName = keyof typeof noticeKinds;
export type NoticeParams<Name extends NoticeKindName> =
  (typeof noticeKinds)[Name] extends NoticeKind<infer Param> ? Readonly<Record<Param, string>> : never;

/** Returns `null` for kinds that this version does not know. */
export function noticeKindOf(name: string): NoticeKind | null {
  return Object.hasOwn(noticeKinds, name)
    ? ((noticeKinds as unknown as Readonly<Record<string, NoticeKind>>)[name] ?? null)
    : null;
}

/** The text of a message; `null` if this version does not know the kind or a parameter is missing. */
export function noticeWords(
  { kind, params }: { readonly kind: string; readonly params: Readonly<Record<string, string>> },
  locale: Locale,
  format: NoticeFormat,
): NoticeWords | null {
  const known = noticeKindOf(kind);
  if (known === null || known.params.some((name) => params[name] === undefined)) return null;
  return known.words[locale](params, format);
}
