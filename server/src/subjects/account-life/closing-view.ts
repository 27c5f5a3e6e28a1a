import type { ClosingAnswer } from '@tollgate/contract/account-life/closing';
import { formatAmount } from '@tollgate/contract/money';
import type { ClosingState } from './closing.ts';
import { showTime } from '../../control/show-time.ts';

const orNull = (ms: number | null | undefined): string | null => (ms === null || ms === undefined ? null : showTime(ms));

/** A closure as the API shows it. */
export function closingView({ closing, obstacles, remainder, openOrders, openRequests }: ClosingState): ClosingAnswer {
  return {
    state: closing?.state ?? null,
    requested_at: orNull(closing?.requestedAtMs),
    due_at: orNull(closing?.dueAtMs),
    closed_at: orNull(closing?.closedAtMs),
    obstacles: [...obstacles],
    remainder: formatAmount(remainder, 2),
    waits_for_payout: closing?.state === 'paying' && closing.settled === null && remainder > 0n,
    open_orders: openOrders.length,
    open_requests: openRequests.length,
  };
}
