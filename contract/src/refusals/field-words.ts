import type { z } from 'zod';
import type { Locale } from '../enumerations.ts';

export type Said = Readonly<Record<Locale, string>>;

export const saidOf = (zh: string, en: string): Said => ({ zh, en });

export const amountWords = saidOf(
  '写人民币金额，最多两位小数，例如 100.00。',
  'Write an amount in CNY with at most two decimals, such as 100.00.',
);
export const emailWords = saidOf('写一个能收信的邮箱地址。', 'Write an e-mail address.');

const choice = saidOf('从列出的里面选一个。', 'Choose one of those that are listed.');
const onOrOff = saidOf('选开或关。', 'Choose on or off.');
const reload = saidOf('重新打开这一页，再提交。', 'Open the page anew and send it again.');
const line = saidOf('写一行字，不要太长。', 'Write one line, and not too long.');
const longText = saidOf('写正文，不超过 100,000 个字符。', 'Write at most 100,000 characters.');
const domains = saidOf('一行写一个域名，例如 example.cn。', 'Write domains such as example.cn, one a line.');
const callAddress = saidOf(
  '写以 https:// 开头、不带路径的地址，例如 https://api.example.cn；不设就留空。',
  'Write an address such as https://api.example.cn without a path, or nothing.',
);
const cap = saidOf(
  '写 0 或更大的金额，最多四位小数；不限就留空。',
  'Write an amount from 0 on with at most four decimals, or nothing for no cap.',
);
const limit = saidOf('写 1 或更大的整数；不限就留空。', 'Write a whole number from 1 on, or nothing for no limit.');
const dates = saidOf(
  '写日期，例如 2027-01-01，一行一个，都在这一年里。',
  'Write dates of the year such as 2027-01-01, one a line.',
);

/** What belongs into a field of this name, in every form that has no words of its own for it. */
export const fieldsOfAnyForm: Readonly<Record<string, Said>> = {
  act: choice,
  amount: amountWords,
  broken_connections: saidOf(
    '金额最多两位小数，百分比是 0 到 1000 的整数。',
    'Write amounts with at most two decimals, and shares as whole percent from 0 to 1000.',
  ),
  broken_connections_exempt: onOrOff,
  cap_mail: onOrOff,
  company_name: line,
  concurrency_ceiling: limit,
  concurrency_recommended: limit,
  confirm: saidOf(
    '价格差了十倍或更多。确认没有写错单位，再提交。',
    'The price differs tenfold or more. Compare its unit, then confirm it.',
  ),
  confirm_open: saidOf('确认任何地址都能调用，再提交。', 'Confirm that every address may then call.'),
  contact: saidOf('写联系人和电话或邮箱，不超过 200 个字符。', 'Write whom to call or write to, in at most 200 characters.'),
  daily_cap: cap,
  decision: choice,
  details: saidOf('写清要用来做什么，不超过 4000 个字符。', 'Write what it is for, in at most 4000 characters.'),
  disposable_addresses: choice,
  domestic_address: callAddress,
  domestic_only: onOrOff,
  electronic_special_invoices: choice,
  email: emailWords,
  enabled: onOrOff,
  encoding: choice,
  events: saidOf('至少选一种消息。', 'Choose at least one kind of message.'),
  expected_on: saidOf('写今天或以后的日期，例如 2026-11-30。', 'Write a date from today on, such as 2026-11-30.'),
  expires_at: saidOf('写一个还没到的时间；不过期就留空。', 'Write a time to come, or nothing if it shall not end.'),
  external_id: reload,
  filter: saidOf(
    '筛选里有读不懂的条件，或早于保留期。清除筛选，重新选。',
    'The filter has a condition that cannot be read, or older calls than are kept. Choose it anew.',
  ),
  format: choice,
  from: reload,
  icp_number: line,
  id: reload,
  impact: choice,
  invoice_item: line,
  invoice_tax_rate: saidOf('写百分数，最多两位小数，例如 6。', 'Write percent with at most two decimals, such as 6.'),
  ip_allow_list: saidOf(
    '一行写一个 IP 地址或网段，例如 203.0.113.7 或 203.0.113.0/24，最多 1000 个。',
    'Write addresses or ranges such as 203.0.113.7 or 203.0.113.0/24, one a line, at most 1000.',
  ),
  isolation: saidOf(
    '选共用、自有优先或只用自有。所有节点都升级后才能改。',
    'Choose shared, own ones first, or own ones alone; all nodes must run this version.',
  ),
  kind: choice,
  limits: limit,
  limits_of_plan: onOrOff,
  locale: saidOf('选中文或英文。', 'Choose Chinese or English.'),
  logo: saidOf(
    '选一张正方形图片，边长 32 到 512 像素，不超过 64 kB，只含图像本身。',
    'Choose a square picture of 32 to 512 pixels and at most 64 kB that holds nothing else.',
  ),
  low_balance: saidOf(
    '写大于 0 的金额，最多四位小数；不提醒就留空。',
    'Write an amount above 0 with at most four decimals, or nothing for never.',
  ),
  mail: saidOf('选是否发邮件。没有邮件服务器就不能发。', 'Choose whether it is mailed, which needs a mail server.'),
  maintenance: saidOf(
    '写维护的开始和结束：开始不早于现在，结束在开始之后、最多 7 天。',
    'Write when it begins and ends: from now on, and for at most 7 days.',
  ),
  method: saidOf('选一种列出的支付方式。', 'Choose one of the ways to pay that are listed.'),
  model: saidOf('选一个列出的对话模型。', 'Choose one of the chat models that are listed.'),
  model_allow_list: saidOf('选列出的模型，或不限模型。', 'Choose models that are listed, or allow all.'),
  models: saidOf('选列出的模型，最多 200 个。', 'Choose models that are listed, at most 200.'),
  monthly_cap: cap,
  name: saidOf('写名称，不留空，不超过 200 个字符。', 'Write a name of at most 200 characters.'),
  note: saidOf('说明不超过 2000 个字符。', 'Write at most 2000 characters.'),
  off: dates,
  on: dates,
  overseas_address: callAddress,
  password: saidOf('写 10 到 128 个字符的密码。', 'Enter a password of 10 to 128 characters.'),
  payee: saidOf('写收款户名、账号和开户行。', 'Write name, number and bank of an account.'),
  phone: line,
  pinned: onOrOff,
  plan: saidOf('选一个列出的套餐。', 'Choose one of the plans that are listed.'),
  position: saidOf('写 0 到 1,000,000 的整数。', 'Write a whole number from 0 to 1,000,000.'),
  price: saidOf(
    '每一项写 0 到 1,000,000 的价格，最多九位小数，输入和输出都要写。',
    'Write prices from 0 to 1,000,000 with at most nine decimals; input and output are both needed.',
  ),
  price_from: saidOf('写现在以后的时间；立即生效就留空。', 'Write a time to come, or nothing for now.'),
  price_multiplier: saidOf('写 0.01 到 100 之间的系数。', 'Write a factor from 0.01 to 100.'),
  price_until: saidOf('写晚于开始的时间；不结束就留空。', 'Write a time after the beginning, or nothing if it shall not end.'),
  privacy_en: longText,
  privacy_zh: longText,
  probed: onOrOff,
  public_security_number: line,
  publish_at: saidOf(
    '写发布时间，不晚于维护开始；立即发布就留空。',
    'Write when it is published, not after maintenance begins, or nothing for now.',
  ),
  status_reason: saidOf(
    '写明冻结原因，不超过 500 个字符。账号的成员会看到。',
    'Write why, in at most 500 characters. The members of the account read it.',
  ),
  reason: saidOf('写明原因，不留空，不超过 300 个字符。', 'Write why, in at most 300 characters.'),
  reference: saidOf('写银行流水号，不超过 64 个字符。', "Write the bank's number of the transfer, in at most 64 characters."),
  remark: saidOf('备注不超过 500 个字符。', 'Write at most 500 characters.'),
  requests_per_minute: limit,
  role: saidOf(
    '选一个角色。所有者和财务管整个账号，不能限定在子账号里。',
    'Choose a role. One that is for the whole account cannot be bound to a sub-account.',
  ),
  sales_email: emailWords,
  secrets: saidOf(
    '核对密钥和证书：从支付平台原样复制，必填的都要有。',
    'Compare keys and certificates: copied whole from the payment service, and none that is needed left out.',
  ),
  service_name: saidOf(
    '写服务的名称，一行，不超过 40 个字符。',
    'Write what the service is called, in one line of at most 40 characters.',
  ),
  settings: saidOf(
    '核对各项设置：从支付平台原样复制，必填的都要有。',
    'Compare the settings: copied whole from the payment service, and none that is needed left out.',
  ),
  sign_up: choice,
  sign_up_domains: domains,
  sign_up_domains_refused: domains,
  slip: saidOf('写红字确认单编号，不超过 40 个字符。', 'Write the number of the confirmation slip, in at most 40 characters.'),
  source: saidOf('写日期的出处，不超过 200 个字符。', 'Write where the dates are from, in at most 200 characters.'),
  stage: saidOf('选下一个阶段，或婉拒。', 'Choose the next stage, or decline it.'),
  status: choice,
  strict: onOrOff,
  sub_account_id: saidOf(
    '选一个列出的子账号；管整个账号的角色不选。',
    'Choose a sub-account that is listed, and none for a role that is for the whole account.',
  ),
  support_email: emailWords,
  support_hours: line,
  support_phone: line,
  terms_en: longText,
  terms_zh: longText,
  text: saidOf('中文和英文的正文都要写。', 'Write the text in both languages.'),
  title: saidOf('中文和英文的标题都要写，各一行。', 'Write the title in both languages, one line each.'),
  token: saidOf('链接不完整。照邮件里的原样打开。', 'The link is not complete. Open it as it stands in the mail.'),
  trial_credit: saidOf(
    '写 10,000 元以下的金额，最多四位小数；不给就写 0。',
    'Write an amount below 10,000 CNY with at most four decimals, or 0 for none.',
  ),
  trial_credits_per_day: saidOf('写整数；不限就留空。', 'Write a whole number, or nothing for no limit.'),
  up_to: reload,
  url: saidOf('写一个公网上的 https 地址，不超过 1000 个字符。', 'Write a public https address of at most 1000 characters.'),
  wanted: onOrOff,
};

/** Words for every field of a request. */
export type WordsOf<Request extends z.ZodType> = Readonly<Record<keyof z.input<Request> & string, Said>>;
