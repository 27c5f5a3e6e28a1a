import type { Locale } from '../enumerations.ts';
import { noticeKind } from '../notices/notice-kind.ts';

/** What a member changed of how they sign in. */
const securityWords: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  zh: {
    password_changed: '改了密码',
    email_changed: '换了邮箱',
    totp_on: '开启了两步验证',
    totp_off: '关闭了两步验证',
    backup_codes_made: '重新生成了备用码',
    passkey_added: '添加了通行密钥',
    passkey_removed: '移除了通行密钥',
    identity_linked: '关联了第三方登录',
    identity_removed: '解除了第三方登录的关联',
    sessions_ended: '结束了其他登录',
    new_device: '在一台新设备上登录',
  },
  en: {
    password_changed: 'changed their password',
    email_changed: 'changed their address',
    totp_on: 'turned two-step sign-in on',
    totp_off: 'turned two-step sign-in off',
    backup_codes_made: 'made new backup codes',
    passkey_added: 'added a passkey',
    passkey_removed: 'removed a passkey',
    identity_linked: 'linked a single sign-on identity',
    identity_removed: 'removed a single sign-on identity',
    sessions_ended: 'ended their other sign-ins',
    new_device: 'signed in on a new device',
  },
};

/** About the account itself: its balance, its prices, how people get in. */
export const accountNotices = {
  balance_low: noticeKind({
    params: ['available', 'threshold'],
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ available, threshold }, { money }) => ({
        title: `余额还剩 ${money(available)}，低于 ${money(threshold)}`,
        detail: '余额用完后，调用会被拒绝，不收费。充值后，余额再次低于这个数时会再提醒。',
        action: '去充值',
      }),
      en: ({ available, threshold }, { money }) => ({
        title: `The balance is ${money(available)}, below ${money(threshold)}`,
        detail:
          'Once it is used up, calls are refused and not charged. After a top-up you are told again when it falls below this sum.',
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
        detail: '三天里没有一条送达。修好接收的服务器后，在提醒设置里重新启用。站内消息不受影响。',
        action: '查看 Webhook',
      }),
      en: ({ host }, { name }) => ({
        title: `The webhook to ${name(host)} is turned off`,
        detail:
          'Nothing has arrived there for three days. Mend the server, then turn it on again. Messages here go on as before.',
        action: 'See the webhook',
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
        detail: `每 1M token 的输入和输出价，从 ${before} 改为 ${after}。在此之前的调用按现在的价格收费。`,
        action: '查看价格',
      }),
      en: ({ model, at, before, after }, { name, moment }) => ({
        title: `${name(model)} will cost more from ${moment(at)}`,
        detail: `Input and output per 1M tokens go from ${before} to ${after}. Calls until then are charged at today's price.`,
        action: 'See the price',
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
        detail: `${name(person)}，${moment(at)}。${change === 'reset' ? '旧的值已经不能用。' : ''}不是你们的人操作时，马上停用这把密钥，并查看操作记录。`,
        action: '查看密钥',
      }),
      en: ({ change, key, person, at }, { name, moment }) => ({
        title: change === 'reset' ? `Key ${name(key)} was reset` : `Key ${name(key)} was made`,
        detail: `By ${name(person)}, at ${moment(at)}. ${change === 'reset' ? 'The old value is dead. ' : ''}If that was none of you, disable the key at once and see what else was changed.`,
        action: 'See the key',
      }),
    },
  }),
  security_change: noticeKind({
    params: ['person', 'change', 'at'],
    level: 'info',
    // Mailed to the person at once, by sign-in itself.
    mail: 'nobody',
    words: {
      zh: ({ person, change, at }, { name, moment }) => ({
        title: `${name(person)} ${securityWords.zh[change] ?? '改动了登录方式'}`,
        detail: `时间 ${moment(at)}。不是本人操作时，马上改密码并结束其他登录。`,
        action: '查看安全设置',
      }),
      en: ({ person, change, at }, { name, moment }) => ({
        title: `${name(person)} ${securityWords.en[change] ?? 'changed how they sign in'}`,
        detail: `At ${moment(at)}. If that was somebody else, change the password at once and end all other sign-ins.`,
        action: 'See security',
      }),
    },
  }),
} as const;
