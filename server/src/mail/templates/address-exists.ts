import { button, paragraph, type MailWriter } from '../mail-content.ts';

export const addressExists: MailWriter<'address-exists'> = {
  zh: ({ url }) => ({
    subject: '该邮箱已注册',
    blocks: [paragraph('刚才有人用这个邮箱注册，但账号已存在。请直接登录；如忘记密码，可在登录页重置。'), button('登录', url)],
    why: '有人在注册页填写了这个邮箱。如非本人操作，请忽略本邮件，你的账号没有变化。',
  }),
  en: ({ url }) => ({
    subject: 'You already have an account',
    blocks: [
      paragraph(
        'Somebody just tried to sign up with this address, which already has an account. Sign in, or reset your password on the sign-in page.',
      ),
      button('Sign in', url),
    ],
    why: 'Somebody entered this address on the sign-up page. If this was not you, ignore this mail; your account has not changed.',
  }),
};
