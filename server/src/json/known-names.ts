/** Names in which no character has another case. */
const unchangedByFolding = /^[a-z0-9_]*$/;

/**
 * The member names that the gateway acts on. Some parsers accept other names in their place: names that are equal when case is ignored by
 * the rules of Unicode (`ſ` is an s, the Kelvin sign is a k).
 */
export class KnownNames {
  readonly #names: ReadonlySet<string>;

  /** @param names consist of lower-case ASCII letters, digits and underscores. */
  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
  }

  /** The known name that such a parser would read instead of `name`; `null` if there is none, or `name` is exactly that name. */
  mistakenFor(name: string): string | null {
    if (unchangedByFolding.test(name)) return null;
    const folded = fold(name);
    return this.#names.has(folded) ? folded : null;
  }
}

/** Upper case first unifies characters with the same upper case, such as `s` and `ſ`; lower case then unifies the rest. */
function fold(name: string): string {
  return name.toUpperCase().toLowerCase();
}
