import type { Refusals } from '../refusals/refusal-words.ts';
import { lackFaults } from './lack-faults.ts';

/** Refuses to approve a request that could not be submitted today. */
const unmet = <const Field extends string, const Fault extends string>(
  { field, fault }: { readonly field: Field; readonly fault: Fault },
  zh: string,
) => ({
  code: 'conflict' as const,
  en: `This request does not meet the conditions of an invoice: \`${field}\` ${fault}. Reject it and say what the account must do.` as const,
  zh: `该申请不符合开票条件：${zh}。请退回，并说明需要补充的内容。`,
});

/** Refusals for operators who move an invoice request to its next state. */
export const invoiceMoveRefusals = {
  invoice_not_reviewable: {
    code: 'conflict',
    en: 'The request is "{state}". You can start a review only once, after it is submitted.',
    zh: '只有刚提交的申请能开始审核。请刷新查看当前状态。',
  },
  invoice_not_approvable: {
    code: 'conflict',
    en: 'The request is "{state}". You can approve only a request that is submitted or under review.',
    zh: '只有已提交或审核中的申请能审核通过。请刷新查看当前状态。',
  },
  invoice_not_rejectable: {
    code: 'conflict',
    en: 'The request is "{state}". You can reject only a request that is not issued yet; reverse an issued invoice instead.',
    zh: '只有未开具的申请能退回；已开具的发票请红冲。请刷新查看当前状态。',
  },
  invoice_not_issuable: {
    code: 'conflict',
    en: 'The request is "{state}". Approve it first; an invoice is issued only once.',
    zh: '申请须先审核通过才能开具，且只能开具一次。请刷新查看当前状态。',
  },
  invoice_not_withdrawable: {
    code: 'conflict',
    en: 'The request is "{state}". You can withdraw a request until it is approved, and request a reversal once it is issued.',
    zh: '审核通过的申请不能撤回；开具后可以申请红冲。请刷新查看当前状态。',
  },
  invoice_not_reversible: {
    code: 'conflict',
    en: 'The request is "{state}". You can reverse only an issued invoice, one reversal at a time.',
    zh: '只有已开具的发票能红冲，且同时只能有一次。请刷新查看当前状态。',
  },
  no_reversal_to_confirm: {
    code: 'conflict',
    en: 'The request is "{state}". You can enter a confirmation slip only once, after a reversal is requested.',
    zh: '只有已申请红冲的发票能录入红字确认单，且只录一次。请刷新查看当前状态。',
  },
  no_reversal_to_refuse: {
    code: 'conflict',
    en: 'The request is "{state}". It has no reversal in progress.',
    zh: '该发票没有进行中的红冲。请刷新查看当前状态。',
  },
  no_slip_to_void: {
    code: 'conflict',
    en: 'The request is "{state}". It has no confirmation slip waiting to be used.',
    zh: '该发票没有待使用的红字确认单。请刷新查看当前状态。',
  },
  no_slip_to_use: {
    code: 'conflict',
    en: 'The request is "{state}". Enter the confirmation slip first; a slip expires after 72 hours.',
    zh: '请先录入红字确认单，确认单 72 小时内有效。请刷新查看当前状态。',
  },
  invoice_takes_no_file: {
    code: 'conflict',
    en: 'The request is "{state}". You can upload files only after it is approved and before it is issued.',
    zh: '只有审核通过、未开具的申请能上传发票文件。请刷新查看当前状态。',
  },
  invoice_just_changed: {
    code: 'conflict',
    en: 'Someone else has just changed this request. Reload and try again.',
    zh: '该申请刚刚被他人修改。请刷新后重试。',
  },
  paper_invoice_has_no_file: {
    code: 'conflict',
    en: 'A paper invoice has no file. Enter its number and the courier instead.',
    zh: '纸质发票没有文件。请填写发票号码和快递公司。',
  },
  invoice_file_missing: {
    code: 'conflict',
    en: 'The invoice has no file. Upload its PDF, OFD or XML first.',
    zh: '还没有发票文件。请先上传 PDF、OFD 或 XML 文件。',
  },
  reversal_slip_void: {
    code: 'conflict',
    en: 'The confirmation slip has expired after 72 hours. Ask the account to request the reversal again.',
    zh: '红字确认单已超过 72 小时，失效作废。请客户重新申请红冲。',
  },
  invoice_needs_enterprise: unmet(lackFaults.enterprise, '专用发票只能开给企业'),
  invoice_needs_verification: unmet(lackFaults.verification, '企业须先通过认证，账号尚未提交认证'),
  invoice_needs_licence: unmet(lackFaults.licence, '企业须先通过认证，账号尚未上传营业执照'),
  invoice_needs_decision: unmet(lackFaults.decision, '企业须先通过认证，营业执照仍在审核'),
  invoice_needs_new_verification: unmet(lackFaults.refused, '企业须先通过认证，上一次认证未通过'),
  invoice_needs_verified_title: unmet(lackFaults.verified_title, '专用发票的抬头须与认证企业一致：{name}，{tax_number}'),
  invoice_needs_whole_title: unmet(lackFaults.fields, '企业抬头须有税号、地址和电话'),
  invoice_needs_email: unmet(lackFaults.email, '缺少接收发票的邮箱'),
  invoice_needs_consignee: unmet(lackFaults.consignee, '缺少收件人'),
  invoice_needs_phone: unmet(lackFaults.phone, '缺少收件电话'),
  invoice_needs_address: unmet(lackFaults.address, '缺少收件地址'),
} as const satisfies Refusals;
