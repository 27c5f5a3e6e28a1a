import type { LedgerEntry } from '../domain/books/ledger.ts';
import { type ControlContext } from './control-context.ts';
import type { Principal } from './principal.ts';
import { findWholeAccount } from './within-scope.ts';
import { type Pages } from './page-ports.ts';

/** The money of an account, newest entry first. @throws {ApiError} 404 */
export async function listLedger(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<Pages<LedgerEntry, bigint>> {
  await findWholeAccount(context, principal, accountId);
  return (page) => context.stores.ledger.list(accountId, page);
}
