import type { ApiError } from '@tollgate/contract/errors';
import type { ChosenBy } from '@tollgate/contract/enumerations';
import type { RouteChoice } from '@tollgate/contract/catalogue/route-simulations';
import type { Usage } from '@tollgate/contract/usage';
import type { Provider, Route, RouteKey } from './catalog/model.ts';
import type { Account, Key, SubAccount } from './tenants/tenant.ts';

/** Who makes a simulated call. */
export interface SimulatingCaller {
  readonly key: Pick<Key, 'domesticOnly' | 'modelAllowList' | 'preferredRoute' | 'routing' | 'strict'>;
  readonly account: Account;
  readonly subAccount: SubAccount | null;
}

export interface SimulatedRequest {
  /** Name of the operation; by default the first one of the model's kind. */
  readonly endpoint: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** Fields that are not in the body are those of the operation's example. */
  readonly isExample: boolean;
  /** Replace what the body lets expect. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** A route in the order in which a call would come to it. */
export interface SimulationStep {
  /** The model that the route serves: the requested one or its fallback. */
  readonly model: string;
  readonly candidate: {
    readonly provider: Provider;
    readonly route: Route;
    readonly key: RouteKey;
    readonly by: ChosenBy | null;
  };
  readonly choice: RouteChoice;
  readonly why: string | null;
}

export interface RouteSimulation {
  readonly endpoint: string;
  /** `null` if the call is refused before. */
  readonly expected: Pick<Usage, 'inputTokens' | 'outputTokens'> | null;
  readonly refusal: ApiError | null;
  readonly steps: readonly SimulationStep[];
}
