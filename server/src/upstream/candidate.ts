import type { ChosenBy } from '@tollgate/contract/enumerations';
import type { KeyedRoute, Price, Provider, Route, RouteKey } from '../domain/catalog/model.ts';

/** One route that can serve a model, and the key that it is called with. */
export interface Candidate {
  readonly provider: Provider;
  readonly route: Route;
  readonly key: RouteKey;
  readonly called: KeyedRoute;
  /** Routing counts what is under way with the key: `released` must report the end of each exchange. */
  readonly isCounted: boolean;
  readonly upstreamModel: string;
  /** Our price at the upstream; `null` if unknown. */
  readonly cost: Price | null;
  /** What decided between it and its equals; `null`: its weight, or it has no equal. */
  readonly by: ChosenBy | null;
}
