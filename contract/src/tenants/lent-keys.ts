import { z } from 'zod';
import { timeAnswer } from '../fields.ts';

export const lentKeyAnswer = z
  .object({
    key: z.string().meta({ description: 'Send it as the key of calls.' }),
    expires_at: timeAnswer.meta({ description: 'Ask for another one before.' }),
  })
  .meta({ id: 'LentKey' });
export type LentKeyAnswer = z.output<typeof lentKeyAnswer>;
