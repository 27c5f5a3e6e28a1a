import { saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { robotRequest } from './robots.ts';

/** What belongs into each field of a form, said where the interface has refused it. */
export const noticesFormWords = {
  robot: {
    name: text('写机器人的名称，不超过 60 个字符。', 'Write a name of at most 60 characters.'),
    kind: text('选一种机器人。', 'Choose a kind of robot.'),
    locale: text('选中文或英文。', 'Choose Chinese or English.'),
    address: text(
      '从群里原样复制机器人的 https 地址；自建的要先由运维放行。',
      'Copy the https address of the robot as its group shows it; one of your own must be allowed where the service is set up.',
    ),
    secret: text('写加签密钥，不超过 200 个字符；没有就留空。', 'Write what signs, in at most 200 characters, or nothing.'),
  } satisfies WordsOf<typeof robotRequest>,
};
