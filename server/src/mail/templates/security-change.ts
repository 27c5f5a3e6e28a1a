import type { Locale } from '@tollgate/contract/enumerations';
import type { SecurityChange } from '../../domain/people/outgoing-mail.ts';
import { button, facts, paragraph, type MailWriter } from '../mail-content.ts';
import { showMoment } from '../shown-values.ts';

const changeNames: Readonly<Record<SecurityChange, Readonly<Record<Locale, string>>>> = {
  password_changed: { zh: '密码已修改', en: 'Your password was changed' },
  email_changed: { zh: '登录邮箱已修改', en: 'Your sign-in address was changed' },
  totp_on: { zh: '两步验证已开启', en: 'Two-step sign-in was turned on' },
  totp_off: { zh: '两步验证已关闭', en: 'Two-step sign-in was turned off' },
  backup_codes_made: { zh: '备用码已重新生成，旧备用码失效', en: 'New backup codes were generated; the old ones no longer work' },
  passkey_added: { zh: '新增了一个通行密钥', en: 'A passkey was added' },
  passkey_removed: { zh: '移除了一个通行密钥', en: 'A passkey was removed' },
  identity_linked: { zh: '关联了一个第三方登录', en: 'A single sign-on identity was linked' },
  identity_removed: { zh: '解除了一个第三方登录的关联', en: 'A single sign-on identity was removed' },
  sessions_ended: { zh: '其他设备上的登录已退出', en: 'Other devices were signed out' },
};

export const securityChange: MailWriter<'security-change'> = {
  zh: ({ change, at, ip, url }, context) => ({
    subject: changeNames[change].zh,
    blocks: [
      paragraph('你的登录设置有变更：'),
      facts(['时间', showMoment(at, context)], ['IP 地址', ip]),
      paragraph('如是本人操作，无需处理。如非本人操作，请立即重置密码，并退出所有设备。'),
      button('打开安全设置', url),
    ],
    why: '这是安全通知，不能退订。',
  }),
  en: ({ change, at, ip, url }, context) => ({
    subject: changeNames[change].en,
    blocks: [
      paragraph('Your sign-in settings were changed:'),
      facts(['Time', showMoment(at, context)], ['IP address', ip]),
      paragraph('If this was you, no action is needed. If not, reset your password now and sign out all devices.'),
      button('Open security settings', url),
    ],
    why: 'This is a security notice. You cannot unsubscribe from it.',
  }),
};
