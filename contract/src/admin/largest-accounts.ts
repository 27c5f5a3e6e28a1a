import { z } from 'zod';
import { timeAnswer } from './fields.ts';

/** What is kept of an account, in the order in which it is shown. */
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
        bytes: bytes.meta({ description: 'Of all parts together: files as they are, rows by their number and what they hold.' }),
        parts: z
          .object(Object.fromEntries(keptParts.map((part) => [part, bytes])) as Record<KeptPart, typeof bytes>)
          .meta({ description: '`calls`: rows of the call log, estimated from the usage of the days that it keeps.' }),
      }),
    ),
  })
  .meta({ id: 'LargestAccounts' });
