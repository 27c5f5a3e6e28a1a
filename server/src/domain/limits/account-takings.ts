import type { BrokenConnectionRules } from '@tollgate/contract/tenants/broken-connections';
import { RollingSum } from './rolling-sum.ts';

const dayHours = 24;
const monthHours = 30 * 24;

/**
 * A call that its client leaves before the first byte brings the client nothing. It wastes money without gain, so such calls may cost this
 * many times as much.
 */
const timesLeftEarly = 3;

/** An amount that counts for or against one key of an account. */
export interface Taking {
  readonly keyId: string;
  readonly hour: number;
  /** `taken`: the value of a call that its client broke off. `left_early`: the same, before its first byte. `charged`: paid. */
  readonly kind: 'taken' | 'left_early' | 'charged';
  readonly amount: bigint;
}

/** The amount charged within one hour; `keyId` is `null` for the sum of all keys. */
export interface StoredCharge {
  readonly keyId: string | null;
  readonly hour: number;
  readonly amount: bigint;
}

/** The amounts taken and charged in the same period. */
class Stretch {
  readonly taken: RollingSum;
  readonly leftEarly: RollingSum;
  readonly charged: RollingSum;

  constructor(hours: number) {
    this.taken = new RollingSum(hours);
    this.leftEarly = new RollingSum(hours);
    this.charged = new RollingSum(hours);
  }

  add({ kind, hour, amount }: Taking): void {
    const sum = { taken: this.taken, left_early: this.leftEarly, charged: this.charged }[kind];
    sum.add(hour, amount);
  }
}

/** One limit: the larger of the fixed amount and the share of charges, minus what was taken. */
interface Bound {
  readonly taken: RollingSum;
  readonly charged: RollingSum;
  readonly amount: bigint;
  readonly percent: number;
}

function allowed({ amount, percent }: Bound, charged: bigint): bigint {
  const share = (charged * BigInt(percent)) / 100n;
  return share > amount ? share : amount;
}

function room(bound: Bound, hour: number): bigint {
  return allowed(bound, bound.charged.at(hour)) - bound.taken.at(hour);
}

function boundsOf(stretch: Stretch, amount: bigint, percent: number): readonly [taken: Bound, leftEarly: Bound] {
  const { taken, leftEarly, charged } = stretch;
  return [
    { taken, charged, amount, percent },
    { taken: leftEarly, charged, amount: amount * BigInt(timesLeftEarly), percent: percent * timesLeftEarly },
  ];
}

/** The first hour in which every limit leaves room again, if nothing more is taken. */
function roomAgainAt(bounds: readonly Bound[], from: number): number {
  const states = bounds.map((bound) => ({ bound, taken: bound.taken.at(from), charged: bound.charged.at(from) }));
  for (let hour = from + 1; hour <= from + monthHours; hour += 1) {
    for (const state of states) {
      const past = hour - state.bound.taken.hours - 1;
      state.taken -= state.bound.taken.in(past);
      state.charged -= state.bound.charged.in(past);
    }
    if (states.every(({ bound, taken, charged }) => allowed(bound, charged) >= taken)) return hour;
  }
  return from + monthHours + 1;
}

/** What the clients of one account took through broken connections, by key, and what the account was charged. */
export class AccountTakings {
  /** Charges are read only for clients that took a relevant amount. */
  readonly chargesKnown: boolean;
  /** Wall time at which the database was read. */
  readonly readAtMs: number;
  /** Amount taken on this node since then; other nodes may have seen as much. */
  takenSinceRead = 0n;
  /** No connection was broken, so the charges do not matter. */
  isUntouched = true;
  readonly #day = new Stretch(dayHours);
  readonly #month = new Stretch(monthHours);
  readonly #keys = new Map<string, Stretch>();

  constructor(readAtMs: number, chargesKnown: boolean) {
    this.readAtMs = readAtMs;
    this.chargesKnown = chargesKnown;
  }

  add(taking: Taking): void {
    if (taking.kind === 'charged' && !this.chargesKnown) return;
    this.isUntouched = false;
    this.#month.add(taking);
    this.#addOfDay(taking);
  }

  /** Adds a charge as it is stored: those of the last day by key, and those of the last 30 days again for the whole account. */
  addStoredCharge({ keyId, hour, amount }: StoredCharge): void {
    this.isUntouched = false;
    if (keyId === null) this.#month.charged.add(hour, amount);
    else this.#addOfDay({ keyId, hour, amount, kind: 'charged' });
  }

  /** The amount that the account may still take under the nearest limit, not counting running calls; negative if a limit is exceeded. */
  room(rules: BrokenConnectionRules, hour: number): bigint {
    const rooms = this.#bounds(rules).map((bound) => room(bound, hour));
    return rooms.reduce((least, each) => (each < least ? each : least));
  }

  /** The amount that a key may still take. Its running calls count only if it has taken anything at all. */
  keyStanding(keyId: string, rules: BrokenConnectionRules, hour: number): { readonly room: bigint; readonly hasTaken: boolean } {
    const stretch = this.#keys.get(keyId);
    if (stretch === undefined) return { room: rules.keyAmount, hasTaken: false };
    const [taken, leftEarly] = boundsOf(stretch, rules.keyAmount, rules.keyPercent).map((bound) => room(bound, hour));
    const least = taken === undefined || leftEarly === undefined || taken < leftEarly ? taken : leftEarly;
    return { room: least ?? 0n, hasTaken: stretch.taken.at(hour) > 0n };
  }

  roomAgainAt(rules: BrokenConnectionRules, hour: number): number {
    return roomAgainAt(this.#bounds(rules), hour);
  }

  /** For display: the amounts that count now, over 24 hours and over 30 days. */
  figures(hour: number): { takenDay: bigint; takenMonth: bigint; leftEarlyDay: bigint; leftEarlyMonth: bigint } {
    return {
      takenDay: this.#day.taken.at(hour),
      takenMonth: this.#month.taken.at(hour),
      leftEarlyDay: this.#day.leftEarly.at(hour),
      leftEarlyMonth: this.#month.leftEarly.at(hour),
    };
  }

  /** Keys that are slowed down. */
  slowedKeys(rules: BrokenConnectionRules, hour: number): readonly string[] {
    return [...this.#keys.keys()].filter((keyId) => this.keyStanding(keyId, rules, hour).room < 0n);
  }

  #addOfDay(taking: Taking): void {
    this.#day.add(taking);
    let key = this.#keys.get(taking.keyId);
    if (key === undefined) this.#keys.set(taking.keyId, (key = new Stretch(dayHours)));
    key.add(taking);
  }

  #bounds({ accountAmount, accountPercent, accountMonthPercent }: BrokenConnectionRules): readonly Bound[] {
    return [...boundsOf(this.#day, accountAmount, accountPercent), ...boundsOf(this.#month, accountAmount, accountMonthPercent)];
  }
}
