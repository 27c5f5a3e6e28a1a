import type { KeyRecord } from '../../../domain/tenants/tenant-records.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { LastUse } from '../../calls/call-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { requireAccount } from '../../../control/within-scope.ts';

/** When and from where keys were last used, by key id; omits keys without a logged call. @throws {ApiError} 404 */
export async function lastUses(
  { stores }: Pick<ControlContext, 'stores'>,
  principal: Principal,
  records: readonly KeyRecord[],
): Promise<ReadonlyMap<string, LastUse>> {
  for (const { key } of records) requireAccount(principal, key.accountId);
  const uses = await stores.calls.lastUses(records.map(({ key }) => key.id));
  return new Map(uses.map((use) => [use.keyId, use]));
}
