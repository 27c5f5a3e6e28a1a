import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about messages, mails, webhooks and chat robots. */
export const noticeRefusals = {
  webhooks_full: {
    code: 'conflict',
    en: 'An account may have {max} webhooks. Remove one first.',
    zh: '一个账号最多 {max} 个 webhook。先删掉一个。',
  },
  webhook_tests_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} webhook tests in 24 hours. Try again tomorrow.',
    zh: '一个账号 24 小时内最多测试 {max} 次 webhook。请明天再试。',
  },
  webhook_tests_this_minute: {
    code: 'conflict',
    en: 'Webhooks of an account are tried {max} times a minute at most. Try it in a minute.',
    zh: '每分钟最多试 {max} 次 webhook。等 1 分钟再试。',
  },
  webhook_test_runs: {
    code: 'conflict',
    en: 'A webhook of this account is being tried. Wait for its answer.',
    zh: '这个账号有一个 webhook 正在测试，请等它有结果。',
  },
  robots_full: {
    code: 'conflict',
    en: 'There are {max} robots already, the most there may be. Remove one first.',
    zh: '已有 {max} 个机器人，不能更多。先删掉一个。',
  },
  robot_busy: {
    code: 'conflict',
    en: 'This robot has had as many messages as it takes in a minute. Try it in a minute.',
    zh: '这个机器人一分钟内能收的消息已满。等 1 分钟再试。',
  },
  no_mail_server: {
    code: 'conflict',
    en: 'There is no mail server. Set TOLLGATE_SMTP_URL, or read the mail and pass its link on yourself.',
    zh: '没有配置邮件服务器。打开邮件，把里面的链接自己转给对方。',
  },
  mail_forgotten: {
    code: 'conflict',
    en: 'The mail is sent, and what it said is forgotten. Have its recipient ask for a new one.',
    zh: '邮件已发出，内容不再保留。请收件人重新申请一封。',
  },
  pages_listening_full: {
    code: 'concurrency_limit_exceeded',
    en: 'Too many pages of this account listen for messages at once. Close some, or reload this one later.',
    zh: '这个账号打开的页面太多。关掉几个，或稍后重新打开这一页。',
  },
} as const satisfies Refusals;
