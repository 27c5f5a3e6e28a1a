import { z } from 'zod';
import { timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { accountParams } from '../tenants/account.ts';
import { marksMax } from './notice-bounds.ts';

const noticeNumber = z.string().regex(/^\d{1,18}$/, { error: 'must be the id of a message' });

export const ownNoticesQuery = z.strictObject({
  unread: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .meta({ description: '`true`: only unread messages.' }),
  ...pageQuery,
});

export const ownNoticeAnswer = z
  .object({
    id: z.string(),
    kind: z.string().meta({
      description:
        '`cap_80`, `cap_90`, `cap_100`, `broken_connections_key`, `broken_connections_account`, or a kind for the whole account, such as `balance_low`. More kinds can follow.',
      examples: ['cap_90'],
    }),
    level: z.enum(['info', 'warning', 'paused']).meta({ description: '`paused`: calls are refused until you act.' }),
    params: z.record(z.string(), z.string()).meta({
      description: 'Values in the text. For a cap: `level` in percent, `window` (`day` or `month`), `spent` and `cap` in CNY.',
      examples: [{ level: '90', window: 'day', spent: '4.5', cap: '5' }],
    }),
    key_id: z.string().nullable(),
    key_remark: z.string().nullable(),
    link: z.string().nullable().meta({ description: 'Related page of the console, if the message is not about a key.' }),
    text: z.string().meta({ description: 'The message in English.' }),
    created_at: timeAnswer,
    read_at: timeAnswer.nullable(),
  })
  .meta({ id: 'OwnNotice' });
export const ownNoticeList = listOf(ownNoticeAnswer);
export type OwnNoticeAnswer = z.output<typeof ownNoticeAnswer>;

export const unreadAnswer = z
  .object({ unread: z.number().meta({ description: 'At most 100 are counted.' }) })
  .meta({ id: 'UnreadNotices' });

export const noticeParams = z.strictObject({ ...accountParams.shape, noticeId: noticeNumber });

export const readNoticesRequest = z
  .strictObject({
    ids: z
      .array(noticeNumber)
      .min(1)
      .max(marksMax, { error: `must be at most ${String(marksMax)} ids` })
      .optional()
      .meta({ description: `Only these messages, at most ${String(marksMax)}.`, examples: [['41', '42']] }),
    up_to: noticeNumber.optional().meta({ description: 'Newest message to mark; all by default.' }),
  })
  .meta({ examples: [{}] });
export const readNoticesAnswer = z
  .object({ marked: z.number().meta({ description: 'Number of messages marked as read.' }) })
  .meta({ id: 'NoticesRead' });
