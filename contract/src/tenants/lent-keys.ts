import { z } from 'zod';
import { timeAnswer } from '../fields.ts';

export const lentKeyAnswer = z
  .object({
    key: z.string().meta({ description: 'Use it as the API key.' }),
    expires_at: timeAnswer.meta({ description: 'When it expires. Request another one before.' }),
  })
  .meta({ id: 'LentKey' });
export type LentKeyAnswer = z.output<typeof lentKeyAnswer>;
