import { saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { robotRequest } from './robots.ts';

/** Expected value of each form field, shown when the API rejects the input. */
export const noticesFormWords = {
  robot: {
    name: text('请填写群机器人的名称，不超过 60 个字符。', 'Enter a name of at most 60 characters.'),
    kind: text('请选择群机器人类型。', 'Choose a kind of chat bot.'),
    locale: text('请选择中文或英文。', 'Choose Chinese or English.'),
    address: text(
      '请从群设置中复制群机器人的 https 地址。自建地址须先由运维放行。',
      'Copy the https address of the chat bot from its group. An operator must allow a custom address in the settings of the installation first.',
    ),
    secret: text(
      '请填写加签密钥，不超过 200 个字符；没有则留空。',
      'Enter the signing secret, at most 200 characters. Leave empty if there is none.',
    ),
  } satisfies WordsOf<typeof robotRequest>,
};
