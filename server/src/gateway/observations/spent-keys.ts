import type { ErrorCode } from '@tollgate/contract/errors';
import type { KeyEntry } from '../../domain/tenants/directory.ts';

const minuteMs = 60_000;

export interface SpentKeyRules {
  /** How many refusals of a key per minute are decided individually. */
  readonly refusalsMax: number;
  /** Number of keys remembered; the ones refused first are forgotten first. */
  readonly keysMax: number;
}

/** The refusal of a key whose money, or that of its account or sub-account, is spent. */
export interface SpentRefusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** When the call was made; spending windows start again with each day. */
export interface SpentMoment {
  readonly atMs: number;
  readonly day: number;
}

interface Remembered {
  readonly refusal: SpentRefusal;
  readonly since: SpentMoment;
  readonly state: readonly unknown[];
  count: number;
}

/** A change replaces these records, so the list differs after any change. */
function stateOf({ key, account, subAccount }: KeyEntry): readonly unknown[] {
  return [key, account.account, account.credits, subAccount?.subAccount];
}

/**
 * Counts, per key, calls that were refused because money is spent. Coding tools repeat such calls for minutes, and the calls of the
 * account's other keys must not suffer. After `refusalsMax` refusals in a minute, the refusal is repeated without reading a body, as long
 * as nothing has changed and the day is the same. Known to this node only.
 */
export class SpentKeys {
  readonly #rules: SpentKeyRules;
  readonly #keys = new Map<string, Remembered>();

  constructor(rules: Partial<SpentKeyRules> = {}) {
    this.#rules = { refusalsMax: 60, keysMax: 10_000, ...rules };
  }

  /** Nearly always true, and then there is nothing to check. */
  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  record(entry: KeyEntry, refusal: SpentRefusal, moment: SpentMoment): void {
    const { id } = entry.key;
    const found = this.#current(entry, moment);
    if (found !== null) {
      found.count += 1;
      return;
    }
    this.#keys.delete(id);
    this.#keys.set(id, { refusal, since: moment, state: stateOf(entry), count: 1 });
    if (this.#keys.size > this.#rules.keysMax) this.#keys.delete(this.#keys.keys().next().value ?? '');
  }

  /** The refusal of a call of this key before its body is read; `null` if the call has to be checked. */
  refusalOf(entry: KeyEntry, moment: SpentMoment): SpentRefusal | null {
    const found = this.#current(entry, moment);
    if (found === null || found.count < this.#rules.refusalsMax) return null;
    return found.refusal;
  }

  #current(entry: KeyEntry, { atMs, day }: SpentMoment): Remembered | null {
    const found = this.#keys.get(entry.key.id);
    if (found?.since.day !== day || Math.abs(atMs - found.since.atMs) >= minuteMs) return null;
    const state = stateOf(entry);
    return found.state.every((value, at) => value === state[at]) ? found : null;
  }
}
