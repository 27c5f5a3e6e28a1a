import { formatAmount } from '@tollgate/contract/money';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import { monthSpan, monthSpanAt, type MonthSpan } from '../../../domain/limits/month-span.ts';
import { afterFault, chargeTransitMs, unchosen, type AutoTopUp, type Charge } from '../../../domain/payments/auto-top-up.ts';
import { PaymentServiceError } from '../../../domain/payments/payment-method.ts';
import { nanoOfFen, type PaymentOrder } from '../../../domain/payments/payment-order.ts';
import { cardName, type ChargeStatus } from '../../../domain/payments/saved-means.ts';
import { auditEntry, type ControlContext } from '../../../control/control-context.ts';
import { draftOrder, orderNote } from '../orders/orders.ts';
import { operator, type Principal } from '../../../control/principal.ts';
import { receivePayment } from '../orders/receive-payment.ts';
import { cardMethod, savedMeansOf, alarmOnServiceFault } from './saved-cards.ts';

/** The principal of automatic orders. */
const automatic: Principal = operator('auto-top-up');
const settingsPage = '/billing/top-up';

const show = (fen: bigint): string => formatAmount(nanoOfFen(fen), 2);

/** A notice that is sent once per month and maximum. */
function limitNotice(settings: AutoTopUp, month: number, chargedFen: bigint, atMs: number): AccountNotice {
  const { accountId, monthlyMaxFen, amountFen } = settings;
  const text = String(month);
  const source = `auto-top-up-limit:${text}:${String(monthlyMaxFen)}:${String(amountFen)}`;
  const params = { month: `${text.slice(0, 4)}-${text.slice(4)}`, maximum: show(monthlyMaxFen), charged: show(chargedFen) };
  return { accountId, kind: 'auto_top_up_limit', source, params, link: settingsPage, atMs };
}

/**
 * The month to which charges count. Orders are dated by the clock, but the calendar does not go back after a clock was ahead. In that case,
 * the span starts with the earlier month.
 */
function countedSpan({ calendar }: ControlContext, nowMs: number): MonthSpan {
  const ofCalendar = monthSpan(calendar.now().month, calendar.timeZone);
  const ofClock = monthSpanAt(nowMs, calendar.timeZone);
  return {
    ...ofCalendar,
    startsAtMs: Math.min(ofCalendar.startsAtMs, ofClock.startsAtMs),
    endsAtMs: Math.max(ofCalendar.endsAtMs, ofClock.endsAtMs),
  };
}

/** Creates the order of one account if its balance is still too low. */
function orderFor(context: ControlContext, accountId: string): Promise<boolean> {
  return context.changeQueue.run(async () => {
    const { clock, stores } = context;
    const nowMs = clock.nowMs();
    const fall = await stores.autoTopUps.fallOf(accountId, nowMs);
    if (fall === null) return false;
    const { settings, card } = fall;
    const span = countedSpan(context, nowMs);
    const chargedFen = await stores.autoTopUps.chargedFen(accountId, span);
    if (chargedFen + settings.amountFen > settings.monthlyMaxFen) {
      await stores.autoTopUps.tell(limitNotice(settings, span.month, chargedFen, nowMs));
      return false;
    }
    const wanted = { accountId, method: card.method, purpose: 'auto', amountFen: settings.amountFen } as const;
    const order = draftOrder(context, automatic, wanted);
    const note = orderNote(order, 'order.create', { purpose: 'auto', card: cardName(card) });
    return stores.autoTopUps.order(order, fall, span, auditEntry(context, automatic, note));
  });
}

/**
 * Creates an order for each account whose balance has fallen below its limit. Runs can overlap: only one of them creates the order. Returns
 * the number of created orders.
 */
export async function orderAutomatically(context: ControlContext): Promise<number> {
  const accounts = await context.stores.autoTopUps.fallen(context.clock.nowMs());
  if (accounts.length === 0 || (await cardMethod(context)) === null) return 0;
  let made = 0;
  const faults: unknown[] = [];
  for (const accountId of accounts) {
    try {
      made += (await orderFor(context, accountId)) ? 1 : 0;
    } catch (error) {
      // A failure does not block the other accounts.
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return made;
}

interface ChargedOrder {
  readonly order: PaymentOrder & { readonly accountId: string };
  readonly charge: Charge;
}

/** `null` if the order does not exist or has ended. */
async function findCharged({ stores }: ControlContext, id: string): Promise<ChargedOrder | null> {
  const order = await stores.orders.find(id);
  if (order?.state !== 'open' || order.accountId === null) return null;
  const charge = await stores.autoTopUps.chargeOf(id);
  return charge === null ? null : { order: { ...order, accountId: order.accountId }, charge };
}

function faultNotice(
  { order, charge }: ChargedOrder,
  after: AutoTopUp,
  { isStopped, atMs }: { readonly isStopped: boolean; readonly atMs: number },
): AccountNotice | null {
  const { id, accountId, amountFen } = order;
  const fault = order.fault ?? '';
  const told = { accountId, source: `auto-top-up:${id}`, link: settingsPage, atMs };
  if (isStopped) return { ...told, kind: 'auto_top_up_off', params: { cause: after.stop ?? '', fault } };
  if (fault === 'called_off') return null;
  return { ...told, kind: 'auto_top_up_failed', params: { amount: show(amountFen), card: cardName(charge.card), fault } };
}

/** Ends an order that was not paid, and counts the refusal. */
function enterFault(
  context: ControlContext,
  { order, charge }: ChargedOrder,
  { fault, reason }: Extract<ChargeStatus, { kind: 'failed' }>,
): Promise<void> {
  return context.changeQueue.run(async () => {
    const { clock, payments, stores } = context;
    const atMs = clock.nowMs();
    const before = (await stores.autoTopUps.find(order.accountId)) ?? unchosen(order.accountId);
    const after = afterFault(before, fault, atMs);
    const isStopped = after.state !== before.state;
    const failed: PaymentOrder & { readonly accountId: string } = { ...order, fault, closedAtMs: atMs };
    const notice = faultNotice({ order: failed, charge }, after, { isStopped, atMs });
    const note = orderNote(order, 'order.refused', { fault, reason, ...(isStopped ? { stopped: after.stop } : {}) });
    const news = { notice, audit: auditEntry(context, automatic, note) };
    if (await stores.autoTopUps.fail(failed, after, news)) payments.logger.info({ order: order.id, fault }, reason);
    else if ((await stores.orders.find(order.id))?.state === 'open') throw new Error('settings changed while a charge ended');
  });
}

/** Processes the status of a charge from the payment service. An order changes its state only once, whatever the source of the status. */
async function enterStanding(context: ControlContext, charged: ChargedOrder, standing: ChargeStatus): Promise<void> {
  if (standing.kind === 'paid') await receivePayment(context, operator(`payment:${charged.order.method}`), standing.payment);
  if (standing.kind === 'failed') await enterFault(context, charged, standing);
}

/** Whether the order may still be charged: automatic top-up is on, and the order has not expired. */
async function mayBegin({ clock, stores }: ControlContext, { order }: ChargedOrder): Promise<boolean> {
  const method = await stores.paymentMethods.find(order.method);
  return method?.enabled === true && clock.nowMs() < order.expiresAtMs && (await stores.autoTopUps.mayCharge(order.accountId));
}

/** The status of an order that the payment service does not know. */
async function begun(context: ControlContext, charged: ChargedOrder): Promise<ChargeStatus> {
  const { order, charge } = charged;
  const { clock, stores } = context;
  if (await mayBegin(context, charged)) {
    const means = await savedMeansOf(context, order.method);
    if (!(await stores.autoTopUps.begin(order.id, clock.nowMs()))) return { kind: 'pending' };
    return means.charge(order, charge.ids);
  }
  // An interrupted request may still be in transit; its result is unknown until then.
  const sinceMs = charge.begunAtMs === null ? Infinity : clock.nowMs() - charge.begunAtMs;
  if (sinceMs < chargeTransitMs) return { kind: 'pending' };
  const isLate = charge.begunAtMs !== null && clock.nowMs() >= order.expiresAtMs;
  return { kind: 'failed', fault: isLate ? 'service_away' : 'called_off', reason: 'nothing was charged' };
}

/** The payment service's status of a charge. */
async function known(context: ControlContext, { order, charge }: ChargedOrder): Promise<ChargeStatus> {
  if (charge.begunAtMs === null) return { kind: 'unknown' };
  return (await savedMeansOf(context, order.method)).queryCharge(order, charge.ids);
}

/**
 * Charges an automatic order to its card. The order id ensures that the payment service charges once; repeated attempts query the service
 * first. Repeated until the result is known. @throws to be retried.
 */
export async function chargeOrder(context: ControlContext, { id }: { readonly id: string }): Promise<string> {
  const charged = await findCharged(context, id);
  if (charged === null) return 'nothing to do';
  const standing = await alarmOnServiceFault(context, charged.order.method, async () => {
    const before = await known(context, charged);
    return before.kind === 'unknown' ? begun(context, charged) : before;
  });
  if (standing.kind === 'pending') throw new PaymentServiceError('how a charge ended is not known yet');
  await enterStanding(context, charged, standing);
  return standing.kind;
}

/** Handles a report of a failed charge by querying the payment service, whose response decides. */
export async function checkCharge(context: ControlContext, id: string): Promise<void> {
  const charged = await findCharged(context, id);
  if (charged === null) return;
  const standing = await alarmOnServiceFault(context, charged.order.method, () => known(context, charged));
  await enterStanding(context, charged, standing);
}
