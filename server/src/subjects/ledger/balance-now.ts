import { balanceOf, type Balance } from '../../domain/books/ledger.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import { requireAccount } from '../../control/within-scope.ts';

/** The current balance of an account: credits from the ledger, used and reserved amounts as admission sees them. */
export async function balanceNow(context: ControlContext, principal: Principal, accountId: string): Promise<Balance> {
  requireAccount(principal, accountId);
  const [totals, [figures]] = await Promise.all([
    context.stores.ledger.totals(accountId),
    context.coordination.figures(accountId, null, [accountId]),
  ]);
  return balanceOf(totals, figures?.used ?? 0n, figures?.held ?? 0n);
}

/** Number of running calls of an account. */
export async function runningNow(context: ControlContext, principal: Principal, accountId: string): Promise<number> {
  requireAccount(principal, accountId);
  return context.coordination.running(accountId);
}
