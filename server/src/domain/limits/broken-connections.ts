import type { BrokenConnectionRules } from '@tollgate/contract/tenants/broken-connections';
import type { NanoCny } from '@tollgate/contract/money';
import { AccountTakings, type StoredCharge, type Taking } from './account-takings.ts';
import { RecentTakings } from './recent-takings.ts';
import { hourOf } from './rolling-sum.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const monthMs = 30 * dayMs;
/** Maximum age of an account's figures if other nodes serve it too, for refusing it and for letting it use all that is left. */
const closeReadMs = 1_000;
const calmReadMs = 10_000;
/** A read is repeated at most this many times if something was taken meanwhile. */
const readsMax = 3;
/** Maximum number of accounts in memory. The least recently active ones are dropped and read again later. */
const accountsMax = 20_000;

/** The permanent figures: sums over the call log and the usage figures. */
export interface TakingsStore {
  /** The value of calls that clients broke off at or after `sinceMs`, except the given calls. */
  takings(accountId: string, sinceMs: number, except: readonly string[]): Promise<readonly Taking[]>;
  /** Charges by key since `dayMs`, and of the whole account since the earlier `monthMs`. */
  charges(accountId: string, since: { readonly dayMs: number; readonly monthMs: number }): Promise<readonly StoredCharge[]>;
}

/** The caller, and the rules that apply to it. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  readonly rules: BrokenConnectionRules;
}

export type BrokenConnectionVerdict =
  /** `heldMax`: the maximum total reservation of the account's running calls. `slowed`: the key has exceeded its limit. */
  | { readonly allowed: true; readonly slowed: boolean; readonly heldMax: NanoCny }
  | { readonly allowed: false; readonly untilMs: number };

/** An admitted call that has ended. */
export interface EndedCall extends Caller {
  readonly callId: string;
  /** Amount reserved for the call. */
  readonly reserved: NanoCny;
  readonly charged: NanoCny;
  /** The value of the abandoned answer, and whether the client left before its first byte. */
  readonly taken: NanoCny;
  readonly leftEarly: boolean;
  readonly atMs: number;
}

/** The limit exceeded by the call that has just ended. */
export type PassedBound = 'key' | 'account';

export interface BrokenConnectionFigures {
  readonly takenDay: NanoCny;
  readonly takenMonth: NanoCny;
  readonly leftEarlyDay: NanoCny;
  readonly leftEarlyMonth: NanoCny;
  /** The amount that the account may still take before it is refused; 0 if it already is. */
  readonly room: NanoCny;
  readonly refusedUntilMs: number | null;
  readonly slowedKeys: readonly string[];
}

/**
 * Limits, in money and permanently, how much can be taken by requesting an answer and breaking the connection before it is charged. The
 * call log decides, for every process. A person who presses Stop occasionally never comes near the limit.
 */
export interface BrokenConnections {
  judge(caller: Caller, atMs: number): BrokenConnectionVerdict | Promise<BrokenConnectionVerdict>;
  /** Reads the basis of a verdict again; returns `false` if nothing newer is available. */
  refresh(accountId: string, atMs: number): Promise<boolean>;
  /** A call was admitted with this reservation; exactly one `ended` follows. */
  begun(keyId: string, reserved: NanoCny): void;
  ended(call: EndedCall): readonly PassedBound[] | Promise<readonly PassedBound[]>;
  /** An amount that becomes known later: the value of a task that was cancelled while its upstream worked on it. */
  took(taking: Omit<EndedCall, 'rules' | 'reserved' | 'charged'>): void;
  figures(caller: Omit<Caller, 'keyId'>, atMs: number): Promise<BrokenConnectionFigures>;
}

export interface BrokenConnectionsOptions {
  readonly store: TakingsStore;
  /** The number of processes that serve the same accounts. */
  readonly nodes: () => number;
}

const none: readonly PassedBound[] = [];

export function createBrokenConnections(options: BrokenConnectionsOptions): BrokenConnections {
  return new KnownTakings(options);
}

class KnownTakings implements BrokenConnections {
  readonly #options: BrokenConnectionsOptions;
  readonly #accounts = new Map<string, AccountTakings>();
  readonly #recent = new RecentTakings();
  readonly #reading = new Map<string, Promise<AccountTakings>>();
  /** Reserved for the running calls of each key, on this node. */
  readonly #inFlight = new Map<string, bigint>();

  constructor(options: BrokenConnectionsOptions) {
    this.#options = options;
  }

  judge(caller: Caller, atMs: number): BrokenConnectionVerdict | Promise<BrokenConnectionVerdict> {
    const known = this.#accounts.get(caller.accountId);
    if (known === undefined) return this.#read(caller.accountId, atMs, false).then(() => this.judge(caller, atMs));
    const verdict = this.#verdict(known, caller, atMs);
    if (verdict.allowed && !verdict.slowed) {
      if (!this.#isRecent(known, atMs, calmReadMs))
        void this.#read(caller.accountId, atMs, known.chargesKnown).catch(() => undefined);
      return verdict;
    }
    // No call is refused because of outdated figures.
    if (known.chargesKnown && this.#isRecent(known, atMs, closeReadMs)) return verdict;
    return this.#read(caller.accountId, atMs, true).then((read) => this.#verdict(read, caller, atMs));
  }

  async refresh(accountId: string, atMs: number): Promise<boolean> {
    const known = this.#accounts.get(accountId);
    if (known?.chargesKnown === true && this.#isRecent(known, atMs, closeReadMs)) return false;
    await this.#read(accountId, atMs, true);
    return true;
  }

  begun(keyId: string, reserved: NanoCny): void {
    if (reserved > 0n) this.#inFlight.set(keyId, (this.#inFlight.get(keyId) ?? 0n) + reserved);
  }

  ended(call: EndedCall): readonly PassedBound[] | Promise<readonly PassedBound[]> {
    const left = (this.#inFlight.get(call.keyId) ?? 0n) - call.reserved;
    if (left > 0n) this.#inFlight.set(call.keyId, left);
    else this.#inFlight.delete(call.keyId);
    const known = this.#accounts.get(call.accountId) ?? new AccountTakings(call.atMs, false);
    if (call.taken === 0n) {
      this.#add(call, known);
      return none;
    }
    const before = this.#passed(known, call);
    this.#add(call, known);
    const after = this.#passed(known, call).filter((bound) => !before.includes(bound));
    if (after.length === 0 || known.chargesKnown) return after;
    // Measured without the charges, which may allow the amount after all.
    return this.#read(call.accountId, call.atMs, true).then((read) => this.#passed(read, call));
  }

  took(taking: Omit<EndedCall, 'rules' | 'reserved' | 'charged'>): void {
    const known = this.#accounts.get(taking.accountId) ?? new AccountTakings(taking.atMs, false);
    this.#add({ ...taking, charged: 0n }, known);
  }

  async figures({ accountId, rules }: Omit<Caller, 'keyId'>, atMs: number): Promise<BrokenConnectionFigures> {
    await this.refresh(accountId, atMs);
    const known = this.#accounts.get(accountId) ?? new AccountTakings(atMs, true);
    const hour = hourOf(atMs);
    const room = known.room(rules, hour);
    return {
      ...known.figures(hour),
      room: room < 0n ? 0n : room,
      refusedUntilMs: room < 0n ? known.roomAgainAt(rules, hour) * hourMs : null,
      slowedKeys: known.slowedKeys(rules, hour),
    };
  }

  #verdict(known: AccountTakings, { keyId, rules }: Caller, atMs: number): BrokenConnectionVerdict {
    if (known.isUntouched) return { allowed: true, slowed: false, heldMax: this.#part(rules.accountAmount, known, atMs) };
    const hour = hourOf(atMs);
    // Other nodes may have seen the same amount since the last read.
    const elsewhere = known.takenSinceRead * BigInt(this.#options.nodes() - 1);
    const room = known.room(rules, hour);
    if (room - elsewhere < 0n) return { allowed: false, untilMs: known.roomAgainAt(rules, hour) * hourMs };
    const key = known.keyStanding(keyId, rules, hour);
    const atRisk = key.hasTaken ? (this.#inFlight.get(keyId) ?? 0n) : 0n;
    return { allowed: true, slowed: key.room - atRisk < 0n, heldMax: this.#part(room - elsewhere, known, atMs) };
  }

  /** Other nodes may also have used room that was last read more than a second ago: each node has its share until it reads again. */
  #part(room: NanoCny, known: AccountTakings, atMs: number): NanoCny {
    return room < 0n || this.#isRecent(known, atMs, closeReadMs) ? room : room / BigInt(this.#options.nodes());
  }

  /** The limits that settled calls alone have exceeded. */
  #passed(known: AccountTakings, { keyId, rules, atMs }: EndedCall): readonly PassedBound[] {
    const hour = hourOf(atMs);
    const isKey = known.keyStanding(keyId, rules, hour).room < 0n;
    const isAccount = known.room(rules, hour) < 0n;
    return [...(isKey ? (['key'] as const) : []), ...(isAccount ? (['account'] as const) : [])];
  }

  #add(
    { callId, accountId, keyId, atMs, taken, leftEarly, charged }: Omit<EndedCall, 'rules' | 'reserved'>,
    known: AccountTakings,
  ): void {
    const at = { keyId, hour: hourOf(atMs) };
    if (charged > 0n) known.add({ ...at, kind: 'charged', amount: charged });
    if (taken === 0n) return;
    const taking = { ...at, callId, atMs, kind: leftEarly ? 'left_early' : 'taken', amount: taken } as const;
    known.add(taking);
    known.takenSinceRead += taken;
    this.#recent.add(accountId, taking);
  }

  #isRecent(known: AccountTakings, atMs: number, maxAgeMs: number): boolean {
    return this.#options.nodes() === 1 || Math.abs(atMs - known.readAtMs) < maxAgeMs;
  }

  /** Reads an account once at a time; concurrent callers share the read. */
  async #read(accountId: string, atMs: number, withCharges: boolean): Promise<AccountTakings> {
    const running = this.#reading.get(accountId);
    if (running !== undefined) {
      const read = await running;
      return read.chargesKnown || !withCharges ? read : this.#read(accountId, atMs, withCharges);
    }
    const reading = this.#readOnce(accountId, atMs, withCharges).finally(() => this.#reading.delete(accountId));
    this.#reading.set(accountId, reading);
    return reading;
  }

  async #readOnce(accountId: string, atMs: number, withCharges: boolean): Promise<AccountTakings> {
    let stored = await this.#stored(accountId, atMs, withCharges);
    for (let reads = 1; reads < readsMax && stored.without !== this.#recent.of(accountId); reads += 1) {
      stored = await this.#stored(accountId, atMs, withCharges);
    }
    const read = new AccountTakings(atMs, withCharges);
    for (const taking of [...stored.takings, ...this.#recent.of(accountId)]) read.add(taking);
    for (const charge of stored.charges) read.addStoredCharge(charge);
    this.#accounts.delete(accountId);
    this.#accounts.set(accountId, read);
    if (this.#accounts.size > accountsMax) this.#accounts.delete(this.#accounts.keys().next().value ?? '');
    return read;
  }

  /** The database's figures, without the calls that are kept in memory here. */
  async #stored(accountId: string, atMs: number, withCharges: boolean) {
    const { store } = this.#options;
    const without = this.#recent.of(accountId);
    const callIds = without.map(({ callId }) => callId);
    const [takings, charges] = await Promise.all([
      store.takings(accountId, atMs - monthMs, callIds),
      withCharges ? store.charges(accountId, { dayMs: atMs - dayMs, monthMs: atMs - monthMs }) : [],
    ]);
    return { without, takings, charges };
  }
}
