import { button, paragraph, type MailWriter } from '../mail-content.ts';

export const resetPassword: MailWriter<'reset-password'> = {
  zh: ({ url }) => ({
    subject: '重置密码',
    blocks: [
      paragraph('请点击下面的按钮设置新密码。设置后，其他设备上的登录全部失效。'),
      button('设置新密码', url),
      paragraph('链接只能使用一次，请尽快打开。'),
    ],
    why: '有人申请重置该邮箱所属账号的密码。如非本人操作，请忽略本邮件，密码不变。',
  }),
  en: ({ url }) => ({
    subject: 'Reset your password',
    blocks: [
      paragraph('Choose a new password with the button below. All other devices are then signed out.'),
      button('Choose a new password', url),
      paragraph('The link works once and expires soon.'),
    ],
    why: 'Somebody requested a password reset for this address. If this was not you, ignore this mail; your password does not change.',
  }),
};
