import { invalid, type ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';

/**
 * A member may name the routes of the account's own upstreams only: those that all accounts share are the operator's to know.
 * @throws {ApiError} 400 if no such route serves the account.
 */
export function requireServingRoute(
  { catalog }: ControlContext,
  { scope }: Principal,
  accountId: string,
  routeId: string | null | undefined,
): void {
  if (routeId === null || routeId === undefined) return;
  const isKnown = catalog.current.providers.some(
    (provider) =>
      (provider.accountId === accountId || (provider.accountId === undefined && scope.kind === 'operator')) &&
      provider.routes.some(({ id }) => id === routeId),
  );
  if (!isKnown) throw invalid('preferred_route', 'must be the id of a route that serves this account');
}
