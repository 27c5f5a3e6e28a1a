import { ApiError } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { invalid, type ControlContext } from '../../../control/control-context.ts';
import type { Provider, Route } from '../../../domain/catalog/model.ts';
import type { Principal } from '../../../control/principal.ts';
import { findAccount } from '../../../control/within-scope.ts';

/**
 * Refuses private upstreams while older versions run, because these would send calls of other accounts there. @throws {ApiError} 409 naming
 * their nodes.
 */
export async function requireIsolationKnown({ stores }: ControlContext, isUsed: boolean): Promise<void> {
  const older = isUsed ? await stores.catalog.nodesWithout('isolation') : [];
  if (older.length === 0) return;
  throw refusal('own_upstreams_need_upgrade', { nodes: older });
}

/** The account that a private provider will serve. @throws {ApiError} 400 if the id is unknown */
export async function requireServedAccount(context: ControlContext, principal: Principal, accountId: string): Promise<void> {
  const known = await findAccount(context, principal, accountId).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  });
  if (known === null) throw invalid('account_id', 'must be the id of an account');
}

export interface OwnRoute {
  readonly provider: Provider;
  readonly route: Route;
}

/** Routes of private upstreams of an account. Its members may see their names, unlike those of shared ones. */
export function routesOwnedBy({ catalog }: Pick<ControlContext, 'catalog'>, accountId: string): readonly OwnRoute[] {
  return catalog.current.providers
    .filter((provider) => provider.accountId === accountId)
    .flatMap((provider) => provider.routes.map((route) => ({ provider, route })));
}

/** Private routes that calls of the account can use: none while it uses shared upstreams only. @throws {ApiError} 404 */
export async function listOwnRoutes(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<readonly OwnRoute[]> {
  const { account } = await findAccount(context, principal, accountId);
  return account.isolation === 'shared' ? [] : routesOwnedBy(context, accountId);
}
