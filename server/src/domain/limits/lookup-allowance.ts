const secondMs = 1_000;

export interface LookupAllowanceRules {
  readonly perSecond: number;
  /** A value that was looked up is not looked up again for this long: by then it is known, or invalid. */
  readonly rememberedMs: number;
}

const spareLookupDefaults: LookupAllowanceRules = { perSecond: 20, rememberedMs: 10_000 };

/**
 * Look-ups of keys for sources that have sent too many incorrect ones, shared by all of them on this node. Behind such an
 * address there may be a whole office, and among its guesses a key that is new or dead; the database does not feel this many.
 */
export class LookupAllowance {
  readonly #rules: LookupAllowanceRules;
  /** Value → when it was looked up; oldest first. */
  readonly #recent = new Map<string, number>();

  constructor(rules: Partial<LookupAllowanceRules> = {}) {
    this.#rules = { ...spareLookupDefaults, ...rules };
  }

  /** Takes one look-up for the value; `false`: it was looked up just now, or all of this second's are used. */
  take(value: string, atMs: number): boolean {
    let lastSecond = 0;
    for (const [known, takenMs] of this.#recent) {
      // `abs`: a clock set back would keep the past in force.
      const ageMs = Math.abs(atMs - takenMs);
      if (ageMs >= this.#rules.rememberedMs) this.#recent.delete(known);
      else if (ageMs < secondMs) lastSecond += 1;
    }
    if (lastSecond >= this.#rules.perSecond || this.#recent.has(value)) return false;
    this.#recent.set(value, atMs);
    return true;
  }
}
