import { button, paragraph, type MailWriter } from '../mail-content.ts';

export const verifyAddress: MailWriter<'verify-address'> = {
  zh: ({ url }, { service }) => ({
    subject: '确认你的邮箱',
    blocks: [
      paragraph('点下面的按钮，确认这个邮箱归你所有。确认后就能创建密钥，领取试用额度。'),
      button('确认邮箱', url),
      paragraph('链接 1 小时内有效，过期后可以在登录页重新发送。'),
    ],
    why: `有人用这个邮箱注册了 ${service.name}。如果不是你，不用理会，账号不会启用。`,
  }),
  en: ({ url }, { service }) => ({
    subject: 'Confirm your e-mail address',
    blocks: [
      paragraph('Confirm that this address is yours. Then you can create keys and use your trial credit.'),
      button('Confirm address', url),
      paragraph('The link works for 1 hour. When it has expired, the sign-in page sends a new one.'),
    ],
    why: `Somebody signed up to ${service.name} with this address. If it was not you, ignore this mail; the account stays closed.`,
  }),
};
