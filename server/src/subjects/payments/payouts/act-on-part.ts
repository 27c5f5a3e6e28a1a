import type { PayoutWithParts } from '../../../domain/payments/payout.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import { movePart, type PartAct } from './payout-parts.ts';
import type { Principal } from '../../../control/principal.ts';
import { queryAgain } from './send-refunds.ts';
import { requireOperator } from '../../../control/within-scope.ts';

/**
 * Runs an action on a part of a payout. Before money is sent another way, the payment service that refused the refund is queried again: a
 * stuck refund may have succeeded. @throws {ApiError} 400, 404, 409
 */
export async function actOnPart(
  context: ControlContext,
  principal: Principal,
  which: { readonly id: string; readonly partId: string },
  act: PartAct,
): Promise<PayoutWithParts> {
  requireOperator(principal, 'return');
  if (act.kind === 'to_bank' || act.kind === 'give_back') await queryAgain(context, which);
  return movePart(context, principal, which, act);
}
