import type { LedgerEntry } from '../../domain/books/ledger.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import { findWholeAccount } from '../../control/within-scope.ts';
import type { Pages } from '../../control/page-ports.ts';

/** The ledger of an account, newest entry first. @throws {ApiError} 404 */
export async function listLedger(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<Pages<LedgerEntry, bigint>> {
  await findWholeAccount(context, principal, accountId);
  return (page) => context.stores.ledger.list(accountId, page);
}
