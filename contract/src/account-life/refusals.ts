import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about exports of all data and the closing of accounts. */
export const accountLifeRefusals = {
  data_exports_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} data exports in 24 hours. Try again after 24 hours.',
    zh: '一个账号 24 小时内最多导出 {max} 次全部数据。请在 24 小时后再试。',
  },
  no_room_for_data_export: {
    code: 'conflict',
    en: 'There is no room for the file. Wait until older files are gone, or ask the operator.',
    zh: '没有空间放这个文件了。等旧文件到期，或联系客服。',
  },
  data_export_has_no_file: {
    code: 'conflict',
    en: 'There is no file. Ask for another one.',
    zh: '没有文件。重新导出一次。',
  },
  closing_meets_invoice: {
    code: 'conflict',
    en: 'An invoice request or a reversal is in progress. Withdraw it, or wait until it is done, then close the account.',
    zh: '开票或红冲还没有办完。撤回它，或等它办完，再注销。',
  },
  closing_meets_debt: {
    code: 'conflict',
    en: 'The balance is below zero. Top it up to zero first, then close the account.',
    zh: '余额低于零。先充值到零，再注销。',
  },
  closing_meets_last_operator: {
    code: 'conflict',
    en: 'A member of this account is the only administrator of the service. Appoint another administrator first, then close the account.',
    zh: '账号里有服务唯一的管理员。先任命另一位管理员，再注销。',
  },
  closing_begun: {
    code: 'conflict',
    en: 'This account is being closed. Reload the page to see its progress.',
    zh: '账号正在注销。刷新页面看进度。',
  },
  closing_not_revocable: {
    code: 'conflict',
    en: 'It is too late to take this back: the seven days are over. Sign up again to use the service.',
    zh: '七天已过，不能再撤回。重新注册即可继续使用。',
  },
  closing_went_on: {
    code: 'conflict',
    en: 'This account is past that: look at it again.',
    zh: '账号的注销已经走过这一步。重新打开看看。',
  },
  closing_just_taken_back: {
    code: 'conflict',
    en: 'The closing of this account was taken back at the same moment. Repeat the request.',
    zh: '这个账号的注销刚刚被撤回，请再试一次。',
  },
  password_wrong: {
    code: 'invalid_parameter',
    en: 'The password is not right. Enter the one you sign in with.',
    zh: '密码不对。输入你登录用的密码。',
  },
  passwords_wrong: {
    code: 'too_many_failed_attempts',
    en: 'Too many attempts. Try again in 15 minutes.',
    zh: '尝试太多次。15 分钟后再试。',
  },
  sign_in_too_old: {
    code: 'conflict',
    en: 'Sign out and in again, then close the account within ten minutes: you have no password that could be asked for.',
    zh: '先退出再重新登录，十分钟内注销：你没有可核对的密码。',
  },
} as const satisfies Refusals;
