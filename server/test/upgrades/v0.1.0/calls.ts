import type { SeededRandom } from '../../size/seeded-random.ts';
import type { OldRow } from '../old-rows.ts';
import { prices, type OldPrice } from './catalogue.ts';
import { callId, idText } from './forms.ts';
import type { OldKey, OldTenants } from './tenants.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** YYYYMMDD in Asia/Shanghai, whose offset has been +08:00 since 1991. */
export function dayOf(atMs: number): number {
  return Number(new Date(atMs + 8 * hourMs).toISOString().slice(0, 10).replaceAll('-', ''));
}

/** A row of the log, as v0.1.0 stored it in `calls`. */
export type OldCall = OldRow &
  Readonly<Record<'account_id' | 'key_id' | 'ending', string>> &
  Readonly<Record<'charge' | 'uncollected', bigint>> &
  Readonly<Record<'request_time' | 'hour_start' | 'day', number>> & { readonly id: Uint8Array };

interface Ending {
  readonly status: number;
  readonly ending: string;
  readonly code: string | null;
  readonly error: string | null;
}

const cutShort = 'the client closed the connection';
/** All endings of a call. */
const endings: readonly Ending[] = [
  { status: 200, ending: 'complete', code: null, error: null },
  { status: 200, ending: 'client_left', code: null, error: cutShort },
  { status: 499, ending: 'client_left', code: null, error: cutShort },
  { status: 200, ending: 'upstream_broke', code: 'upstream_unavailable', error: 'north/domestic broke off' },
  { status: 503, ending: 'upstream_broke', code: 'upstream_unavailable', error: 'north/domestic answered 502' },
  { status: 200, ending: 'timeout', code: 'upstream_unavailable', error: 'no byte within 60 s' },
  { status: 429, ending: 'refused', code: 'rate_limit_exceeded', error: 'more than 60 requests within a minute' },
  { status: 401, ending: 'refused', code: 'invalid_api_key', error: 'disabled' },
  { status: 400, ending: 'refused', code: 'invalid_parameter', error: '`temperature` 必须在 0 和 2 之间 "x"' },
  { status: 500, ending: 'interrupted', code: 'internal_error', error: 'the gateway stopped while this call was running' },
];
const complete: Ending = { status: 200, ending: 'complete', code: null, error: null };

type Tokens = Readonly<Record<'input_tokens' | 'cached_tokens' | 'output_tokens', number>>;

/** One rounding, half up, at the very end. */
function costOf({ input_tokens: input, cached_tokens: cached, output_tokens: output }: Tokens, price: OldPrice, ppm: bigint) {
  const parts = [
    [input - cached, price.input],
    [cached, price.cached_input],
    [output, price.output],
    [1_000_000, price.per_call],
  ] as const;
  const sum = parts.reduce((all, [count, amount]) => all + BigInt(count) * amount, 0n) * ppm;
  return (sum * 2n + 10n ** 12n) / (2n * 10n ** 12n);
}

/** The price of a call; a custom price has no multipliers. */
function priceOf({ accounts }: OldTenants, key: OldKey, model: string, isNew: boolean) {
  const isPartner = key.accountId === accounts.partner.id;
  if (model === 'north/chat-b' && isPartner) return { price: prices.partnerB, ppm: 1_000_000n, version: `${model}@plan-1` };
  const ppm = isPartner ? 800_000n : key.accountId === accounts.company.id ? 900_000n : 1_000_000n;
  if (model === 'north/chat-b') return { price: prices.b1, ppm, version: `${model}@1` };
  return isNew ? { price: prices.a2, ppm, version: `${model}@2` } : { price: prices.a1, ppm, version: `${model}@1` };
}

export interface CallToMake {
  readonly tenants: OldTenants;
  readonly key: OldKey;
  readonly atMs: number;
  readonly nowMs: number;
  /** Index in the list of endings; beyond it, calls are complete. */
  readonly ending: number;
}

/** Tokens and times of a call that reached an upstream. */
function workOf(random: SeededRandom, isStreamed: boolean) {
  const input = 5 + random.below(3000);
  const output = 1 + random.below(2000);
  return {
    input_tokens: input,
    cached_tokens: random.below(3) === 0 ? input >> 1 : 0,
    output_tokens: output,
    reasoning_tokens: random.below(4) === 0 ? output >> 2 : 0,
    upstream_cost: BigInt(input) * 1000n + BigInt(output) * 3500n,
    duration_ms: 100 + random.below(20_000),
    first_token_ms: isStreamed ? 50 + random.below(50) : null,
    route: 'north/domestic',
    attempts: 1 + random.below(2),
  };
}

const noWork = {
  input_tokens: 0,
  cached_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  upstream_cost: 0n,
  duration_ms: 0,
  first_token_ms: null,
  route: null,
  attempts: 0,
};

/** Charge and cost by the rules. */
function moneyOf(ending: string, cost: bigint) {
  return { charge: ending === 'complete' ? cost : 0n, uncollected: ending === 'client_left' ? cost : 0n };
}

export function makeCall(random: SeededRandom, { tenants, key, atMs, nowMs, ending: place }: CallToMake): OldCall {
  const { status, ending, code, error } = endings[place] ?? complete;
  const isStreamed = random.below(2) === 1;
  const work = ending === 'refused' || ending === 'interrupted' ? noWork : workOf(random, isStreamed);
  const model = key.row.model_allow_list === null && random.below(4) > 0 ? 'north/chat-a' : 'north/chat-b';
  const { price, ppm, version } = priceOf(tenants, key, model, atMs >= nowMs - dayMs);
  // Refused before its body was read.
  const named = code === 'invalid_api_key' ? { model: null, price_version: null } : { model, price_version: version };
  return {
    id: callId(random, atMs),
    request_time: atMs,
    account_id: key.accountId,
    sub_account_id: key.subAccountId,
    key_id: key.id,
    endpoint: 'chat-completions',
    kind: 'chat',
    ...named,
    status,
    status_class: Math.floor(status / 100),
    streamed: Number(isStreamed),
    usage_estimated: Number(ending === 'complete' && random.below(9) === 0),
    ...work,
    ...moneyOf(ending, costOf(work, price, ppm)),
    source_ip: random.below(2) === 0 ? '203.0.113.7' : '2001:db8::1',
    ending,
    error_code: code,
    error,
    hour_start: atMs - (atMs % hourMs),
    day: dayOf(atMs),
  };
}

const markNames = [
  ['requestTimeMs', 'request_time'],
  ['accountId', 'account_id'],
  ['subAccountId', 'sub_account_id'],
  ['keyId', 'key_id'],
  ['endpoint', 'endpoint'],
  ['model', 'model'],
  ['kind', 'kind'],
  ['sourceIp', 'source_ip'],
  ['priceVersion', 'price_version'],
  ['hourStartMs', 'hour_start'],
  ['day', 'day'],
] as const;

/** The mark of a call that was still running. */
export function markOf(call: OldCall): Readonly<Record<string, unknown>> {
  const named = Object.fromEntries(markNames.map(([name, column]) => [name, call[column]]));
  return { id: idText(call.id), ...named, streamed: call.streamed === 1 };
}

/** A closed call in the spill file. */
export function recordOf(call: OldCall): Readonly<Record<string, unknown>> {
  return {
    ...markOf(call),
    status: call.status,
    inputTokens: call.input_tokens,
    cachedTokens: call.cached_tokens,
    outputTokens: call.output_tokens,
    reasoningTokens: call.reasoning_tokens,
    usageEstimated: call.usage_estimated === 1,
    charge: String(call.charge),
    uncollected: String(call.uncollected),
    upstreamCost: String(call.upstream_cost),
    durationMs: call.duration_ms,
    firstTokenMs: call.first_token_ms,
    route: call.route,
    attempts: call.attempts,
    ending: call.ending,
    errorCode: call.error_code,
    error: call.error,
  };
}
