import type { Region, RouteStanding } from '@tollgate/contract/enumerations';
import type { Provider, Route } from '../../domain/catalog/model.ts';
import { isInMaintenance } from '../../domain/catalog/maintenance.ts';
import type { RouteState } from './route-states.ts';
import type { Candidate } from './candidate.ts';

export interface Ranked extends Candidate {
  readonly state: RouteState;
  /** Equal ranks share the load by weight. */
  readonly rank: number;
}

/** The gateway's region, or that only domestic routes are used. */
export type View = Region | 'domestic only';

type StateOf = (route: Route) => RouteState;

const standingOrder: Readonly<Record<RouteStanding, number>> = { healthy: 0, trial: 0, ejected: 1 };

/** The routes of a model. */
export interface Ranking {
  /** In the order that applies when all routes are healthy. */
  readonly ranked: readonly Ranked[];
  /** Routes that currently get no new calls. */
  readonly inMaintenance: readonly Ranked[];
}

/** The rankings by model. */
class ByModel extends WeakMap<readonly Provider[], Map<string, Ranking>> {}

/** The routes of each model. Kept as long as the catalogue keeps its list of providers. */
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

/** Usable entries first, then ejected ones by the time of their return. */
export function byStanding<Entry extends { readonly state: RouteState }>(order: readonly Entry[], nowMs: number): Entry[] {
  const usable: Entry[] = [];
  const ejected: Entry[] = [];
  for (const entry of order) (standingOrder[entry.state.standing(nowMs)] === 0 ? usable : ejected).push(entry);
  ejected.sort((left, right) => left.state.backAtMs - right.state.backAtMs);
  return [...usable, ...ejected];
}
