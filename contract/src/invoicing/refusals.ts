import type { Refusals } from '../refusals/refusal-words.ts';
import { invoiceMoveRefusals } from './invoice-move-refusals.ts';

/** Refusals about titles, verifications and requests for invoices. */
export const invoicingRefusals = {
  ...invoiceMoveRefusals,
  invoices_this_month: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} invoice requests in 30 days. Request one invoice for a larger amount.',
    zh: '一个账号 30 天内最多申请 {max} 张发票。请合并成一张金额更大的发票。',
  },
  invoice_titles_full: {
    code: 'conflict',
    en: 'An account can have at most {max} invoice titles. Delete one that you no longer need.',
    zh: '一个账号最多保存 {max} 个发票抬头。请先删除不用的抬头。',
  },
  invoice_amount_exceeded: {
    code: 'conflict',
    en: 'At most {amount} CNY can be invoiced now: paid money that calls have used in closed hours, less what is invoiced or requested.',
    zh: '现在最多可开票 {amount} 元：已结清的充值消费，减去已开票和申请中的。',
  },
  too_little_to_invoice: {
    code: 'conflict',
    en: 'Invoices are made from {least} CNY on; {amount} CNY can be invoiced now: paid money that calls have used in closed hours, less what is invoiced or requested.',
    zh: '满 {least} 元可开票，现在可开 {amount} 元：已结清的充值消费，减去已开票和申请中的。',
  },
  verifications_this_month: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} verifications in 30 days. Ask the operator of this service for a higher limit.',
    zh: '一个账号 30 天内最多提交 {max} 次认证。需要提高上限请联系运营方。',
  },
  verification_under_way: {
    code: 'conflict',
    en: 'A verification of this account is under way. Wait for its decision, or withdraw it.',
    zh: '认证正在审核。等结果，或先撤回。',
  },
  no_verification_under_way: {
    code: 'conflict',
    en: 'No verification of this account is under way.',
    zh: '没有正在进行的认证。',
  },
  no_verification_waits_for_licence: {
    code: 'conflict',
    en: 'No verification of this account waits for a licence. Enter name and tax number of the enterprise first.',
    zh: '现在没有认证在等执照。先写企业名称和税号。',
  },
  licence_just_uploaded: {
    code: 'conflict',
    en: 'A licence was uploaded for this verification just now.',
    zh: '刚才已经上传过执照。',
  },
  verification_just_decided: {
    code: 'conflict',
    en: 'This verification was decided just now.',
    zh: '这个认证刚刚已有结果。',
  },
  verification_not_submitted: {
    code: 'conflict',
    en: 'This verification is "{state}". Only a submitted one is decided, once.',
    zh: '只有已提交的认证能审核，且只审核一次。重新打开看看它到了哪一步。',
  },
} as const satisfies Refusals;
