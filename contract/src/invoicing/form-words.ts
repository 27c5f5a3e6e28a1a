import { emailWords as email, saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { invoiceTitleRequest, invoiceRequest, reversalRequest, verificationRequest } from './console-invoices.ts';
import type { issueRequest, reverseRequest } from './operator-invoices.ts';

const taxNumber = text(
  '写 18 位统一社会信用代码，并核对末位校验码。15 或 20 位的旧税号只能开普通发票。',
  'Write the unified social credit code of 18 characters and compare its last one. Older numbers of 15 or 20 go on ordinary invoices alone.',
);
const phone = text('写电话号码，不超过 40 个字符。', 'Write a telephone number of at most 40 characters.');
const address = text('写地址，不超过 200 个字符。', 'Write an address of at most 200 characters.');
const consignee = text('写收件人姓名，不超过 60 个字符。', 'Write who takes it from the courier, in at most 60 characters.');

/** What belongs into each field of a form, said where the interface has refused it. */
export const invoicingFormWords = {
  title: {
    kind: text('选企业或个人。', 'Choose an enterprise or a person.'),
    name: text('写抬头名称，不超过 100 个字符，不留空。', 'Write the name, in at most 100 characters.'),
    tax_number: taxNumber,
    address: text('写企业登记的地址，不超过 200 个字符。', 'Write the registered address, in at most 200 characters.'),
    telephone: phone,
    bank: text('写开户银行，不超过 100 个字符。', 'Write the bank in at most 100 characters.'),
    bank_account: text('写银行账号，不超过 60 个字符。', 'Write the bank account in at most 60 characters.'),
    delivery: text('核对收件的邮箱、姓名、电话和地址。', 'Compare e-mail, consignee, telephone and address of the delivery.'),
  } satisfies WordsOf<typeof invoiceTitleRequest>,
  invoice: {
    type: text(
      '选一种这里开具的发票。专用发票只开给企业。',
      'Choose a type that is issued here. Special invoices are for enterprises.',
    ),
    title_id: text(
      '选一个抬头。给企业开票，账号要先完成企业认证，抬头要有地址和电话；专用发票的抬头要和认证的企业一致。',
      'Choose a title. For an enterprise, the account must be verified, and the title must have address and telephone; on a special invoice it must be the verified enterprise.',
    ),
    amount: text(
      '写 100 元到可开票金额之间的数，最多两位小数。',
      'Write an amount from 100 CNY to what can be invoiced, with at most two decimals.',
    ),
    email,
    consignee,
    phone,
    address,
    remark: text('备注不超过 100 个字符。', 'Write at most 100 characters.'),
  } satisfies WordsOf<typeof invoiceRequest>,
  reversal: {
    reason: text('选一个红冲原因。', 'Choose a reason.'),
    note: text('说明不超过 500 个字符。', 'Write at most 500 characters.'),
  } satisfies WordsOf<typeof reversalRequest>,
  verification: {
    name: text(
      '写营业执照上的企业名称，不超过 100 个字符。',
      'Write the name on the business licence, in at most 100 characters.',
    ),
    tax_number: text(
      '写营业执照上的 18 位统一社会信用代码，并核对末位校验码。',
      'Write the unified social credit code of 18 characters that is on the licence, and compare its last one.',
    ),
  } satisfies WordsOf<typeof verificationRequest>,
  licence: {
    licence: text(
      '上传完整的 PDF、JPEG 或 PNG，不超过 5 MB。这个文件是别的格式，或缺了一部分。',
      'Upload a whole PDF, JPEG or PNG of at most 5 MB: this file is something else, or a part is missing.',
    ),
  },
  issue: {
    number: text(
      '写这张发票自己的号码：8 至 20 位数字，数电发票 20 位，不能和别的发票重复。',
      'Write the number of this very invoice: 8 to 20 digits, of a fully digital one 20; no other invoice has it.',
    ),
    issued_on: text('写开票日期，不晚于今天。', 'Write the day of issue, not after today.'),
    courier: text('写快递公司，纸质发票要寄出。', 'Write the courier: a paper invoice is sent.'),
    tracking_number: text('写快递单号，客户用它查件。', 'Write the tracking number: the account follows the courier by it.'),
  } satisfies WordsOf<typeof issueRequest>,
  red: {
    red_number: text(
      '写红字发票自己的号码：8 至 20 位数字，不能和蓝字发票或别的发票重复。',
      'Write the number of the red-letter invoice itself: 8 to 20 digits, not that of the one it reverses nor of any other.',
    ),
  } satisfies WordsOf<typeof reverseRequest>,
};
