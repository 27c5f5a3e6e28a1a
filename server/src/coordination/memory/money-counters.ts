import type { AdmitRefusal, AdmitRequest, FiguresStore, MoneyLimit } from '../../domain/limits/coordination.ts';
import type { Calendar, Moment } from '../../domain/limits/calendar.ts';
import { capWindows, parseWindow } from '../../domain/limits/window.ts';
import { MoneyCounter } from './money-counter.ts';
import { SweptMap } from '../shared/swept-map.ts';

/** Posted and reserved money per window, authoritative from its first load on. */
export class MoneyCounters {
  readonly #counters = new SweptMap<MoneyCounter>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #figures: FiguresStore;
  readonly #calendar: Calendar;

  constructor(figures: FiguresStore, calendar: Calendar) {
    this.#figures = figures;
    this.#calendar = calendar;
  }

  get(window: string): MoneyCounter | undefined {
    return this.#counters.get(window);
  }

  /** Loads the windows of the account and the current day and month of the key and its sub-account; `undefined` if they are all loaded. */
  prepare(accountId: string, keyId: string, subAccountId: string | null): Promise<void> | undefined {
    const moment = this.#calendar.now();
    const { day, month } = moment;
    if (
      this.#counters.has(accountId) &&
      this.#hasBoth(keyId, moment) &&
      (subAccountId === null || this.#hasBoth(subAccountId, moment))
    )
      return undefined;
    const loads = [this.#loadAccount(accountId), this.#loadKey(keyId, day, month)];
    if (subAccountId !== null) loads.push(this.#loadKey(subAccountId, day, month));
    return Promise.all(loads).then(() => undefined);
  }

  #hasBoth(ownerId: string, moment: Moment): boolean {
    const [day, month] = capWindows(ownerId, moment);
    return this.#counters.has(day) && this.#counters.has(month);
  }

  /** Loads one window by its name. */
  load(window: string): Promise<void> {
    const { scope, id, period, isOfDay } = parseWindow(window);
    if (scope === 'account') return this.#loadAccount(id);
    if (isOfDay) return this.#loadKey(id, period, Math.floor(period / 100));
    return this.#loadKey(id, period * 100 + 1, period);
  }

  /** Drops windows that are over, checking a few per call. */
  sweep(nowMs: number): void {
    const { day, month } = this.#calendar.now();
    this.#counters.sweep(4, (counter) => counter.isOver(day, month, nowMs));
  }

  #loadAccount(accountId: string): Promise<void> {
    return this.#once(accountId, this.#counters.has(accountId), async () => {
      this.#put(accountId, await this.#figures.accountUsed(accountId));
    });
  }

  #loadKey(keyId: string, day: number, month: number): Promise<void> {
    const [dayName, monthName] = capWindows(keyId, { day, month });
    return this.#once(dayName, this.#counters.has(dayName) && this.#counters.has(monthName), async () => {
      const used = await this.#figures.keyUsed(keyId, day, month);
      this.#put(dayName, used.day);
      this.#put(monthName, used.month);
    });
  }

  /** Never overwrites: a loaded window may already include postings that the database does not have yet. */
  #put(window: string, used: bigint): void {
    if (!this.#counters.has(window))
      this.#counters.set(window, new MoneyCounter(window, used, this.#calendar.clock.monotonicMs()));
  }

  #once(name: string, loaded: boolean, load: () => Promise<void>): Promise<void> {
    if (loaded) return Promise.resolve();
    const running = this.#loading.get(name);
    if (running !== undefined) return running;
    const started = load().finally(() => {
      this.#loading.delete(name);
    });
    this.#loading.set(name, started);
    return started;
  }
}

/** Refuses a call if the account's running calls have reserved too much for one more. */
export function heldRefusal(
  { heldMax, reserve, money }: AdmitRequest,
  counters: readonly MoneyCounter[],
): AdmitRefusal | undefined {
  const held = counters[money.findIndex(({ scope }) => scope === 'account')]?.held ?? 0n;
  const fits = heldMax === null || reserve === 0n || held === 0n || held + reserve <= heldMax;
  return fits ? undefined : { reason: 'held' };
}

/** The first limit that posted spending has reached, otherwise the first that reservations block. */
export function moneyRefusal(
  limits: readonly MoneyLimit[],
  counters: readonly MoneyCounter[],
  reserve: bigint,
  strict: boolean,
): AdmitRefusal | undefined {
  let reserved: AdmitRefusal | undefined;
  for (const [index, { limit, scope }] of limits.entries()) {
    const counter = counters[index];
    if (limit === null || counter === undefined) continue;
    if (counter.used >= limit) return { reason: 'money_spent', scope };
    if (reserved !== undefined) continue;
    const committed = counter.used + counter.held;
    const fits = strict ? committed + reserve <= limit : committed < limit;
    if (!fits) reserved = { reason: 'money_reserved', scope, waitingHelps: !strict || counter.used + reserve <= limit };
  }
  return reserved;
}
