import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about messages, mails, webhooks and chat bots. */
export const noticeRefusals = {
  webhooks_full: {
    code: 'conflict',
    en: 'An account can have at most {max} webhooks. Remove one first.',
    zh: '每个账号最多 {max} 个 Webhook。请先删除一个。',
  },
  webhook_tests_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} webhook tests in 24 hours. Try again tomorrow.',
    zh: '每个账号 24 小时内最多测试 {max} 次 Webhook。请明天重试。',
  },
  webhook_tests_this_minute: {
    code: 'conflict',
    en: 'An account can test its webhooks at most {max} times a minute. Try again in a minute.',
    zh: '每个账号每分钟最多测试 {max} 次 Webhook。请 1 分钟后重试。',
  },
  webhook_test_runs: {
    code: 'conflict',
    en: 'A webhook test of this account is running. Wait for its result.',
    zh: '本账号有一个 Webhook 正在测试。请等待结果。',
  },
  robots_full: {
    code: 'conflict',
    en: 'You can have at most {max} chat bots. Remove one first.',
    zh: '最多添加 {max} 个群机器人。请先删除一个。',
  },
  robot_busy: {
    code: 'conflict',
    en: 'This chat bot has reached its message limit for this minute. Try again in a minute.',
    zh: '该群机器人已达到每分钟的消息上限。请 1 分钟后重试。',
  },
  no_mail_server: {
    code: 'conflict',
    en: 'No mail server is configured. Set TOLLGATE_SMTP_URL, or open the mail and forward its link yourself.',
    zh: '未配置邮件服务器。请设置 TOLLGATE_SMTP_URL，或打开邮件自行转发其中的链接。',
  },
  mail_forgotten: {
    code: 'conflict',
    en: 'The mail was sent and its content was deleted. Ask the recipient to request a new one.',
    zh: '邮件已发出，内容不再保留。请收件人重新申请。',
  },
  pages_listening_full: {
    code: 'concurrency_limit_exceeded',
    en: 'This account has too many console pages open. Close some, or reload this page later.',
    zh: '本账号打开的控制台页面过多。请关闭一些，或稍后刷新。',
  },
} as const satisfies Refusals;
