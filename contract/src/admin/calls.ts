import { z } from 'zod';
import { endings, statusClasses } from '../enumerations.ts';
import { callRetentionDays } from '../retention.ts';
import { amountAnswer, idField, timeAnswer, timeOrDateField } from './fields.ts';
import { listOf, pageQuery } from './lists.ts';

const endingField = z.enum(endings);

export const callsQuery = z.strictObject({
  account_id: idField.optional(),
  sub_account_id: idField.optional(),
  key_id: idField.optional(),
  model: z.string().max(128).optional().meta({ description: 'Exact name.' }),
  status_class: z.enum(statusClasses).optional(),
  ending: endingField.optional(),
  error_code: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Exact code.', examples: ['rate_limit_exceeded'] }),
  from: timeOrDateField.optional().meta({
    description: `First moment, at most ${String(callRetentionDays)} days back. A date means the start of that day in the time zone of the service.`,
  }),
  to: timeOrDateField.optional().meta({ description: 'End, not included.' }),
  ...pageQuery,
});

/** One row of the call log as every interface shows it. */
export const callAnswer = z
  .object({
    id: z.string().meta({ description: 'Also the `x-request-id` of the answer.' }),
    request_time: timeAnswer,
    account_id: z.string(),
    sub_account_id: z.string().nullable(),
    key_id: z.string(),
    endpoint: z.string(),
    model: z.string().nullable(),
    kind: z.string().nullable(),
    status: z.number().meta({ description: 'What was sent; 499 if the client left before anything was.' }),
    streamed: z.boolean(),
    input_tokens: z.number(),
    cached_tokens: z.number(),
    output_tokens: z.number(),
    reasoning_tokens: z.number(),
    usage_estimated: z.boolean(),
    charge: amountAnswer('4 decimals.', '0.0123'),
    charge_exact: amountAnswer('Every digit kept.', '0.012345'),
    price_version: z.string().nullable(),
    uncollected: amountAnswer('Cost of a call that the rules forbid to charge.', '0'),
    upstream_cost: amountAnswer('What the upstream charges us.', '0.008'),
    duration_ms: z.number(),
    first_token_ms: z.number().nullable(),
    source_ip: z.string(),
    route: z.string().nullable(),
    attempts: z.number(),
    attempt_log: z
      .array(
        z.object({
          route: z.string().meta({ description: '`provider/region`.' }),
          fault: z.string().nullable().meta({ description: 'What it met, in words; null for the one that answered.' }),
          duration_ms: z.number(),
        }),
      )
      .nullable()
      .meta({ description: 'Each attempt in order; null if the first one answered, or none was made.' }),
    ending: endingField,
    error_code: z.string().nullable(),
    error: z.string().nullable().meta({ description: 'The specific cause.' }),
    count: z.number().meta({
      description:
        'Calls this row stands for. Above 1 where a key had more calls refused in a minute than get a row each: then it is the first of those of its `error_code`.',
    }),
  })
  .meta({ id: 'Call' });

export const callList = listOf(callAnswer);

export type CallsQuery = z.output<typeof callsQuery>;
export type CallAnswer = z.output<typeof callAnswer>;
