import type { ModelKind } from '@tollgate/contract/enumerations';
import { quantitiesOf, quantityKind, type Quantities, type QuantityName } from '@tollgate/contract/quantities';
import type { Price } from './model.ts';

interface Bound {
  /** Maximum plausible amount of one call. */
  readonly believed: number;
  /** Reserved for a key that must not exceed its caps, if the price has a rate for the quantity. */
  readonly setAside: number;
}

/** Runs of one tool at the upstream: a long research task has made 74 searches. */
const toolRuns: Bound = { believed: 10_000, setAside: 100 };
/** Quantities other than tokens that upstreams of chat models may count without being asked to. Nothing in a request limits them. */
const bounds: ReadonlyMap<string, Bound> = new Map([
  ['citation', { believed: 1_048_576, setAside: 131_072 }],
  ['input_audio_ms', { believed: 86_400_000, setAside: 3_600_000 }],
]);

function boundOf(name: QuantityName): Bound | null {
  return name.startsWith('tool:') ? toolRuns : (bounds.get(name) ?? null);
}

/** For quantities that are not tokens: the maximum that one call can plausibly use without asking for them. */
export function plausibleNonTokens(name: QuantityName, kind: ModelKind): number {
  return kind === 'chat' ? (boundOf(name)?.believed ?? 0) : 0;
}

/** The maximum that a call can use besides tokens, if this price charges for it; `null` for nothing. */
export function reservedNonTokens({ card }: Price, kind: ModelKind): Quantities | null {
  if (card === null || kind !== 'chat') return null;
  const priced = [...card.worst.own.keys()].filter((name) => name !== 'reasoning');
  const apart = priced.filter((name) => quantityKind(name)?.partOf === null);
  return quantitiesOf(apart.map((name) => [name, boundOf(name)?.setAside ?? 0]));
}
