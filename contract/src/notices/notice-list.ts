import { z } from 'zod';
import { timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';

export const noticeAnswer = z
  .object({
    id: z.string(),
    account_id: z.string(),
    key_id: z.string(),
    window: z.string(),
    kind: z.string(),
    text: z.string(),
    params: z.record(z.string(), z.string()).meta({ description: 'Values in the text.' }),
    created_at: timeAnswer,
    read_at: timeAnswer.nullable(),
  })
  .meta({ id: 'Notice' });

export const noticeList = listOf(noticeAnswer);
