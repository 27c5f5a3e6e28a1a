import { callColumnList, statusClassOf } from '../../src/storage/call-columns.ts';
import type { CallRow } from '../../src/storage/call-columns.ts';
import type { Cell } from './books-rows.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Key and model of a call, with its price (nano-CNY per input token). */
export interface CallSeat {
  readonly account: number;
  readonly accountId: string;
  readonly subAccountId: string | null;
  readonly keyId: string;
  readonly model: string;
  readonly price: number;
}

interface CallToMake {
  readonly id: Uint8Array;
  readonly atMs: number;
  readonly hourStartMs: number;
  readonly day: number;
  readonly seat: CallSeat;
  /** Totals of the hour, to be increased: calls, charged calls, input, cached, output, reasoning, charge, uncollected, upstream cost. */
  readonly sums: number[];
}

/** The columns of the first version of the log; later ones must work without a value. */
export const madeColumns: readonly (keyof CallRow)[] = [
  ...callColumnList.filter(({ since }) => since === 'first schema').map(({ name }) => name),
  'status_class',
];

interface Ending {
  readonly share: number;
  readonly status: number;
  readonly ending: string;
  readonly code: string | null;
  readonly text: string | null;
}

/** Endings of calls, most frequent first. */
const endings: readonly Ending[] = [
  { share: 0.94, status: 200, ending: 'complete', code: null, text: null },
  { share: 0.02, status: 429, ending: 'refused', code: 'rate_limit_exceeded', text: 'more than 60 requests within a minute' },
  { share: 0.015, status: 400, ending: 'refused', code: 'invalid_parameter', text: '`temperature` must be between 0 and 2.' },
  { share: 0.01, status: 200, ending: 'client_left', code: null, text: 'the client closed the connection' },
  { share: 0.01, status: 503, ending: 'upstream_broke', code: 'upstream_unavailable', text: 'north/domestic answered 502' },
  { share: 0.004, status: 499, ending: 'client_left', code: null, text: 'the client closed the connection' },
  { share: 0.001, status: 500, ending: 'interrupted', code: 'internal_error', text: 'the gateway stopped' },
];
const complete: Ending = { share: 1, status: 200, ending: 'complete', code: null, text: null };

function endingOf(random: SeededRandom): Ending {
  let rest = random.fraction();
  for (const ending of endings) {
    rest -= ending.share;
    if (rest < 0) return ending;
  }
  return complete;
}

function add(sums: number[], figures: readonly number[]): void {
  for (let at = 0; at < figures.length; at += 1) sums[at] = (sums[at] ?? 0) + (figures[at] ?? 0);
}

/** Tokens of a call that reached an upstream. */
function usageOf(random: SeededRandom) {
  const bits = random.uint32();
  const input = 50 + (bits & 0x7ff);
  const output = 10 + ((bits >>> 13) & 0x3ff);
  const cached = (bits >>> 11) % 3 === 0 ? input >> 1 : 0;
  return { input, output, cached, reasoning: bits >>> 29 === 0 ? output >> 1 : 0, durationMs: 300 + (bits >>> 18) };
}

const nothing = { input: 0, output: 0, cached: 0, reasoning: 0, durationMs: 2 };

/** One row of the log; adds its figures to the totals of its hour. */
export function makeCall(random: SeededRandom, { id, atMs, hourStartMs, day, seat, sums }: CallToMake): readonly Cell[] {
  const { status, ending, code, text } = endingOf(random);
  const isRefused = ending === 'refused';
  const streamed = random.below(10) < 6;
  const { input, output, cached, reasoning, durationMs } = isRefused ? nothing : usageOf(random);
  const cost = seat.price * (input + 3 * output) * 1000;
  const charge = ending === 'complete' ? cost : 0;
  const uncollected = ending === 'client_left' ? cost : 0;
  const upstream = Math.floor(cost / 2);
  add(sums, [1, Math.sign(charge), input, cached, output, reasoning, charge, uncollected, upstream]);
  const { accountId, subAccountId, keyId, model, price } = seat;
  const made: Partial<Record<keyof CallRow, Cell>> = {
    id,
    request_time: atMs,
    account_id: accountId,
    sub_account_id: subAccountId,
    key_id: keyId,
    endpoint: 'chat.completions',
    model,
    kind: 'chat',
    status,
    status_class: statusClassOf(status),
    streamed: streamed ? 1 : 0,
    input_tokens: input,
    cached_tokens: cached,
    output_tokens: output,
    reasoning_tokens: reasoning,
    usage_estimated: 0,
    charge,
    price_version: `${model}@${String(price)}`,
    uncollected,
    upstream_cost: upstream,
    duration_ms: durationMs,
    first_token_ms: streamed ? durationMs >> 2 : null,
    source_ip: '203.0.113.7',
    route: isRefused ? null : 'north/domestic',
    attempts: isRefused ? 0 : 1,
    ending,
    error_code: code,
    error: text,
    hour_start: hourStartMs,
    day,
  };
  return madeColumns.map((name) => made[name] ?? null);
}
