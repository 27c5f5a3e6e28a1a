/** The window is counted in steps of this length, including the current one. */
const stepMs = 5_000;
const stepsMax = 6;
/** How long attempts count. */
export const recentMs = stepMs * stepsMax;
/** Fewer attempts say nothing about a route. */
const attemptsMin = 20;

interface Tally {
  answered: number;
  failed: number;
}

interface Step extends Tally {
  readonly at: number;
  readonly byAccount: Map<string, Tally>;
}

function mostlyFailed({ answered, failed }: Tally): boolean {
  return failed > answered;
}

/** @param account `null`: answers that say nothing about a caller. */
function answeredFor({ answered, byAccount }: Step, account: string | null): number {
  if (account !== null) return byAccount.get(account)?.answered ?? 0;
  return [...byAccount.values()].reduce((left, tally) => left - tally.answered, answered);
}

const none: Readonly<Tally> = { answered: 0, failed: 0 };

/**
 * Attempts of the last 30 s that say something about a route: answers and failures, by account. They reveal routes that answer
 * intermittently, and so never fail several times in a row.
 */
export class RecentAttempts {
  /** Oldest first; at most `stepsMax`. */
  #steps: Step[] = [];

  /** @param account `null` if the attempt says nothing about a caller. */
  add(account: string | null, what: keyof Tally, nowMs: number): void {
    const step = this.#stepAt(nowMs);
    step[what] += 1;
    if (account === null) return;
    let tally = step.byAccount.get(account);
    if (tally === undefined) {
      tally = { ...none };
      step.byAccount.set(account, tally);
    }
    tally[what] += 1;
  }

  /**
   * An attempt that counted as answered fails after all: it no longer counts as both.
   * @returns whether another answer is left
   */
  unanswer(account: string | null, nowMs: number): boolean {
    this.#forget(nowMs);
    const step = this.#steps.findLast((one) => answeredFor(one, account) > 0);
    const tally = account === null ? undefined : step?.byAccount.get(account);
    if (step !== undefined) step.answered -= 1;
    if (tally !== undefined) tally.answered -= 1;
    return this.#steps.some(({ answered }) => answered > 0);
  }

  clear(): void {
    this.#steps = [];
  }

  /**
   * Whether most attempts failed, even without those of the account with the most failures, whose requests might be the cause.
   * @returns that account if no other one made an attempt, because it is then unknown whether the route works for others.
   */
  mostFailed(nowMs: number): boolean | { readonly onlyFor: string } {
    this.#forget(nowMs);
    const all: Tally = { ...none };
    for (const { answered, failed } of this.#steps) {
      all.answered += answered;
      all.failed += failed;
    }
    if (all.answered + all.failed < attemptsMin || !mostlyFailed(all)) return false;
    const byAccount = this.#byAccount();
    const [worst, most] = [...byAccount].reduce<readonly [string | null, Tally]>(
      (found, entry) => (entry[1].failed > found[1].failed ? entry : found),
      [null, none],
    );
    if (worst === null) return true;
    const others = { answered: all.answered - most.answered, failed: all.failed - most.failed };
    return others.answered + others.failed > 0 ? mostlyFailed(others) : { onlyFor: worst };
  }

  #byAccount(): ReadonlyMap<string, Tally> {
    const sums = new Map<string, Tally>();
    for (const { byAccount } of this.#steps)
      for (const [account, { answered, failed }] of byAccount) {
        const sum = sums.get(account) ?? none;
        sums.set(account, { answered: sum.answered + answered, failed: sum.failed + failed });
      }
    return sums;
  }

  #stepAt(nowMs: number): Step {
    const at = Math.floor(nowMs / stepMs);
    const last = this.#steps.at(-1);
    if (last?.at === at) return last;
    this.#forget(nowMs);
    const step = { at, ...none, byAccount: new Map<string, Tally>() };
    this.#steps.push(step);
    return step;
  }

  #forget(nowMs: number): void {
    const oldest = Math.floor(nowMs / stepMs) - stepsMax + 1;
    while (this.#steps[0] !== undefined && this.#steps[0].at < oldest) this.#steps.shift();
  }
}
