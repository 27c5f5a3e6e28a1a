import { button, paragraph, type MailWriter } from '../mail-content.ts';

export const verifyAddress: MailWriter<'verify-address'> = {
  zh: ({ url }, { service }) => ({
    subject: '确认你的邮箱',
    blocks: [
      paragraph('请点击下面的按钮，确认这是你的邮箱。确认后即可创建密钥，使用试用额度。'),
      button('确认邮箱', url),
      paragraph('链接 1 小时内有效，过期后可以在登录页重新发送。'),
    ],
    why: `有人用这个邮箱注册了 ${service.name}。如非本人操作，请忽略本邮件，账号不会启用。`,
  }),
  en: ({ url }, { service }) => ({
    subject: 'Confirm your e-mail address',
    blocks: [
      paragraph('Confirm that this is your address. You can then create keys and use your trial credit.'),
      button('Confirm address', url),
      paragraph('The link works for 1 hour. If it expires, request a new one on the sign-in page.'),
    ],
    why: `Somebody signed up to ${service.name} with this address. If this was not you, ignore this mail; the account is not activated.`,
  }),
};
