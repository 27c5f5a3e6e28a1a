import { z } from 'zod';
import { endings, regions, statusClasses } from '../enumerations.ts';
import { callRetentionDays } from './retention.ts';
import { amountAnswer, idField, timeAnswer, timeOrDateField } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

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

/** The same filter, without pages. */
export const callsFilter = callsQuery.omit({ limit: true, cursor: true });

/** One row of the call log as every interface shows it. */
export const callAnswer = z.object({
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
  multiplier: z.string().nullable().meta({
    description: 'Of the account and its plan; null without a price, and for calls of versions that did not keep it.',
  }),
  priced: z
    .object({
      more: z.record(z.string(), z.number()).optional().meta({ description: 'Parts of the tokens, and what is no tokens.' }),
      tier: z.string().optional().meta({ description: 'Service tier of the upstream.' }),
      prompts: z
        .array(
          z.object({
            input_tokens: z.number(),
            cached_tokens: z.number(),
            output_tokens: z.number(),
            reasoning_tokens: z.number(),
            more: z.record(z.string(), z.number()).nullable(),
            tier: z.string().nullable(),
          }),
        )
        .optional()
        .meta({ description: 'Of a request with several prompts: what each used, which is priced by itself.' }),
    })
    .nullable()
    .meta({ description: 'What the price was asked about besides the four counts; null for nothing.' }),
  trail: z
    .object({
      routes: z
        .array(z.string())
        .optional()
        .meta({ description: 'Routes that were passed over, `provider/region: why`; of one call alone, for operators.' }),
      dropped: z.array(z.string()).optional().meta({ description: 'What of the request the upstream could not be told.' }),
      asked: z.string().optional().meta({ description: 'The alias that the model was called by.' }),
      served: z.string().optional().meta({ description: 'The model that answered in place of the one asked for.' }),
    })
    .nullable(),
  uncollected: amountAnswer('Cost of a call that the rules forbid to charge.', '0'),
  upstream_cost: amountAnswer('What the upstream charges us.', '0.008'),
  duration_ms: z.number(),
  first_token_ms: z.number().nullable(),
  source_ip: z.string(),
  route: z.string().nullable(),
  region: z.enum(regions).nullable().meta({ description: 'Of the route that served the call, or was tried last.' }),
  attempts: z.number(),
  attempt_log: z
    .array(
      z.object({
        route: z.string().meta({ description: '`provider/region`.' }),
        key: z.string().nullable().meta({ description: 'Id of the key that the route was called with.' }),
        fault: z
          .string()
          .nullable()
          .meta({ description: 'Why the attempt failed, with the words of the upstream; null for the attempt that answered.' }),
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
});

/** What people know a key by; a deleted one keeps its name in the log. */
export const keyNameAnswer = z.object({ remark: z.string(), prefix: z.string(), last4: z.string() });

/** A row as operators read it. */
export const callRow = callAnswer.extend({ key: keyNameAnswer.nullable() }).meta({ id: 'Call' });
export const callList = listOf(callRow);

const receiptAnswer = z.object({
  lines: z.array(
    z.object({
      quantity: z.string().meta({ description: 'What was counted.', examples: ['input', 'cache_write'] }),
      unit: z.number().meta({ description: 'The rate is for so many.', examples: [1_000_000] }),
      count: z.number(),
      rate: amountAnswer('For `unit` of it.', '2'),
      amount: amountAnswer('Exact.', '0.002'),
    }),
  ),
  variants: z.array(z.number()).meta({ description: 'Variants of the price that held, counted from 1.' }),
  sum: amountAnswer('Of the lines, exact.', '0.0049'),
  multiplier: z.string().meta({ examples: ['0.9'] }),
  rounding: amountAnswer('What the one rounding, to a billionth of a CNY, added.', '0'),
  total: amountAnswer('`charge_exact` and `uncollected` together.', '0.00441'),
});

/** One call with the reason of its charge. */
export const callDetail = callRow
  .extend({
    receipt: receiptAnswer.nullable().meta({ description: 'How its price came about.' }),
    unexplained: z.string().nullable().meta({ description: 'Why there is no receipt.' }),
  })
  .meta({ id: 'CallWithReceipt' });

export type CallReceipt = z.output<typeof receiptAnswer>;
export type CallDetail = z.output<typeof callDetail>;

export type CallsFilterQuery = z.output<typeof callsFilter>;
export type CallAnswer = z.output<typeof callAnswer>;
export type CallRow = z.output<typeof callRow>;
