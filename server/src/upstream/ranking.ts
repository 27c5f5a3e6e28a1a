import type { Region, RouteStanding } from '@tollgate/contract/enumerations';
import type { Provider, Route } from '../domain/catalog/model.ts';
import { isInMaintenance } from '../domain/catalog/maintenance.ts';
import { byAffinity, type Affinity } from './affinity.ts';
import { drawByWeight } from './draw-by-weight.ts';
import type { RouteState } from './route-states.ts';
import type { Candidate } from './candidate.ts';

export interface Ranked extends Candidate {
  readonly state: RouteState;
  /** Equal ranks share the load by weight. */
  readonly rank: number;
}

/** From where routes are looked at, and whether those abroad are left out. */
export type View = Region | 'domestic only';

type StateOf = (route: Route) => RouteState;

const standingOrder: Readonly<Record<RouteStanding, number>> = { healthy: 0, trial: 0, ejected: 1 };

/** The routes of a model. */
export interface Ranking {
  /** In the order that applies when all are healthy. */
  readonly ranked: readonly Ranked[];
  /** Those that get no new calls for now. */
  readonly inMaintenance: readonly Ranked[];
}

/** By model. */
class ByModel extends WeakMap<readonly Provider[], Map<string, Ranking>> {}

/** The routes of each model; kept as long as the catalog keeps its list of providers. */
export class Rankings {
  readonly #stateOf: StateOf;
  readonly #kept: Readonly<Record<View, ByModel>> = {
    domestic: new ByModel(),
    overseas: new ByModel(),
    'domestic only': new ByModel(),
  };

  constructor(stateOf: StateOf) {
    this.#stateOf = stateOf;
  }

  of(providers: readonly Provider[], model: string, view: View): Ranking {
    let byModel = this.#kept[view].get(providers);
    if (byModel === undefined) {
      byModel = new Map<string, Ranking>();
      this.#kept[view].set(providers, byModel);
    }
    let ranking = byModel.get(model);
    if (ranking === undefined) {
      ranking = this.#rank(providers, model, view);
      if (ranking.ranked.length > 0) byModel.set(model, ranking);
    }
    return ranking;
  }

  #rank(providers: readonly Provider[], model: string, view: View): Ranking {
    const seen = new Set<string>();
    const ranked: Ranked[] = [];
    const inMaintenance: Ranked[] = [];
    for (const provider of providers) {
      const offer = provider.enabled ? provider.models.find((entry) => entry.model === model) : undefined;
      if (offer === undefined) continue;
      for (const route of provider.routes) {
        const key = route.keys.find(({ enabled }) => enabled);
        if (key === undefined || seen.has(route.id) || (view === 'domestic only' && route.region !== 'domestic')) continue;
        seen.add(route.id);
        const state = this.#stateOf(route);
        const { upstreamModel, cost } = offer;
        const own = { provider, route, key, called: state.called(key), isCounted: state.keys !== null, upstreamModel, cost };
        const rank = provider.priority * 2 + (route.region === view || view === 'domestic only' ? 0 : 1);
        (isInMaintenance(provider, route) ? inMaintenance : ranked).push({ ...own, by: null, state, rank });
      }
    }
    return { ranked: ranked.sort((left, right) => left.rank - right.rank), inMaintenance };
  }
}

/** By the conversation of the call. */
function inAffinity(group: readonly Ranked[], { hash }: Affinity): readonly Ranked[] {
  const of = { id: ({ route }: Ranked) => route.id, weight: ({ provider }: Ranked) => provider.weight };
  return byAffinity(group, hash, of).map((entry) => ({ ...entry, by: 'affinity' }));
}

/** Beginning at a member drawn by weight; weight 0 is only a fallback. */
function inTurn(group: readonly Ranked[], random: () => number): readonly Ranked[] {
  const first = drawByWeight(group, ({ provider }) => provider.weight, random());
  return [...group.slice(first), ...group.slice(0, first)];
}

/** Orders each group of equals. */
export function spread(ranked: readonly Ranked[], affinity: Affinity | null, random: () => number): readonly Ranked[] {
  const order: Ranked[] = [];
  let from = 0;
  while (from < ranked.length) {
    let to = from + 1;
    while (to < ranked.length && ranked[to]?.rank === ranked[from]?.rank) to += 1;
    const group = ranked.slice(from, to);
    if (group.length === 1) order.push(...group);
    else if (affinity !== null && group.some(({ cost }) => affinity.saves(cost))) order.push(...inAffinity(group, affinity));
    else order.push(...inTurn(group, random));
    from = to;
  }
  return order;
}

/** Usable ones first, then ejected ones, soonest back first. */
export function byStanding<Entry extends { readonly state: RouteState }>(order: readonly Entry[], nowMs: number): Entry[] {
  const usable: Entry[] = [];
  const ejected: Entry[] = [];
  for (const entry of order) (standingOrder[entry.state.standing(nowMs)] === 0 ? usable : ejected).push(entry);
  ejected.sort((left, right) => left.state.backAtMs - right.state.backAtMs);
  return [...usable, ...ejected];
}
