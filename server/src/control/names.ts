import type { ControlContext } from './control-context.ts';
import type { KeyName } from '../subjects/tenants/keys/key-ports.ts';
import type { Principal } from './principal.ts';
import { requireAccount, requireOperator } from './within-scope.ts';

/** The names by which people know the keys and sub-accounts of an account. */
export interface Names {
  key(id: string): KeyName | null;
  subAccount(id: string | null): string | null;
}

interface Named {
  readonly keyId?: string | undefined;
  readonly subAccountId?: string | null | undefined;
}

/**
 * Looks up the names for the IDs in rows, including deleted ones; those of other accounts have none.
 * @throws {ApiError} 404
 */
export async function namesOf(
  { stores }: Pick<ControlContext, 'stores'>,
  principal: Principal,
  accountId: string,
  rows: readonly Named[],
): Promise<Names> {
  requireAccount(principal, accountId);
  const ids = (of: (row: Named) => string | null | undefined): readonly string[] => [
    ...new Set(rows.map(of).filter((id): id is string => typeof id === 'string' && id !== '')),
  ];
  const [keys, subAccounts] = await Promise.all([
    stores.keys.names(
      accountId,
      ids(({ keyId }) => keyId),
    ),
    stores.subAccounts.names(
      accountId,
      ids(({ subAccountId }) => subAccountId),
    ),
  ]);
  const keysById = new Map(keys.map((key) => [key.id, key]));
  const subAccountsById = new Map(subAccounts.map(({ id, name }) => [id, name]));
  return {
    key: (id) => keysById.get(id) ?? null,
    subAccount: (id) => (id === null ? null : (subAccountsById.get(id) ?? null)),
  };
}

/** Names of keys of any account by ID, including deleted ones; for operators' logs. */
export async function keyNames(
  { stores }: Pick<ControlContext, 'stores'>,
  principal: Principal,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeyName>> {
  requireOperator(principal, 'list of keys');
  const known = await stores.keys.names(null, [...new Set(ids.filter((id) => id !== ''))]);
  return new Map(known.map((key) => [key.id, key]));
}
