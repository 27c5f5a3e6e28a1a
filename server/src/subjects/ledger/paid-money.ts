import type { NanoCny } from '@tollgate/contract/money';
import { paidMoneyOf, payableOut, type PaidMoney } from '../../domain/books/consumed-paid.ts';
import { balanceNow } from './balance-now.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import { findAccount } from '../../control/within-scope.ts';

/** Paid money of an account by possible use; nano-CNY. */
export interface OwnPaidMoney {
  /** Over closed hours; the consumed part can be invoiced. */
  readonly closed: PaidMoney;
  /** Over all finished calls. */
  readonly live: PaidMoney;
  /** Maximum payout: the part that is neither used nor reserved for running calls. */
  readonly payableOut: NanoCny;
}

/** Call it inside the change queue: credits then cannot change, and usage only grows. @throws {ApiError} 404 */
export async function paidMoney(context: ControlContext, principal: Principal, accountId: string): Promise<OwnPaidMoney> {
  await findAccount(context, principal, accountId);
  const [{ totals, closedUse }, balance] = await Promise.all([
    context.stores.ledger.closedMoney(accountId),
    balanceNow(context, principal, accountId),
  ]);
  const { used, reserved } = balance;
  return {
    closed: paidMoneyOf(totals, closedUse),
    live: paidMoneyOf(totals, used),
    payableOut: payableOut(totals, { used, reserved, available: totals.credits - used - reserved }),
  };
}
