import type { ControlContext } from '../../control/control-context.ts';
import { accountsIntoForce, creditsIntoForce } from '../../control/into-force.ts';
import { operator } from '../../control/principal.ts';
import { findAccount } from '../../control/within-scope.ts';

/** Applies new credits of an account, and the plan they may have changed, on all nodes. */
export async function moneyIntoForce(context: ControlContext, accountId: string, planMoved: boolean): Promise<void> {
  const { credits } = await context.stores.ledger.totals(accountId);
  await creditsIntoForce(context, accountId, credits);
  if (!planMoved) return;
  const { account } = await findAccount(context, operator('books'), accountId);
  await accountsIntoForce(context, [account]);
}
