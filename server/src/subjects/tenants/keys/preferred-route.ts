import { invalid, type ControlContext } from '../../../control/control-context.ts';
import { routesOwnedBy } from '../../catalogue/providers/own-upstreams.ts';

interface Wish {
  readonly accountId: string;
  readonly isOperator: boolean;
  /** The route that the key prefers so far: keeping it is always allowed. */
  readonly before: string | null;
}

/**
 * Members can name only routes of the account's private upstreams, because only operators see the shared ones. Routes of others are answered
 * like unknown ones.
 * @throws {ApiError} 400 if no such route serves the account.
 */
export function requireServingRoute(
  { catalog }: ControlContext,
  { accountId, isOperator, before }: Wish,
  routeId: string | null | undefined,
): void {
  if (routeId === null || routeId === undefined || routeId === before) return;
  if (routesOwnedBy({ catalog }, accountId).some(({ route }) => route.id === routeId)) return;
  if (!isOperator)
    throw invalid('preferred_route', 'must be `null` or the id of a route that `GET …/own-routes` of this account lists');
  const isShared = catalog.current.providers.some(
    (provider) => provider.accountId === undefined && provider.routes.some(({ id }) => id === routeId),
  );
  if (!isShared) throw invalid('preferred_route', 'must be the id of a route that serves this account');
}
