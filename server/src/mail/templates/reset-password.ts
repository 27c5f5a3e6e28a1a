import { button, paragraph, type MailWriter } from '../mail-content.ts';

export const resetPassword: MailWriter<'reset-password'> = {
  zh: ({ url }) => ({
    subject: '重设密码',
    blocks: [
      paragraph('点下面的按钮设置新密码。设好后，其他设备上的登录全部失效。'),
      button('设置新密码', url),
      paragraph('链接只能用一次，很快过期。'),
    ],
    why: '有人要求重设这个邮箱的密码。如果不是你，不用理会，密码不变。',
  }),
  en: ({ url }) => ({
    subject: 'Reset your password',
    blocks: [
      paragraph('Choose a new password. Once it is set, every other device is signed out.'),
      button('Choose a new password', url),
      paragraph('The link works once and expires soon.'),
    ],
    why: 'Somebody asked to reset the password of this address. If it was not you, ignore this mail; the password stays as it is.',
  }),
};
