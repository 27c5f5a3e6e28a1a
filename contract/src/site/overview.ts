import { z } from 'zod';
import { timeAnswer } from '../fields.ts';

/** Time ranges of the operator overview: since midnight, or the last days including today. */
export const overviewRanges = ['today', '7d', '30d'] as const;
export type OverviewRange = (typeof overviewRanges)[number];

/** Queues that wait for an operator. Their texts and pages: `console/src/pages/site/operator-overview/queues.ts`. */
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

/** Set-up steps that a new installation lacks. Their texts: `console/src/pages/site/operator-overview/set-up-words.ts`. */
export const setUpStepNames = ['mail', 'support_contact', 'payment_methods', 'public_address', 'secret_backup'] as const;
export type SetUpStepName = (typeof setUpStepNames)[number];

/** Counting stops here; a queue at this count can contain more. */
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
      .meta({ description: 'Working days until the most urgent task is due; negative if overdue, `null` without a due date.' }),
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
      probe_cost: money.meta({ description: 'CNY. Cost of probes, in addition to `upstream_cost`.' }),
      failed: z.number().meta({ description: 'Calls with status 5xx, caused by the service or providers.' }),
    }),
    compared: z
      .object({ calls: z.number(), calls_before: z.number() })
      .meta({ description: 'Calls in the full hours of the range and of the previous range.' }),
    stretches: z
      .array(z.object({ from: timeAnswer, ...sums, failed: z.number() }))
      .meta({ description: 'By hour of the day, or by day.' }),
    models: z.array(z.object({ model: z.string(), ...sums })).meta({ description: 'Highest revenue first, at most 200.' }),
    queues: z.array(workQueue),
    set_up: z
      .array(z.enum(setUpStepNames))
      .meta({ description: 'Set-up steps that are neither done nor dismissed (`dismissed_set_up` in the site settings).' }),
  })
  .meta({ id: 'Overview' });
export type OverviewAnswer = z.output<typeof overviewAnswer>;

/** Only the queues, which are cheap to read. */
export const workQueuesAnswer = z.object({ queues: z.array(workQueue) }).meta({ id: 'WorkQueues' });

export const lastAuditAnswer = z
  .object({
    last: z
      .object({
        at: timeAnswer,
        ok: z.boolean(),
        difference: money,
        findings_count: z.number(),
        of: z.enum(['recent', 'all']).meta({ description: 'The hourly audit of recent days, or a full audit.' }),
      })
      .nullable(),
  })
  .meta({ id: 'LastAudit' });
