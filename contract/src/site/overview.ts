import { z } from 'zod';
import { timeAnswer } from '../fields.ts';

/** How far back the operator's overview looks: since midnight, or over the last days with today. */
export const overviewRanges = ['today', '7d', '30d'] as const;
export type OverviewRange = (typeof overviewRanges)[number];

/** What waits for an operator, one line each. Its words and its page: `console/src/pages/site/operator-overview/queues.ts`. */
export const workQueueNames = [
  'invoices_to_review',
  'invoices_to_issue',
  'invoices_to_reverse',
  'verifications',
  'bank_transfers',
  'mismatched_payments',
  'returns',
  'closings',
  'service_requests',
  'held_trials',
  'alarms',
  'unsent_mails',
  'working_years',
] as const;
export type WorkQueueName = (typeof workQueueNames)[number];

/** As many as are counted; beyond it there are more. */
export const workCountMax = 100;

export const overviewQuery = z.strictObject({ range: z.enum(overviewRanges).optional() });

const money = z.string().meta({ description: 'CNY.' });
const sums = { calls: z.number(), charge: money, upstream_cost: money };

const workQueue = z
  .object({
    name: z.enum(workQueueNames),
    waiting: z.number().meta({ description: `At most ${String(workCountMax)} are counted.` }),
    oldest_at: timeAnswer.nullable(),
    working_days_left: z
      .number()
      .nullable()
      .meta({ description: 'Until the most urgent one is due; negative: overdue. `null` where nothing has a day.' }),
    overdue: z.number(),
  })
  .meta({ id: 'WorkQueue' });

export const overviewAnswer = z
  .object({
    range: z.enum(overviewRanges),
    from: timeAnswer,
    totals: z.object({
      ...sums,
      uncollected: money,
      probe_cost: money.meta({ description: 'CNY. What our own calls to models cost, beside `upstream_cost`.' }),
      failed: z.number().meta({ description: 'Answered with 5xx: our faults and those of upstreams, never those of clients.' }),
    }),
    compared: z
      .object({ calls: z.number(), calls_before: z.number() })
      .meta({ description: 'Calls of the whole hours of the range, and of the same hours of the time before.' }),
    stretches: z
      .array(z.object({ from: timeAnswer, ...sums, failed: z.number() }))
      .meta({ description: 'Hours of a day, or days.' }),
    models: z.array(z.object({ model: z.string(), ...sums })).meta({ description: 'Those that earned most first, at most 200.' }),
    queues: z.array(workQueue),
  })
  .meta({ id: 'Overview' });
export type OverviewAnswer = z.output<typeof overviewAnswer>;

/** The same queues alone, which is little to read. */
export const workQueuesAnswer = z.object({ queues: z.array(workQueue) }).meta({ id: 'WorkQueues' });

export const lastAuditAnswer = z
  .object({
    last: z
      .object({
        at: timeAnswer,
        ok: z.boolean(),
        difference: money,
        findings_count: z.number(),
        of: z.enum(['recent', 'all']).meta({ description: 'The hourly audit of the last days, or one of everything.' }),
      })
      .nullable(),
  })
  .meta({ id: 'LastAudit' });
