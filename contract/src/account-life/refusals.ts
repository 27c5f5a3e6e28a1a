import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about exports of all data and the closing of accounts. */
export const accountLifeRefusals = {
  data_exports_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} data exports in 24 hours. Try again after 24 hours.',
    zh: '每个账号 24 小时内最多导出 {max} 次数据。请 24 小时后重试。',
  },
  no_room_for_data_export: {
    code: 'conflict',
    en: 'The file store is full. Wait until older files expire, or contact the operator of this service.',
    zh: '文件存储空间已满。请等旧文件过期，或联系运营方。',
  },
  data_export_has_no_file: {
    code: 'conflict',
    en: 'This data export has no file. Export the data again.',
    zh: '这次导出没有文件。请重新导出。',
  },
  closing_meets_invoice: {
    code: 'conflict',
    en: 'An invoice request or reversal is in progress. Withdraw it or wait until it completes, then close the account.',
    zh: '有发票申请或红冲正在处理。请先撤回或等待完成，再注销账号。',
  },
  closing_meets_debt: {
    code: 'conflict',
    en: 'The balance is negative. Top up to at least zero, then close the account.',
    zh: '余额为负。请先充值补足欠款，再注销账号。',
  },
  closing_meets_last_operator: {
    code: 'conflict',
    en: 'A member of this account is the only administrator of the service. Appoint another administrator, then close the account.',
    zh: '本账号的成员是服务唯一的管理员。请先任命另一位管理员，再注销账号。',
  },
  closing_begun: {
    code: 'conflict',
    en: 'This account is already being closed. Reload the page to see its progress.',
    zh: '账号已在注销中。请刷新页面查看进度。',
  },
  closing_not_revocable: {
    code: 'conflict',
    en: 'The closure can no longer be canceled: the seven days are over. Sign up again to use the service.',
    zh: '七天已过，无法撤销注销。如需继续使用，请重新注册。',
  },
  closing_went_on: {
    code: 'conflict',
    en: 'The account has already moved past this step. Reload and try again.',
    zh: '账号的注销已进入下一步。请刷新后重试。',
  },
  closing_just_taken_back: {
    code: 'conflict',
    en: 'The closure of this account was just canceled. Try again.',
    zh: '账号的注销刚刚被撤销。请重试。',
  },
  password_wrong: {
    code: 'invalid_parameter',
    en: 'The password is incorrect. Enter the password you sign in with.',
    zh: '密码错误。请输入登录密码。',
  },
  passwords_wrong: {
    code: 'too_many_failed_attempts',
    en: 'Too many attempts. Try again in 15 minutes.',
    zh: '尝试次数过多。请 15 分钟后重试。',
  },
  sign_in_too_old: {
    code: 'conflict',
    en: 'Your account has no password to confirm with. Sign out and in again, then close the account within ten minutes.',
    zh: '你的账号没有可用于确认的密码。请退出并重新登录，然后在十分钟内注销。',
  },
} as const satisfies Refusals;
