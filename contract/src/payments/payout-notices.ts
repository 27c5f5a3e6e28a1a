import type { Locale } from '../enumerations.ts';
import type { PayoutState } from './payments.ts';
import { noticeKind, type NoticeFormat, type NoticeWords } from '../notices/notice-kind.ts';

/** Parameters that do not apply to an event are empty. `requested`: the requested amount, if less is paid out. */
const params = ['event', 'cause', 'amount', 'requested', 'reason'] as const;
type Params = Readonly<Record<(typeof params)[number], string>>;
type Say = (params: Params, format: NoticeFormat) => readonly [title: string, detail: string];

/** The reason of the decision, formatted as part of a sentence. */
function plain(reason: string): string {
  return reason.replace(/[。.]$/u, '');
}

const zh: Readonly<Record<PayoutState, Say>> = {
  requested: ({ amount }, { money }) => [
    `退款申请已提交：${money(amount)}`,
    '审核通过前，款项仍在余额中，可以继续使用，也可以撤回申请。',
  ],
  approved: ({ cause, amount, requested, reason }, { money }) => [
    cause === 'refund' ? `一笔付款正在退回：${money(amount)}` : `退款申请已通过：${money(amount)}`,
    [
      cause === 'refund' ? `原因：${plain(reason)}。` : '款项已从余额扣除，将原路退回；无法原路退回的部分转到你的银行账号。',
      requested === '' ? '' : `申请金额为 ${money(requested)}，其余部分已在此期间使用。`,
    ].join(''),
  ],
  sent: ({ amount }, { money }) => [`退款已汇出：${money(amount)}`, '到账时间取决于支付平台和银行，一般为 1 到 5 个工作日。'],
  confirmed: ({ amount }, { money }) => [`退款已完成：${money(amount)}`, '如未收到，请联系运营方，并提供退款编号。'],
  rejected: ({ amount, reason }, { money }) => [
    `退款申请被退回：${money(amount)}`,
    `原因：${plain(reason)}。余额不变，问题解决后可以重新申请。`,
  ],
  withdrawn: ({ amount }, { money }) => [`退款申请已撤回：${money(amount)}`, '余额不变。'],
  failed: ({ amount, reason }, { money }) => [
    `退款失败，${money(amount)} 已退回余额`,
    `原因：${plain(reason)}。可以更换收款账号重新申请。`,
  ],
};

const en: Readonly<Record<PayoutState, Say>> = {
  requested: ({ amount }, { money }) => [
    `Refund of ${money(amount)} requested`,
    'Until it is approved, the money stays in the balance, and you can use it or withdraw the request.',
  ],
  approved: ({ cause, amount, requested, reason }, { money }) => [
    cause === 'refund' ? `A payment is being refunded: ${money(amount)}` : `Refund of ${money(amount)} approved`,
    [
      cause === 'refund'
        ? `Reason: ${plain(reason)}.`
        : 'The amount was deducted from the balance. It goes to the original payment method, or to your bank account where that is not possible.',
      requested === '' ? '' : ` You requested ${money(requested)}; the rest was used in the meantime.`,
    ].join(''),
  ],
  sent: ({ amount }, { money }) => [
    `Refund of ${money(amount)} sent`,
    'It usually arrives within 1 to 5 working days, depending on the payment service and the bank.',
  ],
  confirmed: ({ amount }, { money }) => [
    `Refund of ${money(amount)} completed`,
    'If it has not arrived, contact the operator of this service with the number of this refund.',
  ],
  rejected: ({ amount, reason }, { money }) => [
    `Refund of ${money(amount)} rejected`,
    `Reason: ${plain(reason)}. The balance is unchanged; you can request a refund again once this is resolved.`,
  ],
  withdrawn: ({ amount }, { money }) => [`Refund of ${money(amount)} withdrawn`, 'The balance is unchanged.'],
  failed: ({ amount, reason }, { money }) => [
    `Refund failed; ${money(amount)} is back in the balance`,
    `Reason: ${plain(reason)}. You can request it again with another bank account.`,
  ],
};

const says = { zh, en };

function words(locale: Locale): (params: Params, format: NoticeFormat) => NoticeWords {
  return (given, format) => {
    // A later version can write events that this version does not know.
    const say = (says[locale] as Readonly<Record<string, Say>>)[given.event] ?? says[locale].requested;
    const [title, detail] = say(given, format);
    return { title, detail, action: locale === 'zh' ? '查看退款' : 'View refund' };
  };
}

const both = { zh: words('zh'), en: words('en') };

/** Notices about payouts. */
export const payoutNotices = {
  payout_progress: noticeKind({ params, level: 'info', mail: 'payers', words: both }),
  /** Rejected, or not paid: the account must act or submit again. */
  payout_setback: noticeKind({ params, level: 'warning', mail: 'payers', words: both }),
} as const;
