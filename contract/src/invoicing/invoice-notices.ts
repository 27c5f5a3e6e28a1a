import type { Locale } from '../enumerations.ts';
import type { InvoiceEvent, InvoiceType, VerificationEvent } from './invoicing.ts';
import { noticeKind, type NoticeFormat, type NoticeWords } from '../notices/notice-kind.ts';

/** Parameters that do not apply to an event are empty. `due` is the date by which the next step is expected. */
const invoiceParams = ['event', 'type', 'amount', 'title', 'due', 'reason', 'number', 'courier', 'tracking'] as const;
type Params = Readonly<Record<(typeof invoiceParams)[number], string>>;
type Say = (params: Params, format: NoticeFormat) => readonly [title: string, detail: string];

const types: Readonly<Record<Locale, Readonly<Record<InvoiceType, string>>>> = {
  zh: { electronic_ordinary: '电子普通发票', paper_special: '纸质专用发票', electronic_special: '电子专用发票' },
  en: {
    electronic_ordinary: 'electronic ordinary invoice',
    paper_special: 'paper special invoice',
    electronic_special: 'electronic special invoice',
  },
};

const zh: Readonly<Record<InvoiceEvent, Say>> = {
  submitted: ({ amount, due }, { money }) => [`发票申请已提交：${money(amount)}`, `最晚 ${due} 完成审核。审核通过前可以撤回。`],
  under_review: ({ amount, due }, { money }) => [`发票申请审核中：${money(amount)}`, `最晚 ${due} 有结果。`],
  approved: ({ amount, due }, { money }) => [`发票申请审核通过：${money(amount)}`, `最晚 ${due} 开具。`],
  rejected: ({ amount, reason }, { money }) => [`发票申请被退回：${money(amount)}`, `原因：${reason}。请修改后重新提交申请。`],
  issued: ({ amount, number, courier, tracking }, { money, name }) => [
    `发票已开具：${money(amount)}`,
    tracking === ''
      ? `发票号码 ${number}。文件已发到登记邮箱，也可以在这里下载。`
      : `发票号码 ${number}，已由 ${name(courier)} 寄出，快递单号 ${name(tracking)}。`,
  ],
  withdrawn: ({ amount }, { money }) => [`发票申请已撤回：${money(amount)}`, '这笔金额可以重新申请。'],
  reversal_requested: ({ amount }, { money }) => [
    `发票红冲申请已提交：${money(amount)}`,
    '红冲完成之前，这张发票仍然有效，金额不能重新开票。',
  ],
  reversal_confirming: ({ amount }, { money }) => [
    `红冲等待确认：${money(amount)}`,
    '红字确认单已开具。如 72 小时内未完成红冲，确认单作废，发票保持有效。',
  ],
  reversal_refused: ({ amount, reason }, { money }) => [`发票红冲未通过：${money(amount)}`, `原因：${reason}。发票保持有效。`],
  reversal_void: ({ amount }, { money }) => [
    `红字确认单已作废：${money(amount)}`,
    '72 小时内未完成红冲，发票保持有效。如有需要，可以重新申请红冲。',
  ],
  reversed: ({ amount, number }, { money, name }) => [
    `发票已红冲：${money(amount)}`,
    `红字发票号码 ${name(number)}。这笔金额可以重新申请开票。`,
  ],
};

const en: Readonly<Record<InvoiceEvent, Say>> = {
  submitted: ({ amount, due }, { money }) => [
    `Invoice request of ${money(amount)} submitted`,
    `The review completes by ${due} at the latest. You can withdraw the request until it is approved.`,
  ],
  under_review: ({ amount, due }, { money }) => [
    `Invoice request of ${money(amount)} under review`,
    `You receive the result by ${due} at the latest.`,
  ],
  approved: ({ amount, due }, { money }) => [
    `Invoice request of ${money(amount)} approved`,
    `The invoice is issued by ${due} at the latest.`,
  ],
  rejected: ({ amount, reason }, { money }) => [
    `Invoice request of ${money(amount)} rejected`,
    `Reason: ${reason}. Correct the request and submit it again.`,
  ],
  issued: ({ amount, number, courier, tracking }, { money, name }) => [
    `Invoice of ${money(amount)} issued`,
    tracking === ''
      ? `Invoice number: ${number}. The files were sent to the registered address, and you can download them here.`
      : `Invoice number: ${number}. It was sent with ${name(courier)}, tracking number ${name(tracking)}.`,
  ],
  withdrawn: ({ amount }, { money }) => [
    `Invoice request of ${money(amount)} withdrawn`,
    'You can request an invoice for this amount again.',
  ],
  reversal_requested: ({ amount }, { money }) => [
    `Reversal of the invoice of ${money(amount)} requested`,
    'Until it is reversed, the invoice stays valid and you cannot invoice its amount again.',
  ],
  reversal_confirming: ({ amount }, { money }) => [
    `Reversal of the invoice of ${money(amount)} awaiting confirmation`,
    'The confirmation slip is issued. If the reversal is not completed within 72 hours, the slip expires and the invoice stays valid.',
  ],
  reversal_refused: ({ amount, reason }, { money }) => [
    `Reversal of the invoice of ${money(amount)} refused`,
    `Reason: ${reason}. The invoice stays valid.`,
  ],
  reversal_void: ({ amount }, { money }) => [
    `Confirmation slip for the invoice of ${money(amount)} expired`,
    'The reversal was not completed within 72 hours, so the invoice stays valid. You can request a reversal again.',
  ],
  reversed: ({ amount, number }, { money, name }) => [
    `Invoice of ${money(amount)} reversed`,
    `Red-letter invoice number: ${name(number)}. You can request an invoice for this amount again.`,
  ],
};

const frames = {
  zh: { says: zh, about: (type: string, title: string) => `${type}，抬头“${title}”。`, action: '查看发票', gap: '' },
  en: {
    says: en,
    about: (type: string, title: string) => `An ${type} for ${title}.`.replace('An paper', 'A paper'),
    action: 'View invoice',
    gap: ' ',
  },
} as const;

/** The text written by the operator, formatted as part of a sentence. */
function plainReason({ reason }: { readonly reason: string }): string {
  return reason.replace(/[。.]$/u, '');
}

function invoiceWords(locale: Locale): (params: Params, format: NoticeFormat) => NoticeWords {
  const { says, about, action, gap } = frames[locale];
  return (params, format) => {
    // A later version can write events and types that this version does not know.
    const say = (says as Readonly<Record<string, Say>>)[params.event] ?? says.under_review;
    const type = (types[locale] as Readonly<Record<string, string>>)[params.type] ?? params.type;
    const [title, detail] = say({ ...params, reason: plainReason(params) }, format);
    return { title, detail: `${detail}${gap}${about(type, format.name(params.title))}`, action };
  };
}

const words = { zh: invoiceWords('zh'), en: invoiceWords('en') };

const verificationParams = ['event', 'name', 'due', 'reason'] as const;
type VerificationParams = Readonly<Record<(typeof verificationParams)[number], string>>;
type SayVerification = (params: VerificationParams, format: NoticeFormat) => readonly [title: string, detail: string];

const verificationSays: Readonly<Record<Locale, Readonly<Record<VerificationEvent, SayVerification>>>> = {
  zh: {
    submitted: ({ name, due }) => ['企业认证已提交', `${name} 的营业执照已收到，最晚 ${due} 有结果。`],
    approved: ({ name }) => ['企业认证已通过', `账号已认证为 ${name}，现在可以申请企业发票。`],
    rejected: ({ name, reason }) => ['企业认证未通过', `${name} 的认证未通过，原因：${reason}。请修改后重新提交。`],
  },
  en: {
    submitted: ({ name, due }) => [
      'Business licence submitted',
      `We received the business licence of ${name}. You receive the result by ${due} at the latest.`,
    ],
    approved: ({ name }) => [
      'Enterprise verified',
      `The account is verified as ${name}. You can now request invoices for the company.`,
    ],
    rejected: ({ name, reason }) => [
      'Verification rejected',
      `The verification of ${name} was rejected. Reason: ${reason}. Correct it and submit it again.`,
    ],
  },
};

function verificationWords(locale: Locale): (params: VerificationParams, format: NoticeFormat) => NoticeWords {
  return (params, format) => {
    const says = verificationSays[locale];
    const say = (says as Readonly<Record<string, SayVerification>>)[params.event] ?? says.submitted;
    const [title, detail] = say({ ...params, name: format.name(params.name), reason: plainReason(params) }, format);
    return { title, detail, action: locale === 'zh' ? '查看认证' : 'View verification' };
  };
}

const verification = { zh: verificationWords('zh'), en: verificationWords('en') };

/** Notices about invoices and about the verification of enterprises. */
export const invoiceNotices = {
  invoice_progress: noticeKind({ params: invoiceParams, level: 'info', mail: 'payers', words }),
  /** Rejected, or not reversed: the account must act or submit again. */
  invoice_setback: noticeKind({ params: invoiceParams, level: 'warning', mail: 'payers', words }),
  verification_progress: noticeKind({ params: verificationParams, level: 'info', mail: 'payers', words: verification }),
  verification_rejected: noticeKind({ params: verificationParams, level: 'warning', mail: 'payers', words: verification }),
} as const;
