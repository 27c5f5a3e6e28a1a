import { saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { beginClosingRequest } from './closing.ts';

/** What belongs into each field of a form, said where the interface has refused it. */
export const accountLifeFormWords = {
  closing: {
    name: text('写账号现在的名称，一字不差。', 'Write the name of the account, exactly as it is.'),
    password: text('密码不对。输入你登录用的密码。', 'The password is not right. Enter the one you sign in with.'),
  } satisfies WordsOf<typeof beginClosingRequest>,
};
