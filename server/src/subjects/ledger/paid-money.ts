import type { NanoCny } from '@tollgate/contract/money';
import { paidMoneyOf, payableOut, type PaidMoney } from '../../domain/books/consumed-paid.ts';
import { balanceNow } from './balance-now.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import { findAccount } from '../../control/within-scope.ts';

/** What of an account's money was paid, and what may be done with it; nano-CNY. */
export interface OwnPaidMoney {
  /** Over closed hours: of what is consumed here, invoices are made. */
  readonly closed: PaidMoney;
  /** Over all calls that have ended. */
  readonly live: PaidMoney;
  /** The most that can be paid out: what is neither used nor set aside for running calls. */
  readonly payableOut: NanoCny;
}

/** Inside the change queue, what it says of credits stays true; use only grows. @throws {ApiError} 404 */
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
