import type { CallSums, CallsFilter } from './call-ports.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { requireOwners } from './list-calls.ts';
import type { Principal } from '../../control/principal.ts';
import { narrowed, requireAccount } from '../../control/within-scope.ts';

const minuteMs = 60_000;
/** Widths of histogram columns, narrowest first. */
const bucketWidthsMs = [1, 5, 15, 30, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);
const bucketsMax = 96;
/** Totals that take longer are omitted and marked as missing. */
const budgetMs = 2000;
/** A statement blocks other report readers. After a slow period, the next one is shorter. */
const statementMs = 150;

export interface CallBucket {
  readonly startMs: number;
  readonly sums: readonly CallSums[];
}

export interface SummedCalls {
  readonly fromMs: number;
  readonly toMs: number;
  /** Later than `fromMs` if there were too many calls to total in time. */
  readonly summedFromMs: number;
  readonly bucketMs: number;
  readonly withFirstToken: boolean;
  /** Oldest first, without gaps. */
  readonly buckets: readonly CallBucket[];
}

type Span = { readonly fromMs: number; readonly toMs: number };
type Asked = CallsFilter & Span & { readonly withFirstToken?: boolean };

/** The narrowest width that keeps the number of buckets below the maximum; otherwise the widest. */
function bucketWidth({ fromMs, toMs }: Span): number {
  return bucketWidthsMs.find((widthMs) => (toMs - fromMs) / widthMs <= bucketsMax) ?? 1440 * minuteMs;
}

/** Starts of histogram columns, newest first. Whole hours and days start by the clock of the service time zone. */
function bucketStarts({ fromMs, toMs }: Span, widthMs: number, timeZone: string): readonly number[] {
  const zoned = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone);
  const dayMs = zoned.startOfDay().epochMilliseconds;
  const first = dayMs + Math.floor((fromMs - dayMs) / widthMs) * widthMs;
  const count = Math.ceil((toMs - first) / widthMs);
  return Array.from({ length: Math.max(1, count) }, (_, at) => first + at * widthMs).reverse();
}

/** Totals periods, newest first, until everything is included or time runs out. */
class StretchSums {
  readonly #context: ControlContext;
  readonly #filter: CallsFilter;
  readonly #beganMs: number;
  #stepMs = 1440 * minuteMs;

  constructor(context: ControlContext, filter: CallsFilter) {
    this.#context = context;
    this.#filter = filter;
    this.#beganMs = context.clock.monotonicMs();
  }

  get #isLate(): boolean {
    return this.#context.clock.monotonicMs() - this.#beganMs > budgetMs;
  }

  /** @returns the totals of a bucket, and the time from which they are complete. */
  async of({ fromMs, toMs }: Span): Promise<{ readonly sums: readonly CallSums[]; readonly summedFromMs: number }> {
    const sums: CallSums[] = [];
    let endMs = toMs;
    while (endMs > fromMs && !this.#isLate) {
      const startMs = Math.max(fromMs, endMs - this.#stepMs);
      const { clock, stores } = this.#context;
      const askedMs = clock.monotonicMs();
      sums.push(...(await stores.calls.sums(this.#filter.accountId, { ...this.#filter, fromMs: startMs, toMs: endMs })));
      if (clock.monotonicMs() - askedMs > statementMs) this.#stepMs = Math.max(minuteMs, Math.floor(this.#stepMs / 4));
      endMs = startMs;
    }
    return { sums, summedFromMs: endMs };
  }
}

/**
 * Totals for a filter of the call log, over time and by ending.
 * @throws {ApiError} 404 for an account, key or sub-account that the principal does not own.
 */
export async function sumCalls(context: ControlContext, principal: Principal, asked: Asked): Promise<SummedCalls> {
  if (asked.accountId !== undefined) requireAccount(principal, asked.accountId);
  await requireOwners(context, principal, asked);
  const { fromMs, toMs, withFirstToken = false } = asked;
  const filter = narrowed(principal, asked);
  const bucketMs = bucketWidth(asked);
  const starts = bucketStarts(asked, bucketMs, context.calendar.timeZone);
  const summing = filter === null ? null : new StretchSums(context, filter);
  const buckets: CallBucket[] = [];
  let summedFromMs = toMs;
  for (const startMs of starts) {
    const span = { fromMs: Math.max(fromMs, startMs), toMs: Math.min(toMs, startMs + bucketMs) };
    const part = summing === null ? { sums: [], summedFromMs: span.fromMs } : await summing.of(span);
    buckets.unshift({ startMs, sums: part.sums });
    if (summedFromMs === span.toMs) summedFromMs = part.summedFromMs;
  }
  return { fromMs, toMs, summedFromMs, bucketMs, withFirstToken, buckets };
}
