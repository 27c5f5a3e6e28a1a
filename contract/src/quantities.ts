/** The total that includes a quantity. `null`: none of the four token counts includes it, so it is priced separately. */
type Whole = 'input' | 'cached' | 'output' | null;

interface QuantityKind {
  readonly partOf: Whole;
  /** Number of units that the rate covers. */
  readonly per: 1 | 1_000 | 1_000_000;
}

const ofInput: QuantityKind = { partOf: 'input', per: 1_000_000 };
const ofCached: QuantityKind = { partOf: 'cached', per: 1_000_000 };
const ofOutput: QuantityKind = { partOf: 'output', per: 1_000_000 };
const onePiece: QuantityKind = { partOf: null, per: 1 };
const thousand: QuantityKind = { partOf: null, per: 1_000 };
const million: QuantityKind = { partOf: null, per: 1_000_000 };

/** All quantities of a call besides the four token counts. Two families have variable names; see `families`. */
const kinds = {
  /** Cached for 5 minutes, or for an unknown time. */
  cache_write: ofInput,
  cache_write_1h: ofInput,
  cache_write_24h: ofInput,
  input_audio: ofInput,
  input_image: ofInput,
  input_video: ofInput,
  cached_audio: ofCached,
  cached_image: ofCached,
  output_audio: ofOutput,
  output_image: ofOutput,
  image: onePiece,
  song: onePiece,
  search_unit: onePiece,
  page: onePiece,
  input_audio_ms: thousand,
  output_audio_ms: thousand,
  /** Text tokens that an upstream found and cites; reported separately from the output. */
  citation: million,
  character: million,
} as const satisfies Readonly<Record<string, QuantityKind>>;

/** `image@<size>`, `image@<size>@<quality>`; `tool:<name>`. */
export type QuantityName = keyof typeof kinds | `image@${string}` | `tool:${string}`;

/** Integers from 1 to 2^31 - 1, sorted by name. */
export type Quantities = Readonly<Partial<Record<QuantityName, number>>>;

const families: readonly (readonly [RegExp, QuantityKind])[] = [
  [/^image@[a-z0-9._-]{1,32}(?:@[a-z0-9._-]{1,32})?$/, onePiece],
  [/^tool:[a-z0-9._-]{1,64}$/, thousand],
];

const known: ReadonlyMap<string, QuantityKind> = new Map(Object.entries(kinds));

/** A name that does not belong to a family. */
export type PlainQuantityName = keyof typeof kinds;

/** All names that do not belong to a family. */
export const quantityNames = Object.keys(kinds) as readonly PlainQuantityName[];

/** The kind of a quantity name; `null` for unknown names. */
export function quantityKind(name: string): QuantityKind | null {
  return known.get(name) ?? families.find(([form]) => form.test(name))?.[1] ?? null;
}

export function isQuantityName(name: string): name is QuantityName {
  return quantityKind(name) !== null;
}

/** The less specific name whose rate applies if this name has none: `image@1024x1024` for `image@1024x1024@high`. */
export function lessSpecific(name: QuantityName): QuantityName | null {
  const cut = name.startsWith('image@') ? name.lastIndexOf('@') : -1;
  return cut < 0 ? null : (name.slice(0, cut) as QuantityName);
}

/** Maximum plausible amount of a separately priced quantity in one call, as a multiple of the units its rate covers. */
export const quotesPerCallMax = 100_000;

/** Sorts by name and drops zeros; `null` if nothing is left. */
export function quantitiesOf(amounts: readonly (readonly [QuantityName, number])[]): Quantities | null {
  const used = amounts.filter(([, amount]) => amount !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return used.length === 0 ? null : Object.fromEntries(used);
}

/** Each name with its amount. */
export function amountsOf(more: Quantities): readonly (readonly [QuantityName, number])[] {
  return Object.entries(more as Readonly<Record<QuantityName, number>>) as [QuantityName, number][];
}

interface Part extends QuantityKind {
  readonly name: QuantityName;
  readonly amount: number;
}

/** Each quantity with its kind. */
export function partsOf(more: Quantities | null): readonly Part[] {
  if (more === null) return [];
  return amountsOf(more).map(([name, amount]) => {
    const kind = quantityKind(name);
    if (kind === null) throw new TypeError(`there is no quantity "${name}"`);
    return { partOf: kind.partOf, per: kind.per, name, amount };
  });
}
