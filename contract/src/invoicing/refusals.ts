import type { Refusals } from '../refusals/refusal-words.ts';
import { invoiceMoveRefusals } from './invoice-move-refusals.ts';

/** Refusals about titles, verifications and invoice requests. */
export const invoicingRefusals = {
  ...invoiceMoveRefusals,
  invoices_this_month: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} invoice requests in 30 days. Request one invoice for a larger amount.',
    zh: '每个账号 30 天内最多申请 {max} 张发票。请合并为一张金额更大的发票。',
  },
  invoice_titles_full: {
    code: 'conflict',
    en: 'An account can have at most {max} invoice titles. Delete one that you no longer need.',
    zh: '每个账号最多保存 {max} 个发票抬头。请先删除不用的抬头。',
  },
  invoice_amount_exceeded: {
    code: 'conflict',
    en: 'You can invoice at most {amount} CNY now. This is paid money used in closed hours, minus amounts already invoiced or requested.',
    zh: '当前最多可开票 {amount} 元，即已结账的充值消费减去已开票和申请中的金额。',
  },
  too_little_to_invoice: {
    code: 'conflict',
    en: 'An invoice needs at least {least} CNY, and {amount} CNY can be invoiced now. This is paid money used in closed hours, minus amounts already invoiced or requested.',
    zh: '满 {least} 元才能开票，当前可开票 {amount} 元，即已结账的充值消费减去已开票和申请中的金额。',
  },
  verifications_this_month: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} verifications in 30 days. Ask the operator of this service for a higher limit.',
    zh: '每个账号 30 天内最多提交 {max} 次认证。如需提高上限，请联系运营方。',
  },
  verification_under_way: {
    code: 'conflict',
    en: 'A verification of this account is in progress. Wait for the decision, or withdraw it.',
    zh: '认证正在审核中。请等待结果，或先撤回。',
  },
  no_verification_under_way: {
    code: 'conflict',
    en: 'This account has no verification in progress.',
    zh: '本账号没有进行中的认证。',
  },
  no_verification_waits_for_licence: {
    code: 'conflict',
    en: 'No verification of this account needs a licence. Enter the name and tax number of the enterprise first.',
    zh: '当前没有等待上传执照的认证。请先填写企业名称和税号。',
  },
  licence_just_uploaded: {
    code: 'conflict',
    en: 'A licence was just uploaded for this verification. Reload to see it.',
    zh: '该认证的执照刚刚已上传。请刷新查看。',
  },
  verification_just_decided: {
    code: 'conflict',
    en: 'This verification was just decided. Reload to see the result.',
    zh: '该认证刚刚已审核完成。请刷新查看。',
  },
  verification_not_submitted: {
    code: 'conflict',
    en: 'This verification is "{state}". You can decide only a submitted one, and only once.',
    zh: '只有已提交的认证能审核，且只能审核一次。请刷新查看当前状态。',
  },
} as const satisfies Refusals;
