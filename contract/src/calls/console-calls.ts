import { z } from 'zod';
import { callAnswer, callDetail, callsQuery, keyNameAnswer } from './operator-calls.ts';
import { amountAnswer, timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';
import { routeAttempts } from './route-attempts.ts';

/** Fields that only operators see. */
const ofOperators = {
  account_id: true,
  uncollected: true,
  upstream_cost: true,
  route: true,
  own_upstreams: true,
  attempts: true,
  attempt_log: true,
} as const;

/** Names for the ids of a row. Deleted keys and sub-accounts keep their names in the log. */
const names = {
  key: keyNameAnswer.nullable(),
  sub_account_name: z.string().nullable(),
};

export const ownCallsQuery = callsQuery.omit({ account_id: true });
/** The same filter without paging. */
export const ownCallsFilter = ownCallsQuery.omit({ limit: true, cursor: true });

export const ownCallAnswer = callAnswer.omit(ofOperators).extend(names).meta({ id: 'OwnCall' });
export const ownCallList = listOf(ownCallAnswer);
export const ownCallDetail = callDetail
  .omit(ofOperators)
  .extend({ ...names, route_attempts: routeAttempts })
  .meta({ id: 'OwnCallWithReceipt' });

const counts = {
  calls: z.number(),
  charge: amountAnswer('Charge with 4 decimals.', '1.2500'),
  charge_exact: amountAnswer('Exact charge.', '1.250012'),
};

export const callsSummary = z
  .object({
    from: timeAnswer,
    to: timeAnswer,
    summed_from: timeAnswer.meta({
      description: 'Start of the summed period: `from`, or later if there were too many calls to sum in time.',
    }),
    bucket_seconds: z.number(),
    buckets: z
      .array(z.object({ start: timeAnswer, '2xx': z.number(), '4xx': z.number(), '5xx': z.number(), charge: z.string() }))
      .meta({ description: 'Oldest first, without gaps.' }),
    totals: z.object({
      ...counts,
      input_tokens: z.number(),
      cached_tokens: z.number(),
      output_tokens: z.number(),
    }),
    first_token: z.object({ p50: z.number(), p95: z.number() }).nullable().optional().meta({
      description:
        'If requested: milliseconds to the first token of streams, median and 95th percentile, within 5 %; `null`: no streams.',
    }),
    errors: z
      .array(
        z.object({
          code: z.string(),
          status_class: z.string(),
          calls: z.number(),
          last_at: timeAnswer,
          last_call_id: z.string().meta({ description: 'The newest call with this error.' }),
          message: z.string().meta({ description: 'What the error means.' }),
          remedy: z.string().meta({ description: 'What to do about it.' }),
        }),
      )
      .meta({ description: 'Most frequent first.' }),
  })
  .meta({ id: 'CallsSummary' });

export type OwnCallAnswer = z.output<typeof ownCallAnswer>;
export type OwnCallDetail = z.output<typeof ownCallDetail>;
export type OwnCallsFilter = z.output<typeof ownCallsFilter>;
export type CallsSummary = z.output<typeof callsSummary>;
