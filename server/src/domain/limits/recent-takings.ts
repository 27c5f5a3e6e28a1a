import type { Taking } from './account-takings.ts';

/** Longer than a record can wait to be stored while calls are still admitted. */
const keptMs = 60_000;
/** By the time there are more, older ones are certainly stored. */
const perAccountMax = 5_000;

export interface RecentTaking extends Taking {
  readonly callId: string;
  readonly atMs: number;
}

const nothing: readonly RecentTaking[] = [];

/**
 * Amounts taken on this node a moment ago, which the database may or may not have. It is therefore read without these calls, and they are
 * added: none is missed and none counts twice.
 */
export class RecentTakings {
  readonly #byAccount = new Map<string, RecentTaking[]>();

  add(accountId: string, taking: RecentTaking): void {
    const own = (this.#byAccount.get(accountId) ?? []).filter((known) => isKept(known, taking.atMs)).slice(1 - perAccountMax);
    own.push(taking);
    // Accounts are ordered by their last entry.
    this.#byAccount.delete(accountId);
    this.#byAccount.set(accountId, own);
    this.#forgetSilent(taking.atMs);
  }

  of(accountId: string): readonly RecentTaking[] {
    return this.#byAccount.get(accountId) ?? nothing;
  }

  #forgetSilent(atMs: number): void {
    for (const [accountId, own] of this.#byAccount) {
      const last = own.at(-1);
      if (last !== undefined && isKept(last, atMs)) return;
      this.#byAccount.delete(accountId);
    }
  }
}

function isKept(taking: RecentTaking, atMs: number): boolean {
  return Math.abs(atMs - taking.atMs) < keptMs;
}
