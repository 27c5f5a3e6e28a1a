import type { Locale } from '../enumerations.ts';
import { noticeKind } from '../notices/notice-kind.ts';

/** Changes that members made to their sign-in. */
const securityWords: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  zh: {
    password_changed: '修改了密码',
    email_changed: '更换了登录邮箱',
    totp_on: '开启了两步验证',
    totp_off: '关闭了两步验证',
    backup_codes_made: '重新生成了备用码',
    passkey_added: '添加了通行密钥',
    passkey_removed: '移除了通行密钥',
    identity_linked: '关联了第三方登录',
    identity_removed: '解除了第三方登录的关联',
    sessions_ended: '退出了其他设备',
    new_device: '在一台新设备上登录',
  },
  en: {
    password_changed: 'changed their password',
    email_changed: 'changed their e-mail address',
    totp_on: 'turned two-step sign-in on',
    totp_off: 'turned two-step sign-in off',
    backup_codes_made: 'generated new backup codes',
    passkey_added: 'added a passkey',
    passkey_removed: 'removed a passkey',
    identity_linked: 'linked a single sign-on identity',
    identity_removed: 'removed a single sign-on identity',
    sessions_ended: 'ended their other sign-ins',
    new_device: 'signed in on a new device',
  },
};

/** Notices about balance, prices and access of an account. */
export const accountNotices = {
  balance_low: noticeKind({
    params: ['available', 'threshold'],
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ available, threshold }, { money }) => ({
        title: `余额还剩 ${money(available)}，低于 ${money(threshold)}`,
        detail: '余额用完后，调用会被拒绝，不收费。充值后，余额再次低于该值时会再次提醒。',
        action: '充值',
      }),
      en: ({ available, threshold }, { money }) => ({
        title: `The balance is ${money(available)}, below ${money(threshold)}`,
        detail:
          'Once it is used up, calls are refused and not charged. After a top-up, you are notified when it falls below this amount again.',
        action: 'Top up',
      }),
    },
  }),
  webhook_off: noticeKind({
    params: ['host'],
    level: 'warning',
    mail: 'managers',
    words: {
      zh: ({ host }, { name }) => ({
        title: `发往 ${name(host)} 的 Webhook 已停用`,
        detail: '三天内没有一条消息送达。请修复接收服务器，再在提醒设置中重新启用；站内信不受影响。',
        action: '查看 Webhook',
      }),
      en: ({ host }, { name }) => ({
        title: `The webhook to ${name(host)} is turned off`,
        detail:
          'No delivery succeeded for three days. Fix the server, then turn the webhook on again; messages in the console are not affected.',
        action: 'View webhook',
      }),
    },
  }),
  price_rise: noticeKind({
    params: ['model', 'at', 'before', 'after'],
    level: 'info',
    mail: 'payers',
    words: {
      zh: ({ model, at, before, after }, { name, moment }) => ({
        title: `${name(model)} 将在 ${moment(at)} 涨价`,
        detail: `每百万 token 的输入和输出价格从 ${before} 调整为 ${after}。在此之前的调用按现在的价格收费。`,
        action: '查看价格',
      }),
      en: ({ model, at, before, after }, { name, moment }) => ({
        title: `${name(model)} will cost more from ${moment(at)}`,
        detail: `Input and output per 1M tokens change from ${before} to ${after}. Calls until then are charged at the current price.`,
        action: 'View price',
      }),
    },
  }),
  key_change: noticeKind({
    params: ['change', 'key', 'person', 'at'],
    level: 'info',
    mail: 'managers',
    words: {
      zh: ({ change, key, person, at }, { name, moment }) => ({
        title: change === 'reset' ? `密钥 ${name(key)} 已重置` : `新建了密钥 ${name(key)}`,
        detail: `${name(person)}，${moment(at)}。${change === 'reset' ? '旧密钥已失效。' : ''}如非本账号成员操作，请立即停用该密钥，并查看变更记录。`,
        action: '查看密钥',
      }),
      en: ({ change, key, person, at }, { name, moment }) => ({
        title: change === 'reset' ? `Key ${name(key)} was reset` : `Key ${name(key)} was created`,
        detail: `By ${name(person)}, at ${moment(at)}. ${change === 'reset' ? 'The old value no longer works. ' : ''}If this was not a member of your account, disable the key at once and check the audit log.`,
        action: 'View key',
      }),
    },
  }),
  security_change: noticeKind({
    params: ['person', 'change', 'at'],
    level: 'info',
    // Sign-in itself mails the person at once.
    mail: 'nobody',
    words: {
      zh: ({ person, change, at }, { name, moment }) => ({
        title: `${name(person)} ${securityWords.zh[change] ?? '更改了登录方式'}`,
        detail: `时间 ${moment(at)}。如非本人操作，请立即修改密码并退出其他设备。`,
        action: '查看安全设置',
      }),
      en: ({ person, change, at }, { name, moment }) => ({
        title: `${name(person)} ${securityWords.en[change] ?? 'changed how they sign in'}`,
        detail: `At ${moment(at)}. If this was somebody else, change the password at once and end all other sign-ins.`,
        action: 'View security settings',
      }),
    },
  }),
} as const;
