import type { z } from 'zod';
import type { creditRequest } from '../ledger/credits.ts';
import type { issueRequest, reverseRequest } from '../invoicing/operator-invoices.ts';
import type { codeBatchRequest, confirmTransferRequest } from '../payments/operator-orders.ts';
import type { robotRequest } from '../notices/robots.ts';
import type { Locale } from '../enumerations.ts';
import type { patchAutoTopUpRequest } from '../payments/auto-top-up.ts';
import type { patchBillingRequest } from '../ledger/billing.ts';
import type { beginClosingRequest } from '../account-life/closing.ts';
import { amountWords as amount, emailWords as email, fieldsOfAnyForm, saidOf as text, type Said } from './field-words.ts';
import type { invoiceRequest, invoiceTitleRequest, reversalRequest, verificationRequest } from '../invoicing/console-invoices.ts';
import type { createOrderRequest, redeemRequest } from '../payments/console-orders.ts';
import type { payoutRequest } from '../payments/console-payouts.ts';

/** What forms send whose fields need words of their own; the interface refuses them by their names there. */
interface Forms {
  readonly order: typeof createOrderRequest;
  readonly redemption: typeof redeemRequest;
  readonly title: typeof invoiceTitleRequest;
  readonly invoice: typeof invoiceRequest;
  readonly reversal: typeof reversalRequest;
  readonly verification: typeof verificationRequest;
  readonly billing: typeof patchBillingRequest;
  readonly autoTopUp: typeof patchAutoTopUpRequest;
  readonly payout: typeof payoutRequest;
  readonly transfer: typeof confirmTransferRequest;
  readonly issue: typeof issueRequest;
  readonly red: typeof reverseRequest;
  readonly closing: typeof beginClosingRequest;
  readonly credit: typeof creditRequest;
  readonly codes: typeof codeBatchRequest;
  readonly robot: typeof robotRequest;
}
/** Files that are uploaded; each is its form's one field. */
interface Files {
  readonly licence: 'licence';
  readonly contract: 'contract';
}
export type FormName = keyof Forms | keyof Files;
type FieldOf<Form extends FormName> = Form extends keyof Forms
  ? keyof z.input<Forms[Form]> & string
  : Form extends keyof Files
    ? Files[Form]
    : never;
type Words = { readonly [Form in FormName]: Readonly<Record<FieldOf<Form>, Said>> };

const taxNumber = text(
  '写 18 位统一社会信用代码，并核对末位校验码。15 或 20 位的旧税号只能开普通发票。',
  'Write the unified social credit code of 18 characters and compare its last one. Older numbers of 15 or 20 go on ordinary invoices alone.',
);
const phone = text('写电话号码，不超过 40 个字符。', 'Write a telephone number of at most 40 characters.');
const address = text('写地址，不超过 200 个字符。', 'Write an address of at most 200 characters.');
const consignee = text('写收件人姓名，不超过 60 个字符。', 'Write who takes it from the courier, in at most 60 characters.');

/** What belongs into each field, said where the interface has refused it. */
const formWords: Words = {
  order: {
    amount: text(
      '写 0.01 到 1,000,000 元的金额，最多两位小数；更多就分几笔。',
      'Write an amount from 0.01 to 1,000,000 CNY with at most two decimals; make several orders for more.',
    ),
    method: text('选一种还在提供的支付方式。', 'Choose one of the ways to pay that are offered.'),
  },
  redemption: { code: text('写 20 位兑换码。', 'Write the code of 20 characters.') },
  title: {
    kind: text('选企业或个人。', 'Choose an enterprise or a person.'),
    name: text('写抬头名称，不超过 100 个字符，不留空。', 'Write the name, in at most 100 characters.'),
    tax_number: taxNumber,
    address: text('写企业登记的地址，不超过 200 个字符。', 'Write the registered address, in at most 200 characters.'),
    telephone: phone,
    bank: text('写开户银行，不超过 100 个字符。', 'Write the bank in at most 100 characters.'),
    bank_account: text('写银行账号，不超过 60 个字符。', 'Write the bank account in at most 60 characters.'),
    delivery: text('核对收件的邮箱、姓名、电话和地址。', 'Compare e-mail, consignee, telephone and address of the delivery.'),
  },
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
  },
  reversal: {
    reason: text('选一个红冲原因。', 'Choose a reason.'),
    note: text('说明不超过 500 个字符。', 'Write at most 500 characters.'),
  },
  verification: {
    name: text(
      '写营业执照上的企业名称，不超过 100 个字符。',
      'Write the name on the business licence, in at most 100 characters.',
    ),
    tax_number: text(
      '写营业执照上的 18 位统一社会信用代码，并核对末位校验码。',
      'Write the unified social credit code of 18 characters that is on the licence, and compare its last one.',
    ),
  },
  licence: {
    licence: text(
      '上传完整的 PDF、JPEG 或 PNG，不超过 5 MB。这个文件是别的格式，或缺了一部分。',
      'Upload a whole PDF, JPEG or PNG of at most 5 MB: this file is something else, or a part is missing.',
    ),
  },
  contract: {
    contract: text(
      '上传完整的 PDF，不超过 5 MB。这个文件是别的格式、缺了一部分，或太大；另存为 PDF 再传。',
      'Upload a whole PDF of at most 5 MB: this file is something else, a part is missing, or it is larger. Save it as PDF and send it again.',
    ),
  },
  billing: {
    statement_mail: text('选是否发邮件。', 'Choose whether it is mailed.'),
    monthly_budget: text(
      '写大于 0 的金额，最多四位小数；不设就留空。',
      'Write an amount above 0 with at most four decimals, or nothing for no budget.',
    ),
  },
  autoTopUp: {
    enabled: text('选开启或关闭。', 'Choose whether it is on.'),
    threshold: text(
      '写 1 元到 10 万元之间的数，最多两位小数。',
      'Write an amount from 1 to 100,000 CNY, with at most two decimals.',
    ),
    amount: text(
      '写 10 元到 5 万元之间的数，最多两位小数。',
      'Write an amount from 10 to 50,000 CNY, with at most two decimals.',
    ),
    monthly_maximum: text(
      '写一个不低于每次金额的数，最多 100 万元，两位小数以内。',
      'Write at least the amount of one top-up, at most 1,000,000 CNY, with at most two decimals.',
    ),
  },
  payout: {
    amount: text(
      '写 0.01 元到可退金额之间的数，最多两位小数。',
      'Write an amount from 0.01 CNY to what can be returned, with at most two decimals.',
    ),
    reason: text('说明不超过 300 个字符。', 'Write at most 300 characters.'),
    payee: text(
      '这笔钱有一部分不能原路退回：写收款户名、账号和开户行。',
      'A part cannot go back as it was paid: write name, number and bank of an account.',
    ),
  },
  transfer: {
    bank_reference: text(
      '写银行流水号，不超过 64 个字符。',
      "Write the bank's number of the transfer, in at most 64 characters.",
    ),
    amount,
    payer: text('写付款户名，不超过 128 个字符。', 'Write who has paid, in at most 128 characters.'),
    payer_reason: text(
      '付款户名不是认证的企业：写明为什么仍然入账。',
      'The payer is not the verified enterprise: say why the money is taken all the same.',
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
  },
  red: {
    red_number: text(
      '写红字发票自己的号码：8 至 20 位数字，不能和蓝字发票或别的发票重复。',
      'Write the number of the red-letter invoice itself: 8 to 20 digits, not that of the one it reverses nor of any other.',
    ),
  },
  closing: {
    name: text('写账号现在的名称，一字不差。', 'Write the name of the account, exactly as it is.'),
    password: text('密码不对。输入你登录用的密码。', 'The password is not right. Enter the one you sign in with.'),
  },
  credit: {
    amount: text(
      '写不为 0 的金额，最多九位小数。只有调整可以为负，退出必须为负。',
      'Write an amount other than 0. Only adjustments may be below it, and money that leaves must be.',
    ),
    reason: text('写明原因，不留空，不超过 500 个字符。', 'Write why, in at most 500 characters.'),
    bucket: text('选这笔钱是什么。', 'Choose what the money is.'),
  },
  codes: {
    name: text('写这批码的用途，不超过 100 个字符。', 'Write what the batch is for, in at most 100 characters.'),
    amount: text('写每个码的金额，大于 0，最多四位小数。', 'Write what each code gives: above 0, with at most four decimals.'),
    count: text('写 1 到 10,000 的整数。', 'Write a whole number from 1 to 10,000.'),
    sold: text('选卖出还是赠送。', 'Choose whether they are sold.'),
    expires_at: text('写一个还没到的时间；不过期就留空。', 'Write a time to come, or nothing if they shall not end.'),
  },
  robot: {
    name: text('写机器人的名称，不超过 60 个字符。', 'Write a name of at most 60 characters.'),
    kind: text('选一种机器人。', 'Choose a kind of robot.'),
    locale: text('选中文或英文。', 'Choose Chinese or English.'),
    address: text(
      '从群里原样复制机器人的 https 地址；自建的要先由运维放行。',
      'Copy the https address of the robot as its group shows it; one of your own must be allowed where the service is set up.',
    ),
    secret: text('写加签密钥，不超过 200 个字符；没有就留空。', 'Write what signs, in at most 200 characters, or nothing.'),
  },
};

const missing = text('这一项必填。', 'This is needed.');

/**
 * What to do about a field that the interface refused, for the person who typed it; null for one that no form has.
 * @param form whose fields have words of their own.
 * @param param as the interface names it: `delivery.email` is `delivery`.
 */
export function fieldWords(form: FormName | undefined, code: string, param: string, locale: Locale): string | null {
  const fields: Readonly<Record<string, Said>> = form === undefined ? {} : formWords[form];
  const field = param.split(/[[.]/)[0] ?? '';
  const said = fields[field] ?? fieldsOfAnyForm[field];
  if (said === undefined) return null;
  return code === 'missing_required_parameter' ? `${missing[locale]}${locale === 'en' ? ' ' : ''}${said[locale]}` : said[locale];
}

/** The forms with their fields, for whoever walks them. */
export const formFields: readonly (readonly [FormName, readonly string[]])[] = Object.entries(formWords).map(([form, fields]) => [
  form as FormName,
  Object.keys(fields),
]);
