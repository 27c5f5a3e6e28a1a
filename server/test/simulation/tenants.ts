import type { AdmitRequest } from '../../src/domain/limits/coordination.ts';
import type { SimulatedDatabase } from './simulated-database.ts';

export interface KeyState {
  readonly status: string;
  readonly dailyCap: bigint | null;
  readonly monthlyCap: bigint | null;
  readonly strict: boolean;
}

/** A key as its owner knows it. */
export interface KnownKey {
  readonly id: string;
  readonly accountId: string;
  readonly value: string;
}

/**
 * The last confirmed state of every key and account. From the response to a change on, nothing may be admitted under the earlier state;
 * until then, either is right.
 */
export class Tenants {
  readonly keys: KnownKey[] = [];
  readonly #states = new Map<string, KeyState[]>();
  readonly #credits = new Map<string, bigint[]>();
  readonly #database: SimulatedDatabase;

  constructor(database: SimulatedDatabase) {
    this.#database = database;
  }

  /** Reads the current state from the database; a new process knows nothing else. */
  reload(): void {
    this.#states.clear();
    this.#credits.clear();
    for (const row of this.#database.rows('select id from keys')) this.keyIsStored(String(row.id));
    for (const row of this.#database.rows('select id from accounts')) this.creditIsStored(String(row.id));
  }

  /** The state in the database is right as well, and later changes build on it. */
  keyIsStored(keyId: string): void {
    const [row] = this.#database.rows('select status, daily_cap, monthly_cap, strict from keys where id = ?', keyId);
    if (row === undefined) return;
    const { status, daily_cap, monthly_cap, strict } = row;
    const caps = { dailyCap: daily_cap as bigint | null, monthlyCap: monthly_cap as bigint | null };
    const states = this.#states.get(keyId) ?? [];
    states.push({ status: String(status), ...caps, strict: strict === 1n });
    this.#states.set(keyId, states);
  }

  creditIsStored(accountId: string): void {
    const sum = `select coalesce(sum(amount), 0) as credits from ledger_entries where kind = 'credit' and account_id = ?`;
    const [row] = this.#database.rows(sum, accountId);
    const credits = this.#credits.get(accountId) ?? [];
    credits.push(BigInt(String(row?.credits)));
    this.#credits.set(accountId, credits);
  }

  stateOf(keyId: string): KeyState | undefined {
    return this.#states.get(keyId)?.at(-1);
  }

  /** A change is in progress: its result is right from now on, and the earlier state stays right until the response. */
  keyMayBecome(keyId: string, change: Partial<KeyState>): void {
    const states = this.#states.get(keyId) ?? [];
    const last = states.at(-1);
    if (last !== undefined) states.push({ ...last, ...change });
  }

  keyBecame(keyId: string): void {
    const states = this.#states.get(keyId);
    if (states !== undefined) states.splice(0, states.length - 1);
  }

  creditMayBecome(accountId: string, amount: bigint): void {
    const credits = this.#credits.get(accountId) ?? [0n];
    credits.push((credits.at(-1) ?? 0n) + amount);
    this.#credits.set(accountId, credits);
  }

  creditBecame(accountId: string): void {
    const credits = this.#credits.get(accountId);
    if (credits !== undefined) credits.splice(0, credits.length - 1);
  }

  /** I13: a call is admitted under the current limits and state. */
  checkAdmitted({ callId, accountId, keyId, money }: AdmitRequest, violation: (what: string) => void): void {
    const states = this.#states.get(keyId) ?? [];
    if (!states.some(({ status }) => status === 'available')) {
      violation(`I13: call ${callId} was admitted with key ${keyId}, which is ${String(states.at(-1)?.status)}`);
    }
    for (const { scope, limit } of money) {
      const right: readonly (bigint | null)[] =
        scope === 'account'
          ? (this.#credits.get(accountId) ?? [0n])
          : states.map((state) => (scope === 'key_day' ? state.dailyCap : state.monthlyCap));
      if (!right.includes(limit))
        violation(
          `I13: call ${callId} was admitted under a ${scope} limit of ${String(limit)}, in force is ${right.join(' or ')}`,
        );
    }
  }
}
