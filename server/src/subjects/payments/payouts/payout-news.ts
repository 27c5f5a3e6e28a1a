import { formatAmount } from '@tollgate/contract/money';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import { nanoOfFen } from '../../../domain/payments/payment-order.ts';
import type { Payout, PayoutPart, PayoutStep } from '../../../domain/payments/payout.ts';
import { auditEntry, type ChangeNote, type ControlContext } from '../../../control/control-context.ts';
import type { PayoutNews } from './payout-ports.ts';
import type { Principal } from '../../../control/principal.ts';

function show(fen: bigint): string {
  return formatAmount(nanoOfFen(fen), 2);
}

/** The notice to the account about the latest step of a payout. */
function payoutNotice(payout: Payout, { state, atMs, note }: PayoutStep): AccountNotice {
  const { id, accountId, kind, requestedFen, amountFen, givenBackFen, reason } = payout;
  const isLess = state === 'approved' && amountFen < requestedFen;
  return {
    accountId,
    kind: state === 'rejected' || state === 'failed' ? 'payout_setback' : 'payout_progress',
    // A refund that a bank sends back passes a state twice.
    source: `payout:${id}:${state}:${String(payout.revision)}`,
    params: {
      event: state,
      cause: kind,
      amount: show(state === 'failed' ? givenBackFen : amountFen - givenBackFen),
      requested: isLess ? show(requestedFen) : '',
      reason: note ?? reason ?? '',
    },
    link: `/billing/returns?return=${encodeURIComponent(id)}`,
    atMs,
  };
}

interface PayoutChange {
  readonly action: string;
  readonly step: PayoutStep | null;
  readonly part?: PayoutPart;
  readonly after?: object;
  /** Whether the account is notified of the step. */
  readonly isReported?: boolean;
}

/** The rows written with a change of a payout; with `step`, the account is notified. */
export function payoutNews(
  context: Pick<ControlContext, 'clock'>,
  principal: Principal,
  payout: Payout,
  { action, step, part, after, isReported = true }: PayoutChange,
): PayoutNews {
  const note: ChangeNote = {
    action: `payout.${action}`,
    objectKind: 'account',
    objectId: payout.accountId,
    after: {
      payout_id: payout.id,
      state: payout.state,
      amount: show(payout.amountFen),
      ...(part === undefined ? {} : { part_id: part.id, part_state: part.state, method: part.method }),
      ...after,
    },
  };
  return {
    notice: step === null || !isReported ? null : payoutNotice(payout, step),
    audit: auditEntry(context, principal, note),
  };
}
