import { sentenceAmount } from '@tollgate/contract/money';
import { noticeKinds, noticeWords, type NoticeKindName, type NoticeParams } from '@tollgate/contract/notices/notice-kinds';
import type { NoticeFormat } from '@tollgate/contract/notices/notice-kind';

interface NoticeOf<Kind extends NoticeKindName> {
  readonly accountId: string;
  readonly kind: Kind;
  /** Cause of the message, such as `invoice:<id>:issued`. There is at most one message per account, kind and source. */
  readonly source: string;
  readonly params: NoticeParams<Kind>;
  /** Console page about the message, such as `/invoices/<id>`. */
  readonly link: string;
  readonly atMs: number;
  /** `false`: no mail is sent, although the kind has one. */
  readonly mailed?: boolean | undefined;
}

/** A message to an account. Put it into the unit of work that causes it, by `noticeStatement` of the storage. */
export type AccountNotice = { [Kind in NoticeKindName]: NoticeOf<Kind> }[NoticeKindName];

const plain: NoticeFormat = { money: (amount) => `${sentenceAmount(amount)} CNY`, moment: (iso) => iso, name: (text) => text };

/** English text of a notice, for readers that do not know its kind. */
export function accountNoticeText({ kind, params }: AccountNotice): string {
  const words = noticeWords({ kind, params }, 'en', plain);
  if (words === null) throw new TypeError(`a message of kind ${kind} lacks params`);
  return `${words.title}. ${words.detail}`;
}

export function isAccountNoticeMailed({ kind, mailed = true }: AccountNotice): boolean {
  return mailed && noticeKinds[kind].mail !== 'nobody';
}
