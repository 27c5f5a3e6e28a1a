import type { Locale } from '../enumerations.ts';
import type { PayoutState } from './payments.ts';
import { noticeKind, type NoticeFormat, type NoticeWords } from '../notices/notice-kind.ts';

/** What does not concern an event is empty; `requested`: what was asked for, where less is returned. */
const params = ['event', 'cause', 'amount', 'requested', 'reason'] as const;
type Params = Readonly<Record<(typeof params)[number], string>>;
type Say = (params: Params, format: NoticeFormat) => readonly [title: string, detail: string];

/** The words of whoever decided, as a part of a sentence. */
function plain(reason: string): string {
  return reason.replace(/[。.]$/u, '');
}

const zh: Readonly<Record<PayoutState, Say>> = {
  requested: ({ amount }, { money }) => [
    `退款申请已提交：${money(amount)}`,
    '审核通过前，这笔钱仍在余额里，可以继续使用，也可以撤回申请。',
  ],
  approved: ({ cause, amount, requested, reason }, { money }) => [
    cause === 'refund' ? `一笔付款正在退回：${money(amount)}` : `退款申请已通过：${money(amount)}`,
    [
      cause === 'refund' ? `原因：${plain(reason)}。` : '这笔钱已从余额扣除，会原路退回，退不了的转到银行账户。',
      requested === '' ? '' : `申请的是 ${money(requested)}，其余部分在此期间已被使用。`,
    ].join(''),
  ],
  sent: ({ amount }, { money }) => [`退款已汇出：${money(amount)}`, '到账时间取决于支付渠道和银行，一般为 1 到 5 个工作日。'],
  confirmed: ({ amount }, { money }) => [`退款已完成：${money(amount)}`, '没有收到的话，带上退款编号联系我们。'],
  rejected: ({ amount, reason }, { money }) => [
    `退款申请被退回：${money(amount)}`,
    `原因：${plain(reason)}。余额没有变，解决后可以重新申请。`,
  ],
  withdrawn: ({ amount }, { money }) => [`退款申请已撤回：${money(amount)}`, '余额没有变。'],
  failed: ({ amount, reason }, { money }) => [
    `退款没有成功，${money(amount)} 已回到余额`,
    `原因：${plain(reason)}。可以改用别的收款账户重新申请。`,
  ],
};

const en: Readonly<Record<PayoutState, Say>> = {
  requested: ({ amount }, { money }) => [
    `Return of ${money(amount)} requested`,
    'Until it is approved the money stays in the balance and can be used, and the request can be withdrawn.',
  ],
  approved: ({ cause, amount, requested, reason }, { money }) => [
    cause === 'refund' ? `A payment is going back: ${money(amount)}` : `Return of ${money(amount)} approved`,
    [
      cause === 'refund'
        ? `The reason: ${plain(reason)}.`
        : 'The money has left the balance. It goes back the way it came, and to your bank account where it cannot.',
      requested === '' ? '' : ` You asked for ${money(requested)}; the rest was used meanwhile.`,
    ].join(''),
  ],
  sent: ({ amount }, { money }) => [
    `${money(amount)} is on its way back`,
    'When it arrives depends on the payment service and the bank; mostly within 1 to 5 working days.',
  ],
  confirmed: ({ amount }, { money }) => [
    `${money(amount)} was returned`,
    'If it has not arrived, write to us with the number of this return.',
  ],
  rejected: ({ amount, reason }, { money }) => [
    `Return of ${money(amount)} rejected`,
    `The reason: ${plain(reason)}. The balance is as it was; once this is settled you can ask again.`,
  ],
  withdrawn: ({ amount }, { money }) => [`Return of ${money(amount)} withdrawn`, 'The balance is as it was.'],
  failed: ({ amount, reason }, { money }) => [
    `${money(amount)} could not be returned and is back in the balance`,
    `The reason: ${plain(reason)}. You can ask again with another bank account.`,
  ],
};

const says = { zh, en };

function words(locale: Locale): (params: Params, format: NoticeFormat) => NoticeWords {
  return (given, format) => {
    // A later version may know events that this one does not.
    const say = (says[locale] as Readonly<Record<string, Say>>)[given.event] ?? says[locale].requested;
    const [title, detail] = say(given, format);
    return { title, detail, action: locale === 'zh' ? '查看退款' : 'See the return' };
  };
}

const both = { zh: words('zh'), en: words('en') };

/** About money that leaves an account again. */
export const payoutNotices = {
  payout_progress: noticeKind({ params, level: 'info', mail: 'payers', words: both }),
  /** Rejected, or not paid: something is to be done, or done again. */
  payout_setback: noticeKind({ params, level: 'warning', mail: 'payers', words: both }),
} as const;
