import type { ReachedLevel } from '@tollgate/contract/tenants/cap-levels';
import type { Calendar } from '../../domain/limits/calendar.ts';
import type {
  Admission,
  AdmitRefusal,
  AdmitRequest,
  Coordination,
  FiguresStore,
  FreeAnswer,
  FreeRequest,
  InheritedCall,
  MoneyLimit,
  RateLimits,
  RateState,
  Reservation,
  Settlement,
  WindowFigures,
} from '../../domain/limits/coordination.ts';
import { SlidingWindow } from '../../domain/limits/sliding-window.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { RateLimiter } from '../shared/rate-limiter.ts';
import { RenewedMap } from '../shared/renewed-map.ts';
import { SweptMap } from '../shared/swept-map.ts';
import type { MoneyCounter } from './money-counter.ts';
import { heldRefusal, MoneyCounters, moneyRefusal } from './money-counters.ts';

export interface MemoryCoordinationOptions {
  readonly figures: FiguresStore;
  /** Decides which windows are over. Rates use the monotonic time of its clock, so jumps of the wall clock do not affect them. */
  readonly calendar: Calendar;
  readonly logger: Logger;
}

interface OpenCall {
  readonly reservation: Reservation;
  readonly limiters: readonly RateLimiter[];
  readonly counters: readonly MoneyCounter[];
  readonly expectedTokens: number;
  readonly strict: boolean;
  hasSlots: boolean;
}

const noRate: RateState = { limitRequests: null, remainingRequests: null, resetMs: 0 };
const noLevels: readonly ReachedLevel[] = [];

/** Coordination within one process: exact, and synchronous for every window that is loaded. */
export function createMemoryCoordination({ figures, calendar, logger }: MemoryCoordinationOptions): Coordination {
  return new MemoryCoordination(new MoneyCounters(figures, calendar), calendar.clock, logger);
}

class MemoryCoordination implements Coordination {
  readonly #money: MoneyCounters;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #limiters = new SweptMap<RateLimiter>();
  readonly #free = new SweptMap<SlidingWindow>();
  readonly #open = new RenewedMap<string, OpenCall>();
  /** Revisions of the accounts that were ever changed with a revision. */
  readonly #revisions = new Map<string, number>();

  constructor(money: MoneyCounters, clock: Clock, logger: Logger) {
    this.#money = money;
    this.#clock = clock;
    this.#logger = logger;
  }

  prepare(accountId: string, keyId: string, subAccountId: string | null = null): Promise<void> | undefined {
    return this.#money.prepare(accountId, keyId, subAccountId);
  }

  admit(request: AdmitRequest): Admission | Promise<Admission> {
    const revision = this.#revisions.get(request.accountId) ?? 0;
    if (request.revision < revision) return { admitted: false, refusal: { reason: 'stale', revision }, rate: noRate };
    const counters: MoneyCounter[] = [];
    for (const { window } of request.money) {
      const counter = this.#money.get(window);
      // A window that began after `prepare` ran, or that was never prepared, is loaded and never assumed to be empty.
      if (counter === undefined) return this.#money.load(window).then(() => this.admit(request));
      counters.push(counter);
    }
    return this.#decide(request, counters);
  }

  async adopt({ reservation, strict }: InheritedCall): Promise<void> {
    const { accountId, keyId, amount, windows } = reservation;
    for (const window of windows) if (this.#money.get(window) === undefined) await this.#money.load(window);
    if (this.#open.has(reservation.callId)) return;
    const counters = windows.flatMap((window) => this.#money.get(window) ?? []);
    const limiters = [accountId, keyId].map((id) => this.#limiter(id));
    for (const counter of counters) counter.hold(amount);
    for (const limiter of limiters) limiter.take(0);
    this.#open.set(reservation.callId, { reservation, limiters, counters, expectedTokens: 0, strict, hasSlots: true });
  }

  freeSlots({ callId }: Reservation): void {
    const call = this.#open.get(callId);
    if (call !== undefined) giveSlots(call);
  }

  settle({ reservation, posted, tokens }: Settlement): readonly ReachedLevel[] {
    const call = this.#open.get(reservation.callId);
    if (call === undefined) {
      this.#logger.error({ callId: reservation.callId }, 'a call without an open reservation was settled; ignored');
      return noLevels;
    }
    this.#open.delete(reservation.callId);
    if (posted < 0n || (call.strict && posted > call.reservation.amount)) {
      this.#logger.error({ callId: reservation.callId }, 'a call posted a negative amount or more than it reserved');
    }
    const nowMs = this.#clock.monotonicMs();
    giveSlots(call);
    for (const limiter of call.limiters) limiter.settle(call.expectedTokens, tokens, nowMs);
    for (const counter of call.counters) counter.release(call.reservation.amount, posted < 0n ? 0n : posted, nowMs);
    if (posted <= 0n) return noLevels;
    const reached: ReachedLevel[] = [];
    for (const counter of call.counters) counter.announce(reached);
    return reached;
  }

  admitFree({ accountId, bucket, revision, perMinute }: FreeRequest): FreeAnswer {
    if (revision < (this.#revisions.get(accountId) ?? 0)) return 'stale';
    const nowMs = this.#clock.monotonicMs();
    this.#free.sweep(2, (window) => window.count(nowMs) === 0);
    let window = this.#free.get(bucket);
    if (window === undefined) this.#free.set(bucket, (window = new SlidingWindow()));
    const waitMs = window.waitMs(perMinute, nowMs);
    if (waitMs > 0) return waitMs;
    window.add(nowMs);
    return null;
  }

  accountChanged(accountId: string, revision: number): void {
    if (revision > (this.#revisions.get(accountId) ?? 0)) this.#revisions.set(accountId, revision);
  }

  reachedLevels(_accountId: string, limits: readonly MoneyLimit[]): readonly ReachedLevel[] {
    const reached: ReachedLevel[] = [];
    for (const limit of limits) {
      const counter = this.#money.get(limit.window);
      counter?.watch(limit);
      counter?.announce(reached);
    }
    return reached;
  }

  async figures(_accountId: string, _keyId: string | null, windows: readonly string[]): Promise<readonly WindowFigures[]> {
    return Promise.all(windows.map((window) => this.#windowFigures(window)));
  }

  running(accountId: string): number {
    return this.#limiters.get(accountId)?.running ?? 0;
  }

  async #windowFigures(window: string): Promise<WindowFigures> {
    if (this.#money.get(window) === undefined) await this.#money.load(window);
    const counter = this.#money.get(window);
    return { used: counter?.used ?? 0n, held: counter?.held ?? 0n };
  }

  #decide(request: AdmitRequest, counters: readonly MoneyCounter[]): Admission {
    const nowMs = this.#clock.monotonicMs();
    this.#money.sweep(nowMs);
    this.#limiters.sweep(2, (limiter) => limiter.isIdle(nowMs));
    const limiters = request.rates.map(({ id }) => this.#limiter(id));
    const refusal =
      rateRefusal(request, limiters, nowMs) ??
      moneyRefusal(request.money, counters, request.reserve, request.strict) ??
      heldRefusal(request, counters);
    if (refusal === undefined && this.#open.has(request.callId)) throw new Error('a call id was admitted twice');
    if (refusal !== undefined) return { admitted: false, refusal, rate: tightestRate(request.rates, limiters, nowMs) };
    for (const [index, limits] of request.rates.entries()) limiters[index]?.admit(limits, request.expectedTokens, nowMs);
    for (const [index, limit] of request.money.entries()) counters[index]?.reserve(request.reserve, limit);
    const reservation = this.#reservation(request);
    this.#open.set(request.callId, {
      reservation,
      limiters,
      counters,
      expectedTokens: request.expectedTokens,
      strict: request.strict,
      hasSlots: true,
    });
    return { admitted: true, reservation, rate: tightestRate(request.rates, limiters, nowMs) };
  }

  #reservation({ callId, accountId, keyId, reserve, money }: AdmitRequest): Reservation {
    return { callId, accountId, keyId, amount: reserve, windows: money.map(({ window }) => window) };
  }

  #limiter(id: string): RateLimiter {
    let limiter = this.#limiters.get(id);
    if (limiter === undefined) this.#limiters.set(id, (limiter = new RateLimiter()));
    return limiter;
  }
}

function giveSlots(call: OpenCall): void {
  if (!call.hasSlots) return;
  call.hasSlots = false;
  for (const limiter of call.limiters) limiter.freeSlot();
}

function rateRefusal(request: AdmitRequest, limiters: readonly RateLimiter[], nowMs: number): AdmitRefusal | undefined {
  for (const [index, limits] of request.rates.entries()) {
    const refusal = limiters[index]?.refusal(limits, request.expectedTokens, nowMs);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** The rate with the fewest requests left, which limits the client first. */
function tightestRate(rates: readonly RateLimits[], limiters: readonly RateLimiter[], nowMs: number): RateState {
  let tightest = noRate;
  for (const [index, { requestsPerMinute }] of rates.entries()) {
    const limiter = limiters[index];
    if (requestsPerMinute === null || limiter === undefined) continue;
    const state = limiter.rateState(requestsPerMinute, nowMs);
    if (tightest.remainingRequests === null || state.remainingRequests < tightest.remainingRequests) tightest = state;
  }
  return tightest;
}
