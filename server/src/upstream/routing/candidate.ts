import type { TokenHold } from './token-hold.ts';
import type { ChosenBy } from '@tollgate/contract/enumerations';
import type { KeyedRoute, Price, Provider, Route, RouteKey } from '../../domain/catalog/model.ts';

/** A route that can serve a model, with the key to call it with. */
export interface Candidate {
  readonly provider: Provider;
  readonly route: Route;
  readonly key: RouteKey;
  readonly called: KeyedRoute;
  /** Routing counts the running requests of this key: the end of each exchange must be reported with `released`. */
  readonly isCounted: boolean;
  readonly upstreamModel: string;
  /** Our price at the upstream; `null` if unknown. */
  readonly cost: Price | null;
  /** The tokens that the attempt is expected to use, if they are limited. */
  readonly tokens?: TokenHold;
  /** What decided between the candidate and its equals; `null` if it was its weight, or there was no equal. */
  readonly by: ChosenBy | null;
}
