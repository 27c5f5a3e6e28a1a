import { z } from 'zod';
import { choiceReasons, endings, regions, statusClasses } from '../enumerations.ts';
import { callRetentionDays } from './retention.ts';
import { amountAnswer, idField, timeAnswer, timeOrDateField } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { attemptFaultCodes } from './attempt-faults.ts';
import { unexplainedReasons } from './unexplained.ts';

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
    description: `Start, at most ${String(callRetentionDays)} days back. A date means the start of that day in the time zone of the service.`,
  }),
  to: timeOrDateField.optional().meta({ description: 'End, exclusive.' }),
  ...pageQuery,
});

/** The same filter without paging. */
export const callsFilter = callsQuery.omit({ limit: true, cursor: true });

/** Further fields of the totals. */
export const sumsQuery = {
  first_token: z.enum(['true', 'false']).optional().meta({ description: '`true`: the answer has `first_token`.' }),
};

/** A row of the call log, shared by all APIs. */
export const callAnswer = z.object({
  id: z.string().meta({ description: 'Also the `x-request-id` of the response.' }),
  request_time: timeAnswer,
  account_id: z.string(),
  sub_account_id: z.string().nullable(),
  key_id: z.string(),
  endpoint: z.string(),
  model: z.string().nullable(),
  kind: z.string().nullable(),
  status: z.number().meta({ description: 'HTTP status; 499 if the client disconnected before the response.' }),
  streamed: z.boolean(),
  input_tokens: z.number(),
  cached_tokens: z.number(),
  output_tokens: z.number(),
  reasoning_tokens: z.number(),
  usage_estimated: z.boolean(),
  charge: amountAnswer('Charge with 4 decimals.', '0.0123'),
  charge_exact: amountAnswer('Exact charge.', '0.012345'),
  price_version: z.string().nullable(),
  multiplier: z.string().nullable().meta({
    description: 'Multiplier of the account and its plan; null without a price and for calls of earlier versions.',
  }),
  priced: z
    .object({
      more: z.record(z.string(), z.number()).optional().meta({ description: 'Token details and other quantities.' }),
      tier: z.string().optional().meta({ description: 'Service tier at the provider.' }),
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
        .meta({ description: 'Usage of each prompt of a request with several prompts; each is priced separately.' }),
    })
    .nullable()
    .meta({ description: 'Priced quantities besides the four counts; null for none.' }),
  trail: z
    .object({
      routes: z
        .array(z.string())
        .optional()
        .meta({ description: 'Skipped routes as `provider/region: reason`; only for a single call, for operators.' }),
      by: z.enum(choiceReasons).optional().meta({
        description:
          'What decided between equal routes or keys in place of their weights; only for a single call, for operators.',
      }),
      dropped: z.array(z.string()).optional().meta({ description: 'Request fields that the provider does not support.' }),
      asked: z.string().optional().meta({ description: 'The alias in the request.' }),
      served: z.string().optional().meta({ description: 'The model that responded instead of the requested one.' }),
    })
    .nullable(),
  uncollected: amountAnswer('Cost that was not charged.', '0'),
  upstream_cost: amountAnswer('Cost at the provider.', '0.008'),
  duration_ms: z.number(),
  first_token_ms: z
    .number()
    .nullable()
    .meta({ description: 'Time to the first token of a streamed answer; `null` for whole answers, which arrive at once.' }),
  source_ip: z.string(),
  route: z.string().nullable(),
  own_upstreams: z
    .boolean()
    .nullable()
    .meta({ description: "Whether the account's own upstreams decided the result; `null` for calls of earlier versions." }),
  region: z.enum(regions).nullable().meta({ description: 'Region of the route that served the call or was tried last.' }),
  attempts: z.number(),
  attempt_log: z
    .array(
      z.object({
        route: z.string().meta({ description: '`provider/region`.' }),
        key: z.string().nullable().meta({ description: 'Id of the route key used.' }),
        fault: z
          .string()
          .nullable()
          .meta({ description: 'Why the attempt failed, with the message of the provider; null for a successful attempt.' }),
        fault_code: z.enum(attemptFaultCodes).nullable().meta({ description: 'The kind of failure, read from `fault`.' }),
        duration_ms: z.number(),
      }),
    )
    .nullable()
    .meta({ description: 'Attempts in order; null if the first one succeeded or there was none.' }),
  ending: endingField,
  error_code: z.string().nullable(),
  error: z.string().nullable().meta({ description: 'The specific cause.' }),
  cause: z
    .object({ code: z.string(), params: z.record(z.string(), z.string()) })
    .nullable()
    .meta({
      description:
        '`error` as a code with its values; `words` are those of the upstream. `null`: no cause, none beyond `error_code`, or the sentence of another version.',
    }),
  count: z.number().meta({
    description:
      'Number of calls in this row. Above 1 for refused calls beyond the limit per key and minute, which are combined by `error_code`.',
  }),
});

/** Display name of a key; deleted keys keep their names in the log. */
export const keyNameAnswer = z.object({ remark: z.string(), prefix: z.string(), last4: z.string() });

/** A row as shown to operators. */
export const callRow = callAnswer.extend({ key: keyNameAnswer.nullable() }).meta({ id: 'Call' });
export const callList = listOf(callRow);

const receiptAnswer = z.object({
  lines: z.array(
    z.object({
      quantity: z.string().meta({ description: 'What was counted.', examples: ['input', 'cache_write'] }),
      unit: z.number().meta({ description: 'Number of units that the rate covers.', examples: [1_000_000] }),
      count: z.number(),
      rate: amountAnswer('Price per `unit`.', '2'),
      amount: amountAnswer('Exact.', '0.002'),
    }),
  ),
  variants: z.array(z.number()).meta({ description: 'Applied price variants, counted from 1.' }),
  sum: amountAnswer('Exact sum of the lines.', '0.0049'),
  multiplier: z.string().meta({ examples: ['0.9'] }),
  rounding: amountAnswer('Amount added by rounding to a billionth of a CNY.', '0'),
  total: amountAnswer('Sum of `charge_exact` and `uncollected`.', '0.00441'),
});

/** One call with an explanation of its charge. */
export const callDetail = callRow
  .extend({
    receipt: receiptAnswer.nullable().meta({ description: 'How the charge was calculated.' }),
    unexplained: z.string().nullable().meta({ description: 'Why there is no receipt.' }),
    unexplained_code: z.enum(unexplainedReasons.codes).nullable().meta({ description: 'The same as a code.' }),
    price: z
      .object({
        of: z
          .enum(['list', 'plan', 'account'])
          .meta({ description: 'Whether it is the list price, or one of the plan or the account.' }),
        version: z.number(),
        from: timeAnswer.nullable().meta({ description: 'Start of its validity; `null`: from the beginning.' }),
      })
      .nullable()
      .meta({ description: 'The price that `price_version` names, if it is still known.' }),
  })
  .meta({ id: 'CallWithReceipt' });

export type CallReceipt = z.output<typeof receiptAnswer>;
export type CallDetail = z.output<typeof callDetail>;

export type CallsFilterQuery = z.output<typeof callsFilter>;
export type CallAnswer = z.output<typeof callAnswer>;
export type CallRow = z.output<typeof callRow>;
