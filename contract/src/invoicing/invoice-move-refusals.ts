import type { Refusals } from '../refusals/refusal-words.ts';
import { lackFaults } from './lack-faults.ts';

/** Refuses to approve what could not be asked for today. */
const unmet = <const Field extends string, const Fault extends string>(
  { field, fault }: { readonly field: Field; readonly fault: Fault },
  zh: string,
) => ({
  code: 'conflict' as const,
  en: `This request does not meet the conditions of an invoice: \`${field}\` ${fault}. Reject it with what the account has to do.` as const,
  zh: `这个申请不符合开票条件：${zh}。请退回，并写明要做什么。`,
});

/** Refusals of an operator who brings a request for an invoice a step on. */
export const invoiceMoveRefusals = {
  invoice_not_reviewable: {
    code: 'conflict',
    en: 'The request is "{state}". A review begins once, when it was submitted.',
    zh: '只有刚提交的申请能开始审核。重新打开看看它到了哪一步。',
  },
  invoice_not_approvable: {
    code: 'conflict',
    en: 'The request is "{state}". Only a request that is submitted or under review is approved.',
    zh: '只有已提交或审核中的申请能批准。重新打开看看它到了哪一步。',
  },
  invoice_not_rejectable: {
    code: 'conflict',
    en: 'The request is "{state}". Only a request that is not issued yet is rejected; an issued invoice is reversed.',
    zh: '只有还没开出的申请能退回；已开出的发票要红冲。重新打开看看它到了哪一步。',
  },
  invoice_not_issuable: {
    code: 'conflict',
    en: 'The request is "{state}". Approve it first; an invoice is issued once.',
    zh: '先批准才能开出，一张发票只开一次。重新打开看看它到了哪一步。',
  },
  invoice_not_withdrawable: {
    code: 'conflict',
    en: 'The request is "{state}". A request can be withdrawn until it is approved. Once it is issued, ask for its reversal.',
    zh: '申请批准后不能再撤回；开出后可以申请红冲。重新打开看看它到了哪一步。',
  },
  invoice_not_reversible: {
    code: 'conflict',
    en: 'The request is "{state}". Only an issued invoice can be reversed, one reversal at a time.',
    zh: '只有已开出的发票能红冲，同时只能有一次。重新打开看看它到了哪一步。',
  },
  no_reversal_to_confirm: {
    code: 'conflict',
    en: 'The request is "{state}". A confirmation slip is entered once for a reversal that was asked for.',
    zh: '只有申请了红冲才录红字确认单，且只录一次。重新打开看看它到了哪一步。',
  },
  no_reversal_to_refuse: {
    code: 'conflict',
    en: 'The request is "{state}". No reversal of it is under way.',
    zh: '这张发票没有进行中的红冲。重新打开看看它到了哪一步。',
  },
  no_slip_to_void: {
    code: 'conflict',
    en: 'The request is "{state}". No confirmation slip of it is waiting.',
    zh: '这张发票没有待用的红字确认单。重新打开看看它到了哪一步。',
  },
  no_slip_to_use: {
    code: 'conflict',
    en: 'The request is "{state}". Enter the confirmation slip first; slips are void after 72 hours.',
    zh: '先录红字确认单，72 小时内有效。重新打开看看它到了哪一步。',
  },
  invoice_takes_no_file: {
    code: 'conflict',
    en: 'The request is "{state}". Files are taken once it is approved, and until it is issued.',
    zh: '批准之后、开出之前才能上传发票文件。重新打开看看它到了哪一步。',
  },
  invoice_just_changed: {
    code: 'conflict',
    en: 'Somebody else has changed this request just now. Look at it again.',
    zh: '这个申请刚刚被别人改过。重新打开看看。',
  },
  paper_invoice_has_no_file: {
    code: 'conflict',
    en: 'A paper invoice has no file. Enter its number and the courier.',
    zh: '纸质发票没有文件。写发票号码和快递。',
  },
  invoice_file_missing: {
    code: 'conflict',
    en: 'Upload the file of the invoice first: PDF, OFD or XML.',
    zh: '先上传发票文件：PDF、OFD 或 XML。',
  },
  reversal_slip_void: {
    code: 'conflict',
    en: 'The confirmation slip is void: 72 hours have passed. Have the reversal asked for again.',
    zh: '红字确认单已过 72 小时失效。请客户重新申请红冲。',
  },
  invoice_needs_enterprise: unmet(lackFaults.enterprise, '专用发票只开给企业'),
  invoice_needs_verification: unmet(lackFaults.verification, '企业要先通过认证，账号还没有开始认证'),
  invoice_needs_licence: unmet(lackFaults.licence, '企业要先通过认证，账号还没有上传营业执照'),
  invoice_needs_decision: unmet(lackFaults.decision, '企业要先通过认证，营业执照还在审核'),
  invoice_needs_new_verification: unmet(lackFaults.refused, '企业要先通过认证，上一次认证没有通过'),
  invoice_needs_verified_title: unmet(lackFaults.verified_title, '专用发票的抬头要和认证的企业一致：{name}，{tax_number}'),
  invoice_needs_whole_title: unmet(lackFaults.fields, '企业抬头要有税号、地址和电话'),
  invoice_needs_email: unmet(lackFaults.email, '没有写收发票的邮箱'),
  invoice_needs_consignee: unmet(lackFaults.consignee, '没有写收件人'),
  invoice_needs_phone: unmet(lackFaults.phone, '没有写收件电话'),
  invoice_needs_address: unmet(lackFaults.address, '没有写收件地址'),
} as const satisfies Refusals;
