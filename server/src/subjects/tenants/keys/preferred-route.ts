import { invalid, type ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';

/**
 * Members can name only routes of the account's private upstreams, because only operators see the shared ones.
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
