import type { z } from 'zod';
import type { Locale } from '../enumerations.ts';

export type Said = Readonly<Record<Locale, string>>;

export const saidOf = (zh: string, en: string): Said => ({ zh, en });

export const amountWords = saidOf(
  '请填写人民币金额，最多两位小数，例如 100.00。',
  'Enter an amount in CNY with at most two decimals, such as 100.00.',
);
export const emailWords = saidOf('请填写可以收信的邮箱地址。', 'Enter an e-mail address that can receive mail.');

const choice = saidOf('请选择列出的选项。', 'Choose one of the listed options.');
const onOrOff = saidOf('请选择开启或关闭。', 'Choose on or off.');
const reload = saidOf('请刷新页面后重新提交。', 'Reload the page and submit again.');
const line = saidOf('请填写一行简短的文字。', 'Enter one short line of text.');
const longText = saidOf('请填写正文，不超过 100,000 个字符。', 'Enter at most 100,000 characters.');
const domains = saidOf('每行填写一个域名，例如 example.cn。', 'Enter one domain per line, such as example.cn.');
const callAddress = saidOf(
  '请填写以 https:// 开头、不带路径的地址，例如 https://api.example.cn；不设置则留空。',
  'Enter an https address without a path, such as https://api.example.cn, or leave empty.',
);
const cap = saidOf(
  '请填写不小于 0 的金额，最多四位小数；不限则留空。',
  'Enter an amount of 0 or more with at most four decimals. Leave empty for no cap.',
);
const limit = saidOf('请填写不小于 1 的整数；不限则留空。', 'Enter a whole number of 1 or more. Leave empty for no limit.');
const dates = saidOf('每行填写一个当年的日期，例如 2027-01-01。', 'Enter one date of the year per line, such as 2027-01-01.');

/** Expected value of a field with this name, in all forms without a specific text for it. */
export const fieldsOfAnyForm: Readonly<Record<string, Said>> = {
  act: choice,
  amount: amountWords,
  broken_connections: saidOf(
    '金额最多两位小数，百分比为 0 到 1000 的整数。',
    'Enter amounts with at most two decimals and percentages as whole numbers from 0 to 1000.',
  ),
  broken_connections_exempt: onOrOff,
  cap_mail: onOrOff,
  company_name: line,
  concurrency_ceiling: limit,
  concurrency_recommended: limit,
  confirm: saidOf(
    '价格相差十倍或以上。请核对单位，确认无误后提交。',
    'The price differs by a factor of ten or more. Check the unit, then confirm.',
  ),
  confirm_open: saidOf('请确认任何地址都能调用，再提交。', 'Confirm that every address may call.'),
  contact: saidOf(
    '请填写联系人和电话或邮箱，不超过 200 个字符。',
    'Enter a contact with a phone number or e-mail, at most 200 characters.',
  ),
  daily_cap: cap,
  decision: choice,
  details: saidOf('请填写用途，不超过 4000 个字符。', 'Describe the purpose in at most 4000 characters.'),
  disposable_addresses: choice,
  domestic_address: callAddress,
  domestic_only: onOrOff,
  electronic_special_invoices: choice,
  email: emailWords,
  enabled: onOrOff,
  encoding: choice,
  events: saidOf('请至少选择一种消息。', 'Choose at least one kind of message.'),
  expected_on: saidOf('请填写今天或之后的日期，例如 2026-11-30。', 'Enter today or a later date, such as 2026-11-30.'),
  expires_at: saidOf('请填写将来的时间；不过期则留空。', 'Enter a future time. Leave empty if it does not expire.'),
  external_id: reload,
  filter: saidOf(
    '筛选条件无效，或时间早于保留期。请清除后重新选择。',
    'The filter is invalid or starts before the retention period. Clear it and choose again.',
  ),
  format: choice,
  from: reload,
  icp_number: line,
  id: reload,
  ids: reload,
  impact: choice,
  invoice_item: line,
  invoice_tax_rate: saidOf('请填写百分数，最多两位小数，例如 6。', 'Enter a percentage with at most two decimals, such as 6.'),
  ip_allow_list: saidOf(
    '每行填写一个 IP 地址或网段，例如 203.0.113.7 或 203.0.113.0/24，最多 1000 个。',
    'Enter one IP address or range per line, such as 203.0.113.7 or 203.0.113.0/24, at most 1000.',
  ),
  isolation: saidOf(
    '请选择共用、自有优先或仅自有。所有节点升级后才能修改。',
    'Choose shared, custom first or custom only. All nodes must run this version.',
  ),
  kind: choice,
  limits: limit,
  limits_of_plan: onOrOff,
  locale: saidOf('请选择中文或英文。', 'Choose Chinese or English.'),
  logo: saidOf(
    '请选择正方形图片，边长 32 到 512 像素，不超过 64 kB，不含附加数据。',
    'Choose a square image of 32 to 512 pixels and at most 64 kB, without extra data.',
  ),
  low_balance: saidOf(
    '请填写大于 0 的金额，最多四位小数；不提醒则留空。',
    'Enter an amount above 0 with at most four decimals. Leave empty for no alert.',
  ),
  mail: saidOf('请选择是否发送邮件。发送邮件需要先配置邮件服务器。', 'Choose whether to send mail. Mail needs a mail server.'),
  maintenance: saidOf(
    '请填写维护的开始和结束时间：开始不早于当前时间，最长 7 天。',
    'Enter a start time from now on and an end time at most 7 days later.',
  ),
  method: saidOf('请选择列出的支付方式。', 'Choose one of the listed payment methods.'),
  model: saidOf('请选择列出的对话模型。', 'Choose one of the listed chat models.'),
  model_allow_list: saidOf('请选择列出的模型，或不限制模型。', 'Choose from the listed models, or allow all.'),
  models: saidOf('请选择列出的模型，最多 200 个。', 'Choose at most 200 of the listed models.'),
  monthly_cap: cap,
  name: saidOf('请填写名称，不超过 200 个字符。', 'Enter a name of at most 200 characters.'),
  note: saidOf('说明不超过 2000 个字符。', 'Enter at most 2000 characters.'),
  off: dates,
  on: dates,
  overseas_address: callAddress,
  password: saidOf('请输入 10 到 128 个字符的密码。', 'Enter a password of 10 to 128 characters.'),
  payee: saidOf('请填写收款户名、账号和开户行。', 'Enter the name, number and bank of an account.'),
  phone: line,
  pinned: onOrOff,
  plan: saidOf('请选择列出的套餐。', 'Choose one of the listed plans.'),
  position: saidOf('请填写 0 到 1,000,000 的整数。', 'Enter a whole number from 0 to 1,000,000.'),
  preferred_route: saidOf('请选择一条线路；不指定则留空。', 'Choose a route, or leave empty for none.'),
  key_id: saidOf('请选择一个密钥，或留空。', 'Choose a key, or leave it empty.'),
  account_id: saidOf('请选择一个账号，或留空。', 'Choose an account, or leave it empty.'),
  stream: onOrOff,
  affinity_key: line,
  endpoint: saidOf('请选择一种接口，或留空。', 'Choose an operation, or leave it empty.'),
  if_revision: saidOf('请重新加载页面，再做修改。', 'Reload the page, then make the change again.'),
  input_tokens: saidOf('请填写 0 到 100,000,000 的整数。', 'Enter a whole number from 0 to 100,000,000.'),
  output_tokens: saidOf('请填写 0 到 100,000,000 的整数。', 'Enter a whole number from 0 to 100,000,000.'),
  request: saidOf('请填写 JSON 格式的请求。', 'Enter the request as JSON.'),
  price: saidOf(
    '每项价格为 0 到 1,000,000，最多九位小数，输入和输出必填。',
    'Enter prices from 0 to 1,000,000 with at most nine decimals. Input and output are required.',
  ),
  price_from: saidOf('请填写将来的时间；立即生效则留空。', 'Enter a future time. Leave empty to start now.'),
  price_multiplier: saidOf('请填写 0.01 到 100 之间的系数。', 'Enter a factor from 0.01 to 100.'),
  price_until: saidOf('请填写晚于开始的时间；不结束则留空。', 'Enter a time after the start. Leave empty for no end.'),
  privacy_en: longText,
  privacy_zh: longText,
  probed: onOrOff,
  public_security_number: line,
  publish_at: saidOf(
    '请填写不晚于维护开始的发布时间；立即发布则留空。',
    'Enter a publishing time no later than the start of the maintenance. Leave empty to publish now.',
  ),
  routing: choice,
  status_reason: saidOf(
    '请填写冻结原因，不超过 500 个字符。账号的成员会看到。',
    'Enter a reason of at most 500 characters. The members of the account see it.',
  ),
  reason: saidOf('请填写原因，不超过 300 个字符。', 'Enter a reason of at most 300 characters.'),
  reference: saidOf('请填写银行流水号，不超过 64 个字符。', 'Enter the bank reference of the transfer, at most 64 characters.'),
  remark: saidOf('备注不超过 500 个字符。', 'Enter at most 500 characters.'),
  requests_per_minute: limit,
  role: saidOf(
    '请选择角色。适用于整个账号的角色不能限定到子账号。',
    'Choose a role. A role for the whole account cannot be limited to a sub-account.',
  ),
  sales_email: emailWords,
  secrets: saidOf(
    '请核对密钥和证书：从支付平台完整复制，必填项不能为空。',
    'Check the keys and certificates. Copy each one completely from the payment service and fill in all required fields.',
  ),
  dismissed_set_up: saidOf(
    '请每行填写一个事项，不要修改事项的名称。',
    'Enter one step per line, and do not change the names of steps.',
  ),
  service_name: saidOf(
    '请填写服务名称，一行，不超过 40 个字符。',
    'Enter the name of the service in one line of at most 40 characters.',
  ),
  settings: saidOf(
    '请核对各项设置：从支付平台完整复制，必填项不能为空。',
    'Check the settings. Copy each one completely from the payment service and fill in all required fields.',
  ),
  sign_up: choice,
  sign_up_domains: domains,
  sign_up_domains_refused: domains,
  slip: saidOf('请填写红字确认单编号，不超过 40 个字符。', 'Enter the number of the confirmation slip, at most 40 characters.'),
  source: saidOf('请填写日期的来源，不超过 200 个字符。', 'Enter the source of the dates, at most 200 characters.'),
  stage: saidOf('请选择下一阶段，或结束申请。', 'Choose the next stage, or decline the request.'),
  status: choice,
  strict: onOrOff,
  sub_account_id: saidOf(
    '请选择列出的子账号；适用于整个账号的角色不选。',
    'Choose a listed sub-account, or none for a role that covers the whole account.',
  ),
  support_email: emailWords,
  support_hours: line,
  support_phone: line,
  terms_en: longText,
  terms_zh: longText,
  text: saidOf('请填写中文和英文正文。', 'Enter the text in both languages.'),
  title: saidOf('请填写中文和英文标题，各一行。', 'Enter the title in both languages, one line each.'),
  token: saidOf('链接不完整。请打开邮件中的完整链接。', 'The link is incomplete. Open the full link from the mail.'),
  trial_credit: saidOf(
    '请填写低于 10,000 元的金额，最多四位小数；不发放则填 0。',
    'Enter an amount below 10,000 CNY with at most four decimals, or 0 for none.',
  ),
  trial_credits_per_day: saidOf('请填写整数；不限则留空。', 'Enter a whole number. Leave empty for no limit.'),
  up_to: reload,
  url: saidOf('请填写公网 https 地址，不超过 1000 个字符。', 'Enter a public https address of at most 1000 characters.'),
  wanted: onOrOff,
};

/** Texts for every field of a request. */
export type WordsOf<Request extends z.ZodType> = Readonly<Record<keyof z.input<Request> & string, Said>>;
