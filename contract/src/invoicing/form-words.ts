import { emailWords as email, saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { invoiceTitleRequest, invoiceRequest, reversalRequest, verificationRequest } from './console-invoices.ts';
import type { issueRequest, reverseRequest } from './operator-invoices.ts';

const taxNumber = text(
  '请填写 18 位统一社会信用代码，并核对末位校验码。15 或 20 位的旧税号只能开普通发票。',
  'Enter the 18-character unified social credit code and check its last character. Older numbers of 15 or 20 characters are valid only on ordinary invoices.',
);
const phone = text('请填写电话号码，不超过 40 个字符。', 'Enter a phone number of at most 40 characters.');
const address = text('请填写地址，不超过 200 个字符。', 'Enter an address of at most 200 characters.');
const consignee = text('请填写收件人姓名，不超过 60 个字符。', 'Enter the name of the recipient, at most 60 characters.');

/** Expected value of each form field, shown when the API rejects the input. */
export const invoicingFormWords = {
  title: {
    kind: text('请选择企业或个人。', 'Choose enterprise or individual.'),
    name: text('请填写抬头名称，不超过 100 个字符。', 'Enter a name of at most 100 characters.'),
    tax_number: taxNumber,
    address: text('请填写企业注册地址，不超过 200 个字符。', 'Enter the registered address, at most 200 characters.'),
    telephone: phone,
    bank: text('请填写开户银行，不超过 100 个字符。', 'Enter the bank, at most 100 characters.'),
    bank_account: text('请填写银行账号，不超过 60 个字符。', 'Enter the bank account number, at most 60 characters.'),
    delivery: text('请核对收件邮箱、姓名、电话和地址。', 'Check the e-mail, recipient, phone and address for delivery.'),
  } satisfies WordsOf<typeof invoiceTitleRequest>,
  invoice: {
    type: text(
      '请选择支持的发票类型。专用发票只能开给企业。',
      'Choose a supported invoice type. Special invoices are for enterprises only.',
    ),
    title_id: text(
      '请选择抬头。企业抬头须先完成企业认证，并填写地址和电话；专用发票的抬头须与认证企业一致。',
      'Choose a title. An enterprise title needs a verified account, an address and a phone number; a special invoice must name the verified enterprise.',
    ),
    amount: text(
      '请填写 100 元到可开票金额之间的金额，最多两位小数。',
      'Enter an amount from 100 CNY to the invoiceable amount, with at most two decimals.',
    ),
    email,
    consignee,
    phone,
    address,
    remark: text('备注不超过 100 个字符。', 'Enter at most 100 characters.'),
  } satisfies WordsOf<typeof invoiceRequest>,
  reversal: {
    reason: text('请选择红冲原因。', 'Choose a reason for the reversal.'),
    note: text('说明不超过 500 个字符。', 'Enter at most 500 characters.'),
  } satisfies WordsOf<typeof reversalRequest>,
  verification: {
    name: text(
      '请填写营业执照上的企业名称，不超过 100 个字符。',
      'Enter the name on the business licence, at most 100 characters.',
    ),
    tax_number: text(
      '请填写营业执照上的 18 位统一社会信用代码，并核对末位校验码。',
      'Enter the 18-character unified social credit code on the licence and check its last character.',
    ),
  } satisfies WordsOf<typeof verificationRequest>,
  licence: {
    licence: text(
      '文件格式不支持或文件不完整。请上传不超过 5 MB 的 PDF、JPEG 或 PNG。',
      'This file has another format or is incomplete. Upload a PDF, JPEG or PNG of at most 5 MB.',
    ),
  },
  issue: {
    number: text(
      '请填写本张发票的号码：8 至 20 位数字，数电发票为 20 位，不能与其他发票重复。',
      'Enter the unique number of this invoice: 8 to 20 digits, or 20 for a fully digital invoice.',
    ),
    issued_on: text('请填写开票日期，不晚于今天。', 'Enter the date of issue, today or earlier.'),
    courier: text('纸质发票需要邮寄，请填写快递公司。', 'Enter the courier of the paper invoice.'),
    tracking_number: text(
      '请填写快递单号，供客户查询。',
      'Enter the tracking number so that the account can follow the delivery.',
    ),
  } satisfies WordsOf<typeof issueRequest>,
  red: {
    red_number: text(
      '请填写红字发票的号码：8 至 20 位数字，不能与蓝字发票或其他发票重复。',
      'Enter the unique number of the red-letter invoice: 8 to 20 digits, different from the invoice it reverses.',
    ),
  } satisfies WordsOf<typeof reverseRequest>,
};
