import type {
  Admission,
  AdmitRequest,
  Coordination,
  MoneyLimit,
  Reservation,
  Settlement,
} from '../../src/domain/limits/coordination.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Tenants } from './tenants.ts';

const minuteMs = 60_000;

interface Open {
  readonly request: AdmitRequest;
  readonly reservation: Reservation;
}

export interface LimitsWitnessOptions {
  readonly clock: Clock;
  readonly timeZone: string;
  readonly tenants: Tenants;
  /** Spending in a window before this process started, according to the books. */
  readonly spentBefore: (window: string) => bigint;
  readonly violation: (what: string) => void;
  readonly onAdmitted: (callId: string) => void;
}

/**
 * Wraps the limits of the gateway and tracks separately what was posted, starting from the books at the start of the process. No admission
 * may exceed a limit, none may be refused without a reason, and windows only move forward.
 */
export class LimitsWitness {
  admitted = 0;
  refused = 0;
  readonly #options: LimitsWitnessOptions;
  readonly #used = new Map<string, bigint>();
  readonly #held = new Map<string, bigint>();
  readonly #open = new Map<string, Open>();
  readonly #stamps = new Map<string, number[]>();
  #latestDay = 0;
  #isOver = false;

  constructor(options: LimitsWitnessOptions) {
    this.#options = options;
  }

  watch(coordination: Coordination): Coordination {
    return new Proxy(coordination, {
      get: (target, name) => {
        if (name === 'admit') return (request: AdmitRequest) => this.#admit(target, request);
        if (name === 'settle') {
          return (settlement: Settlement) => {
            if (!this.#isOver) this.#settled(settlement);
            return target.settle(settlement);
          };
        }
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  }

  /** The process is gone; its remaining actions have no effect. */
  end(): void {
    this.#isOver = true;
  }

  get open(): number {
    return this.#open.size;
  }

  isOpen(callId: string): boolean {
    return this.#open.has(callId);
  }

  used(window: string): bigint {
    let used = this.#used.get(window);
    if (used === undefined) this.#used.set(window, (used = this.#options.spentBefore(window)));
    return used;
  }

  #admit(target: Coordination, request: AdmitRequest): Admission | Promise<Admission> {
    const deciding = target.admit(request);
    if (this.#isOver) return deciding;
    if (!(deciding instanceof Promise)) return this.#decided(request, deciding);
    return deciding.then((admission) => (this.#isOver ? admission : this.#decided(request, admission)));
  }

  #decided(request: AdmitRequest, admission: Admission): Admission {
    if (admission.admitted) this.#admitted(request, admission.reservation);
    else this.#refused(request, admission.refusal.reason);
    return admission;
  }

  #admitted(request: AdmitRequest, reservation: Reservation): void {
    const { violation } = this.#options;
    const { callId, money, reserve, strict } = request;
    this.admitted += 1;
    if (this.#open.has(callId)) violation(`I12: call ${callId} was admitted twice`);
    if (reserve < 0n) violation(`I7: call ${callId} reserves less than nothing`);
    for (const limit of money) {
      const spoken = this.used(limit.window) + this.#heldIn(limit.window);
      if (!fits(limit, spoken, reserve, strict)) {
        violation(
          `I8: call ${callId} was admitted to ${limit.window}: ${String(spoken)} + ${String(reserve)} of ${String(limit.limit)}`,
        );
      }
      this.#held.set(limit.window, this.#heldIn(limit.window) + reserve);
    }
    for (const rate of request.rates) {
      const recent = this.#recent(rate.id);
      if (rate.requestsPerMinute !== null && recent.length >= rate.requestsPerMinute)
        violation(`I9: ${rate.id} is over its rate`);
      if (rate.concurrency !== null && this.#running(rate.id) >= rate.concurrency) violation(`I10: ${rate.id} has no slot left`);
      recent.push(this.#options.clock.monotonicMs());
    }
    this.#open.set(callId, { request, reservation });
    this.#checkWindows(request);
    this.#options.tenants.checkAdmitted(request, violation);
    this.#options.onAdmitted(callId);
  }

  /** The current day, or the latest seen: a clock that went back is not believed. */
  #checkWindows({ callId, money }: AdmitRequest): void {
    const { clock, timeZone, violation } = this.#options;
    const local = Temporal.Instant.fromEpochMilliseconds(clock.nowMs()).toZonedDateTimeISO(timeZone);
    const today = (local.year * 100 + local.month) * 100 + local.day;
    const day = Number(money.find(({ scope }) => scope === 'key_day')?.window.split(':')[1]);
    const month = Number(money.find(({ scope }) => scope === 'key_month')?.window.split(':')[1]);
    if (day < this.#latestDay) violation(`I19: call ${callId} reopened ${String(day)} after ${String(this.#latestDay)}`);
    if (day < today) violation(`I19: call ${callId} is booked on ${String(day)} although it is ${String(today)}`);
    if (month !== Math.floor(day / 100)) violation(`I19: call ${callId} is booked on ${String(day)} and in ${String(month)}`);
    this.#latestDay = Math.max(this.#latestDay, day);
  }

  #refused(request: AdmitRequest, reason: string): void {
    this.refused += 1;
    const { money, rates, reserve, strict, callId } = request;
    const holds =
      reason === 'money_spent'
        ? money.some(({ limit, window }) => limit !== null && this.used(window) >= limit)
        : reason === 'money_reserved'
          ? money.some((limit) => !fits(limit, this.used(limit.window) + this.#heldIn(limit.window), reserve, strict))
          : reason === 'rate'
            ? rates.some(
                ({ id, requestsPerMinute }) => requestsPerMinute !== null && this.#recent(id).length >= requestsPerMinute,
              )
            : reason === 'concurrency'
              ? rates.some(({ id, concurrency }) => concurrency !== null && this.#running(id) >= concurrency)
              : true;
    if (!holds) this.#options.violation(`I8: call ${callId} was refused for ${reason} without cause`);
  }

  #settled({ reservation, posted }: Settlement): void {
    const { violation } = this.#options;
    const open = this.#open.get(reservation.callId);
    if (open === undefined) {
      violation(`I4: call ${reservation.callId} was settled although nothing of it was open`);
      return;
    }
    this.#open.delete(reservation.callId);
    if (posted < 0n) violation(`I6: call ${reservation.callId} posts less than nothing`);
    if (open.request.strict && posted > open.reservation.amount)
      violation(`I6: call ${reservation.callId} posts more than it may`);
    for (const { window } of open.request.money) {
      this.#held.set(window, this.#heldIn(window) - open.request.reserve);
      this.#used.set(window, this.used(window) + posted);
    }
  }

  #heldIn(window: string): bigint {
    return this.#held.get(window) ?? 0n;
  }

  #recent(id: string): number[] {
    const nowMs = this.#options.clock.monotonicMs();
    const recent = (this.#stamps.get(id) ?? []).filter((atMs) => nowMs - atMs < minuteMs);
    this.#stamps.set(id, recent);
    return recent;
  }

  #running(id: string): number {
    let running = 0;
    // A key without limits is counted from the moment when it is slowed down.
    for (const { request } of this.#open.values()) if (request.rates.some((rate) => rate.id === id)) running += 1;
    return running;
  }
}

function fits({ limit }: MoneyLimit, spoken: bigint, reserve: bigint, strict: boolean): boolean {
  if (limit === null) return true;
  return strict ? spoken + reserve <= limit : spoken < limit;
}
