import { z } from 'zod';
import { timeAnswer } from '../fields.ts';

export const impersonationAnswer = z
  .object({ account_id: z.string(), until: timeAnswer.meta({ description: 'When it ends automatically.' }) })
  .meta({ id: 'Impersonation' });
