import { invalid, type ControlContext } from '../../../control/control-context.ts';

/**
 * Members can name only routes of the account's private upstreams, because only operators see the shared ones.
 * @throws {ApiError} 400 if no such route serves the account.
 */
export function requireServingRoute(
  { catalog }: ControlContext,
  { accountId, isOperator }: { readonly accountId: string; readonly isOperator: boolean },
  routeId: string | null | undefined,
): void {
  if (routeId === null || routeId === undefined) return;
  const isKnown = catalog.current.providers.some(
    (provider) =>
      (provider.accountId === accountId || (provider.accountId === undefined && isOperator)) &&
      provider.routes.some(({ id }) => id === routeId),
  );
  if (!isKnown) throw invalid('preferred_route', 'must be the id of a route that serves this account');
}
