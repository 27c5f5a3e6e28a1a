import type { ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import { findAccount, requireOperator } from '../../../control/within-scope.ts';

/** Names of accounts by id, for operator lists. */
export async function accountNames(
  context: ControlContext,
  principal: Principal,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  requireOperator(principal, 'list of accounts');
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))];
  const records = await Promise.all(wanted.map((id) => findAccount(context, principal, id)));
  return new Map(records.map(({ account }) => [account.id, account.name]));
}
