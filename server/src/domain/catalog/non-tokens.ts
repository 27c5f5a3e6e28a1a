import type { ModelKind } from '@tollgate/contract/enumerations';
import { quantitiesOf, quantityKind, type Quantities, type QuantityName } from '@tollgate/contract/quantities';
import type { Price } from './model.ts';

interface Bound {
  /** Maximum plausible amount of one call. */
  readonly believed: number;
  /** For a key that must not pass its caps, if the price has a rate for it. */
  readonly setAside: number;
}

/** Runs of one tool at the upstream: a long research has made 74 searches. */
const toolRuns: Bound = { believed: 10_000, setAside: 100 };
/**
 * Quantities that are not tokens, and that upstreams of chat models count without a request. No request says how much of them there can be.
 */
const bounds: ReadonlyMap<string, Bound> = new Map([
  ['citation', { believed: 1_048_576, setAside: 131_072 }],
  ['input_audio_ms', { believed: 86_400_000, setAside: 3_600_000 }],
]);

function boundOf(name: QuantityName): Bound | null {
  return name.startsWith('tool:') ? toolRuns : (bounds.get(name) ?? null);
}

/** For quantities that are no part of the tokens: the maximum that one call can have used without a request. */
export function plausibleNonTokens(name: QuantityName, kind: ModelKind): number {
  return kind === 'chat' ? (boundOf(name)?.believed ?? 0) : 0;
}

/** The maximum cost of a call besides its tokens at this price; `null` for nothing. */
export function reservedNonTokens({ card }: Price, kind: ModelKind): Quantities | null {
  if (card === null || kind !== 'chat') return null;
  const priced = [...card.worst.own.keys()].filter((name) => name !== 'reasoning');
  const apart = priced.filter((name) => quantityKind(name)?.partOf === null);
  return quantitiesOf(apart.map((name) => [name, boundOf(name)?.setAside ?? 0]));
}
