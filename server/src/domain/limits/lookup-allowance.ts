const secondMs = 1_000;

export interface LookupAllowanceRules {
  readonly perSecond: number;
  /** A value is not looked up again for this long: by then it is known or invalid. */
  readonly rememberedMs: number;
}

const spareLookupDefaults: LookupAllowanceRules = { perSecond: 20, rememberedMs: 10_000 };

/**
 * Key look-ups for sources that have sent too many incorrect keys, shared by all of them on this node. Such an address may belong to a
 * whole office, and one of its keys may be new or deleted. The number is too small to burden the database.
 */
export class LookupAllowance {
  readonly #rules: LookupAllowanceRules;
  /** Value → time of its look-up; oldest first. */
  readonly #recent = new Map<string, number>();

  constructor(rules: Partial<LookupAllowanceRules> = {}) {
    this.#rules = { ...spareLookupDefaults, ...rules };
  }

  /** Uses one look-up for the value. Returns `false` if it was just looked up, or all look-ups of this second are used. */
  take(value: string, atMs: number): boolean {
    let lastSecond = 0;
    for (const [known, takenMs] of this.#recent) {
      // `abs`: if the clock was set back, old entries would otherwise stay in force.
      const ageMs = Math.abs(atMs - takenMs);
      if (ageMs >= this.#rules.rememberedMs) this.#recent.delete(known);
      else if (ageMs < secondMs) lastSecond += 1;
    }
    if (lastSecond >= this.#rules.perSecond || this.#recent.has(value)) return false;
    this.#recent.set(value, atMs);
    return true;
  }
}
