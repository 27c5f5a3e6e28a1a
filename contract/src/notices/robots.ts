import { z } from 'zod';
import { locales } from '../enumerations.ts';
import { textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

export const robotKinds = ['webhook', 'dingtalk', 'wecom', 'feishu'] as const;
export type RobotKind = (typeof robotKinds)[number];

const kindText =
  '`dingtalk`, `wecom`, `feishu`: a robot of a group there, by the address that it is given; `webhook`: any server that `TOLLGATE_ALARM_ORIGINS` names.';
const nameField = textField('What operators call it.', 60, 1);
const address = z
  .string({ error: 'must be the address of the robot' })
  .max(2000, { error: 'must have at most 2000 characters' })
  .meta({ description: 'With the token that it holds. It is kept sealed and shown to nobody again.' });
const secret = z
  .string({ error: 'must be a text, or null for none' })
  .min(1, { error: 'must be null for none' })
  .max(200, { error: 'must have at most 200 characters' })
  .nullable()
  .meta({ description: 'Signs what is sent, where the robot asks for it; `null`: nothing is signed. Kept sealed.' });

const deliveryAnswer = z.object({
  robot_id: z.string(),
  robot_name: z.string(),
  state: z
    .enum(['waiting', 'sent', 'failed'])
    .meta({ description: '`waiting`: goes out or is tried again; `failed`: given up.' }),
  attempts: z.number(),
  last_error: z.string().nullable(),
  tried_at: timeAnswer.nullable(),
});

export const robotAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(robotKinds).meta({ description: kindText }),
    locale: z.enum(locales),
    host: z.string().meta({ description: 'Of its address, which is not shown.' }),
    signs: z.boolean(),
    enabled: z.boolean(),
    created_at: timeAnswer,
    last: deliveryAnswer.omit({ robot_id: true, robot_name: true }).nullable().meta({ description: 'Its latest message.' }),
  })
  .meta({ id: 'Robot' });
export const robotList = listOf(robotAnswer);

export const robotRequest = z
  .strictObject({
    name: nameField,
    kind: z.enum(robotKinds, { error: `must be one of ${robotKinds.join(', ')}` }).meta({ description: kindText }),
    locale: z.enum(locales, { error: 'must be zh or en' }),
    address,
    secret: secret.optional(),
  })
  .meta({
    examples: [
      {
        name: '值班群',
        kind: 'dingtalk',
        locale: 'zh',
        address: 'https://oapi.dingtalk.com/robot/send?access_token=…',
        secret: 'SEC…',
      },
    ],
  });
export const patchRobotRequest = z
  .strictObject({
    name: nameField.optional(),
    locale: z.enum(locales, { error: 'must be zh or en' }).optional(),
    address: address.optional(),
    secret: secret.optional(),
    enabled: z.boolean({ error: 'must be true or false' }).optional(),
  })
  .meta({ examples: [{ enabled: false }] });

export const robotTestAnswer = z
  .object({
    ok: z.boolean(),
    fault: z.string().nullable().meta({ description: 'Why it did not arrive.' }),
  })
  .meta({ id: 'RobotTest' });

export const alarmGroupAnswer = z
  .object({
    id: z.string(),
    kind: z.string().meta({ examples: ['upstream_key_dead'] }),
    state: z
      .enum(['open', 'told', 'quiet'])
      .meta({ description: '`open`: gathers more before it is told; `quiet`: all of it was told within the hour before.' }),
    created_at: timeAnswer,
    due_at: timeAnswer,
    alarms: z.array(
      z.object({
        subject: z.string(),
        params: z.record(z.string(), z.string()),
        count: z.number(),
        first_at: timeAnswer,
        last_at: timeAnswer,
      }),
    ),
    deliveries: z.array(deliveryAnswer),
  })
  .meta({ id: 'AlarmGroup' });
export const alarmGroupList = listOf(alarmGroupAnswer);
export const alarmsQuery = z.strictObject({ ...pageQuery });

export type RobotAnswer = z.output<typeof robotAnswer>;
export type RobotRequest = z.output<typeof robotRequest>;
export type PatchRobotRequest = z.output<typeof patchRobotRequest>;
export type AlarmGroupAnswer = z.output<typeof alarmGroupAnswer>;
