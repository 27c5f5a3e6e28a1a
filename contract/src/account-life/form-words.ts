import { saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { beginClosingRequest } from './closing.ts';

/** Expected value of each form field, shown when the API rejects the input. */
export const accountLifeFormWords = {
  closing: {
    name: text('请输入账号的完整名称。', 'Enter the exact name of the account.'),
    password: text('密码错误。请输入登录密码。', 'The password is incorrect. Enter the password you sign in with.'),
  } satisfies WordsOf<typeof beginClosingRequest>,
};
