import { waitsForOperator, type ClosingWait } from '@tollgate/contract/account-life/closing';
import { readClosing, type ClosingState } from './closing.ts';
import type { Closing } from './closing-ports.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';

async function waitsOfPayout(
  { stores }: ControlContext,
  { accountId, notifiedOf }: Closing,
): Promise<'payout' | 'payout_to_decide' | 'remainder'> {
  const [open] = await stores.payouts.list({ accountId, isOpen: true }, { limit: 1, after: null });
  // If operators were not notified, the job will request the payout within a minute.
  if (open === undefined) return notifiedOf === null ? 'payout' : 'remainder';
  return open.payout.state === 'requested' || open.isTroubled || open.isToPay ? 'payout_to_decide' : 'payout';
}

/** What a closure waits for now; empty if there is no closure or it is completed. */
export async function closingWaitsFor(
  context: ControlContext,
  principal: Principal,
  { closing, obstacles, remainder }: ClosingState,
): Promise<readonly ClosingWait[]> {
  requireOperator(principal, 'closing');
  if (closing === null || closing.state === 'closed') return [];
  if (closing.state === 'closing') return context.clock.nowMs() < closing.dueAtMs ? ['days'] : obstacles;
  if (closing.state === 'telling') return ['mails'];
  if (closing.state !== 'paying') return ['erasure'];
  if ((await context.coordination.running(closing.accountId)) > 0) return ['calls'];
  return closing.settled === null && remainder > 0n ? [await waitsOfPayout(context, closing)] : ['payout'];
}

/** The closures among the first ones that continue only after an operator acts. */
export async function closingsForOperators(
  context: ControlContext,
  principal: Principal,
  limit: number,
): Promise<readonly Closing[]> {
  requireOperator(principal, 'list of closings');
  const nowMs = context.clock.nowMs();
  const first = await context.stores.closings.list('open', { limit, after: null });
  const due = first.filter(({ state, dueAtMs }) => state === 'paying' || (state === 'closing' && dueAtMs <= nowMs));
  const waits = await Promise.all(
    due.map(async ({ accountId }) => closingWaitsFor(context, principal, await readClosing(context, principal, accountId))),
  );
  return due.filter((_, at) => waitsForOperator(waits[at] ?? []));
}
