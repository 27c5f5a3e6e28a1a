import type { RouteBalance } from '@tollgate/contract/enumerations';
import type { Price, Provider } from '../../domain/catalog/model.ts';
import { byAffinity, type Affinity } from './affinity.ts';
import { drawByWeight, type Draws } from './draws.ts';
import type { Ranked } from './ranking.ts';

/** What decides between routes of equal rank for a call. */
export interface Preferences {
  /** Absent for calls that equal routes serve equally well. */
  readonly affinity?: Affinity | null;
  /** For calls without an affinity; by weight (`balanced`) if absent. */
  readonly balance?: RouteBalance;
  /** What a call like this one costs at a price. If absent, no route counts as cheapest. */
  readonly costOf?: (price: Price) => bigint;
  /** ID of the route that is used first while it is not ejected, regardless of its rank. */
  readonly preferredRoute?: string | null;
  /** Whether a provider speaks another protocol than the client. Among equals, its routes are last. */
  readonly isForeign?: (provider: Provider) => boolean;
}

/** The state at the time a call is routed. */
export interface Moment {
  readonly draws: Draws;
  readonly nowMs: number;
}

type SpreadOptions = Preferences & Moment;

const weightOf = ({ provider }: Ranked): number => provider.weight;
const ofRoute = { id: ({ route }: Ranked) => route.id, weight: weightOf };

/** Rotates the group to begin at a route drawn by weight. Weight 0 is only a fallback. */
function inTurn(group: readonly Ranked[], { draws }: SpreadOptions): readonly Ranked[] {
  const first = drawByWeight(group, weightOf, draws.weight.next());
  return [...group.slice(first), ...group.slice(0, first)];
}

/** Draws two routes and puts the better one first. Otherwise all calls of a moment would crowd the best route. */
function byLoad(group: readonly Ranked[], { draws, nowMs }: SpreadOptions): readonly Ranked[] {
  const loads = group
    .map((entry) => ({ entry, load: entry.state.load.costAt(nowMs) / weightOf(entry) }))
    .sort((left, right) => left.load - right.load);
  const drawn = loads.filter(({ load }) => load < Infinity).length || loads.length;
  const one = Math.floor(draws.first.next() * drawn);
  const other = Math.floor(draws.second.next() * (drawn - 1));
  const [best] = loads.splice(Math.min(one, other < one ? other : other + 1), 1);
  return [best, ...loads].flatMap((each) => (each === undefined ? [] : { ...each.entry, by: 'fastest' }));
}

/** Puts routes of lower cost first and those of unknown cost last, and otherwise keeps the order. */
function byCost(order: readonly Ranked[], costOf: (price: Price) => bigint): readonly Ranked[] {
  const costs = order.map((entry) => ({ entry, cost: entry.cost === null ? null : costOf(entry.cost) }));
  const isDecided = costs.some(({ cost }) => cost !== costs[0]?.cost);
  if (!isDecided) return order;
  return costs
    .sort((left, right) => {
      if (left.cost === null || right.cost === null) return Number(left.cost === null) - Number(right.cost === null);
      return Number(left.cost - right.cost);
    })
    .map(({ entry }) => ({ ...entry, by: 'cheapest' }));
}

function ordered(group: readonly Ranked[], options: SpreadOptions): readonly Ranked[] {
  const { affinity = null, balance, costOf } = options;
  if (affinity !== null && group.some(({ cost }) => affinity.saves(cost))) {
    const order = byAffinity(group, affinity.hash, ofRoute).map((entry): Ranked => ({ ...entry, by: 'affinity' }));
    return costOf === undefined ? order : byCost(order, costOf);
  }
  if (balance === 'fastest') return byLoad(group, options);
  const order = inTurn(group, options);
  return costOf === undefined ? order : byCost(order, costOf);
}

function sameProtocolFirst(group: readonly Ranked[], options: SpreadOptions): readonly Ranked[] {
  const { isForeign } = options;
  const own = isForeign === undefined ? group : group.filter(({ provider }) => !isForeign(provider));
  if (isForeign === undefined || own.length === 0 || own.length === group.length) return ordered(group, options);
  const foreign = group.filter(({ provider }) => isForeign(provider));
  return [own, foreign].flatMap((part) => (part.length === 1 ? part : ordered(part, options)));
}

/** Orders each group of equal rank. */
export function spread(ranked: readonly Ranked[], options: SpreadOptions): readonly Ranked[] {
  const order: Ranked[] = [];
  let from = 0;
  while (from < ranked.length) {
    let to = from + 1;
    while (to < ranked.length && ranked[to]?.rank === ranked[from]?.rank) to += 1;
    const group = ranked.slice(from, to);
    order.push(...(group.length === 1 ? group : sameProtocolFirst(group, options)));
    from = to;
  }
  return order;
}
