import { z } from 'zod';
import { timeAnswer } from '../fields.ts';

/** Kinds of data that an account stores, in display order. */
export const keptParts = ['calls', 'files', 'changes', 'messages', 'settings', 'orders'] as const;
export type KeptPart = (typeof keptParts)[number];

const bytes = z.number();

export const largestAccountsAnswer = z
  .object({
    counted_at: timeAnswer,
    data: z.array(
      z.object({
        account_id: z.string(),
        name: z.string(),
        bytes: bytes.meta({ description: 'Total of all parts: exact sizes of files, estimates for rows.' }),
        parts: z
          .object(Object.fromEntries(keptParts.map((part) => [part, bytes])) as Record<KeptPart, typeof bytes>)
          .meta({ description: 'Bytes by part. `calls` is the call log, estimated from the usage of the days that it keeps.' }),
      }),
    ),
  })
  .meta({ id: 'LargestAccounts' });
