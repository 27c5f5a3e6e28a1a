import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { DisputeStatus, ReportedDispute } from '../../../domain/payments/payment-method.ts';
import type { PaymentRecord } from '../../../domain/payments/payment-order.ts';
import { patchAccount } from '../../tenants/accounts/accounts.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { Dispute } from './dispute-ports.ts';
import { freezeAccount } from '../../tenants/accounts/freeze-account.ts';
import { writePartChange } from './payout-parts.ts';
import { findPayout } from './payouts.ts';
import type { Principal } from '../../../control/principal.ts';
import { bookReversal } from './reversals.ts';
import { findAccount } from '../../../control/within-scope.ts';

interface Disputed {
  readonly payment: PaymentRecord;
  readonly accountId: string;
}

/** Freezes the account of a disputed payment, because the means of payment may be stolen. */
async function freeze(context: ControlContext, principal: Principal, { payment, accountId }: Disputed): Promise<void> {
  const { alarms, logger } = context.payments;
  const params = { order: payment.orderId, account: accountId };
  const about = { ...params, payment: payment.externalId };
  try {
    await freezeAccount(context, principal, accountId);
    logger.error(about, 'a payment is disputed; its account is now disabled');
  } catch (error) {
    // The report is refused, so that it is sent again.
    logger.error({ ...about, reason: String(error) }, 'a payment is disputed, but its account could not be disabled yet');
    throw error;
  } finally {
    alarms.raise({ kind: 'payment_disputed', subject: payment.externalId, params });
  }
}

/**
 * The bank has withdrawn the money. It is deducted from the balance, so that it can be neither spent nor refunded. If the dispute is lost,
 * it stays deducted.
 */
function takeAway(
  context: ControlContext,
  principal: Principal,
  { payment }: Disputed,
  { disputeId, amountFen, standing }: ReportedDispute,
): Promise<void> {
  return context.changeQueue.run(async () => {
    const isLost = standing === 'lost';
    const part = await context.stores.payouts.partBy(payment.method, disputeId);
    if (part === null) {
      if (payment.state !== 'credited') return;
      await bookReversal(context, principal, payment, { reference: disputeId, amountFen, as: isLost ? 'done' : 'sent' });
    } else if (isLost && part.state === 'sent') {
      const record = await findPayout(context, principal, { id: part.payoutId });
      const change = { part: { ...part, state: 'done', doneAtMs: context.clock.nowMs() }, action: 'dispute-lost' } as const;
      if (!(await writePartChange(context, principal, record, change))) throw new Error('a disputed payment changed meanwhile');
    }
  });
}

/** The bank has returned the money, so it is credited again. */
function giveAgain(context: ControlContext, principal: Principal, { payment }: Disputed, disputeId: string): Promise<void> {
  return context.changeQueue.run(async () => {
    const part = await context.stores.payouts.partBy(payment.method, disputeId);
    if (part === null || part.state === 'dropped') return;
    const record = await findPayout(context, principal, { id: part.payoutId });
    const change = { part: { ...part, state: 'dropped' }, givesBack: true, isReported: false, action: 'dispute-won' } as const;
    if (!(await writePartChange(context, principal, record, change))) throw new Error('a disputed payment changed meanwhile');
  });
}

/** Unfreezes the account if only the dispute had frozen it. */
async function thaw(context: ControlContext, principal: Principal, { accountId, froze }: Dispute): Promise<void> {
  if (!froze || (await context.stores.disputes.countOpen(accountId)) > 0) return;
  const { account } = await findAccount(context, principal, accountId);
  if (account.status === 'disabled' && account.closesAtMs === undefined)
    await patchAccount(context, principal, accountId, { status: 'active' });
}

/** The stored state of a dispute, and whether it is open. */
async function begun(context: ControlContext, principal: Principal, { payment, accountId }: Disputed, told: ReportedDispute) {
  const { disputes } = context.stores;
  const known = await disputes.find(payment.method, told.disputeId);
  if (known !== null) return { dispute: known, isNew: told.isNew };
  const { account } = await findAccount(context, principal, accountId);
  const dispute: Dispute = {
    method: payment.method,
    id: told.disputeId,
    externalId: payment.externalId,
    accountId,
    state: isOver(told.standing) ? 'open' : told.standing,
    froze: account.status === 'active',
    openedAtMs: context.clock.nowMs(),
  };
  await disputes.begin(dispute);
  return { dispute, isNew: true };
}

/** The disputed payment and its account; `null` if it belongs to no account here, which notifies operators once. */
async function findDisputed(
  { stores, payments }: ControlContext,
  name: PaymentMethodName,
  { externalId, isNew }: ReportedDispute,
): Promise<Disputed | null> {
  const payment = await stores.orders.findPayment(name, externalId);
  const accountId = payment === null ? null : ((await stores.orders.find(payment.orderId))?.accountId ?? null);
  if (payment !== null && accountId !== null) return { payment, accountId };
  const params = { order: payment?.orderId ?? '-', account: '-' };
  if (isNew) payments.alarms.raise({ kind: 'payment_disputed', subject: externalId, params });
  return null;
}

function isOver(standing: DisputeStatus): boolean {
  return standing === 'won' || standing === 'lost';
}

/** The effect of a dispute in this state on the balance. */
async function moveMoney(
  context: ControlContext,
  principal: Principal,
  disputed: Disputed,
  told: ReportedDispute,
): Promise<void> {
  if (told.standing === 'won') await giveAgain(context, principal, disputed, told.disputeId);
  else if (told.standing !== 'inquiry') await takeAway(context, principal, disputed, told);
}

/**
 * Handles reports of a dispute in any order. While the dispute is open, the account is frozen and the money is deducted. If it is lost, the
 * money stays deducted; if it is won, both are restored. An ended dispute does not reopen.
 */
export async function handleDispute(
  context: ControlContext,
  principal: Principal,
  name: PaymentMethodName,
  told: ReportedDispute,
): Promise<void> {
  const disputed = await findDisputed(context, name, told);
  if (disputed === null) return;
  const { dispute, isNew } = await begun(context, principal, disputed, told);
  if (isOver(dispute.state)) return;
  const { standing, disputeId: id } = told;
  if (isNew && standing !== 'won') await freeze(context, principal, disputed);
  await moveMoney(context, principal, disputed, told);
  // A late report of its start does not reset the dispute to an inquiry.
  if (standing === 'inquiry') return;
  await context.stores.disputes.move({ method: name, id, state: standing }, context.clock.nowMs());
  if (!isOver(standing)) return;
  if (standing === 'won') await thaw(context, principal, dispute);
  const params = { order: disputed.payment.orderId, account: disputed.accountId, how: standing };
  context.payments.alarms.raise({ kind: 'dispute_ended', subject: id, params });
}
