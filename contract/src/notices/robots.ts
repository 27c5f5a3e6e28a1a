import { z } from 'zod';
import { locales } from '../enumerations.ts';
import { textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { deliveryFault } from './delivery-faults.ts';

export const robotKinds = ['webhook', 'dingtalk', 'wecom', 'feishu'] as const;
export type RobotKind = (typeof robotKinds)[number];

const kindText =
  '`dingtalk`, `wecom`, `feishu`: a chat bot of a group, by its webhook address; `webhook`: a server listed in `TOLLGATE_ALARM_ORIGINS`.';
const nameField = textField('Name of the chat bot.', 60, 1);
const address = z
  .string({ error: 'must be the address of the chat bot' })
  .max(2000, { error: 'must have at most 2000 characters' })
  .meta({ description: 'Includes the token. The address is encrypted and never shown again.' });
const secret = z
  .string({ error: 'must be a text, or null for none' })
  .min(1, { error: 'must be null for none' })
  .max(200, { error: 'must have at most 200 characters' })
  .nullable()
  .meta({ description: 'Signing secret, if the chat bot requires one; `null` for none. It is encrypted.' });

const deliveryAnswer = z.object({
  robot_id: z.string(),
  robot_name: z.string(),
  state: z
    .enum(['waiting', 'sent', 'failed'])
    .meta({ description: '`waiting`: queued or retried; `failed`: no further retries.' }),
  attempts: z.number(),
  last_error: z.string().nullable(),
  last_fault: deliveryFault,
  tried_at: timeAnswer.nullable(),
});

export const robotAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(robotKinds).meta({ description: kindText }),
    locale: z.enum(locales),
    host: z.string().meta({ description: 'Host of the address.' }),
    signs: z.boolean(),
    enabled: z.boolean(),
    created_at: timeAnswer,
    last: deliveryAnswer.omit({ robot_id: true, robot_name: true }).nullable().meta({ description: 'Latest delivery.' }),
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
    fault: z.string().nullable().meta({ description: 'Why the delivery failed.' }),
    reason: deliveryFault,
  })
  .meta({ id: 'RobotTest' });

export const alarmGroupAnswer = z
  .object({
    id: z.string(),
    kind: z.string().meta({ examples: ['upstream_key_dead'] }),
    state: z.enum(['open', 'told', 'quiet']).meta({
      description:
        '`open`: still collecting; `told`: sent; `quiet`: not sent because the same alarms were sent within the last hour.',
    }),
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
