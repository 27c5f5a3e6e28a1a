import { button, paragraph, type MailWriter } from '../mail-content.ts';

export const addressExists: MailWriter<'address-exists'> = {
  zh: ({ url }) => ({
    subject: '这个邮箱已经注册过',
    blocks: [
      paragraph('刚才有人想用这个邮箱再注册一次。你的账号已经存在，直接登录即可；忘了密码，可以在登录页重设。'),
      button('去登录', url),
    ],
    why: '有人在注册页填了这个邮箱。如果不是你，不用理会，你的账号没有变化。',
  }),
  en: ({ url }) => ({
    subject: 'You already have an account',
    blocks: [
      paragraph(
        'Somebody tried to sign up with this address just now. Your account exists already: sign in, or reset the password on the sign-in page.',
      ),
      button('Sign in', url),
    ],
    why: 'Somebody entered this address on the sign-up page. If it was not you, ignore this mail; nothing about your account has changed.',
  }),
};
