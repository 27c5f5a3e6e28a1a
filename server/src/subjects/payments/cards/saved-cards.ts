import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { PaymentServiceError, type PaymentMethod } from '../../../domain/payments/payment-method.ts';
import type { CardTask } from '../../../domain/payments/auto-top-up.ts';
import type { SavedMeans } from '../../../domain/payments/saved-means.ts';
import type { StoredSaving } from './auto-top-up-ports.ts';
import { auditEntry, found, type ControlContext } from '../../../control/control-context.ts';
import { openedMethod } from '../payment-methods.ts';
import { operator, type Principal } from '../../../control/principal.ts';
import { findAccount, findWholeAccount } from '../../../control/within-scope.ts';

const hourMs = 3_600_000;
/** Maximum age of a page for entering a card at the payment service. */
const savingLifeMs = hourMs;
const savingsPerHour = 10;

/** Path to which a member returns from the page of the payment service. */
const comeBackTo = 'billing/top-up?card=back';

function alarmOperators({ payments }: ControlContext, method: PaymentMethodName, error: PaymentServiceError): void {
  payments.logger.error({ method, reason: error.message }, 'could not ask a payment service about a saved card');
  const params = { method, fault: error.message };
  payments.alarms.raise({ kind: 'payment_service_failed', subject: method, params });
}

/** Runs a query and alarms operators if the payment service does not respond. @throws {PaymentServiceError} */
export async function alarmOnServiceFault<Answer>(
  context: ControlContext,
  method: PaymentMethodName,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PaymentServiceError) alarmOperators(context, method, error);
    throw error;
  }
}

/** The offered payment method that can save cards; `null` if there is none. */
export async function cardMethod(context: ControlContext): Promise<(PaymentMethod & { readonly saved: SavedMeans }) | null> {
  const records = await context.stores.paymentMethods.list();
  for (const { name, enabled } of records) {
    if (!enabled || !context.payments.services.fields.has(name)) continue;
    const method = await openedMethod(context, name);
    if (method.saved !== undefined) return { ...method, saved: method.saved };
  }
  return null;
}

/** The card functions of a payment method, even if the method is not offered. @throws {ApiError} 404 */
export async function savedMeansOf(context: ControlContext, name: PaymentMethodName): Promise<SavedMeans> {
  return found((await openedMethod(context, name)).saved, 'saved card');
}

/** Requires an account that can use automatic top-up. @throws {ApiError} 404, 409 */
async function requirePayer(context: ControlContext, principal: Principal, accountId: string): Promise<void> {
  const { account } = await findWholeAccount(context, principal, accountId);
  if (account.closesAtMs !== undefined) throw refusal('closing_account_tops_up_nothing');
}

/**
 * Starts saving a card. The request is stored before the payment service receives it. Returns the address where the holder enters the card.
 * @throws {ApiError} 404, 409
 */
export async function beginSaving(context: ControlContext, principal: Principal, accountId: string): Promise<string> {
  await requirePayer(context, principal, accountId);
  const { clock, ids, payments, stores } = context;
  const method = await cardMethod(context);
  if (method === null) throw refusal('no_method_saves_cards');
  const nowMs = clock.nowMs();
  const saving: StoredSaving = {
    id: ids.named('sav'),
    accountId,
    method: method.name,
    reference: null,
    isOpen: true,
    madeBy: principal.name,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + savingLifeMs,
  };
  if (!(await stores.savedCards.begin(saving, { count: savingsPerHour, sinceMs: nowMs - hourMs })))
    throw refusal('card_savings_this_hour', { max: savingsPerHour });
  const returnUrl = `${payments.origin()}/${comeBackTo}`;
  try {
    const { url, reference } = await alarmOnServiceFault(context, method.name, () => method.saved.begin(saving, returnUrl));
    await stores.savedCards.referenced(saving.id, reference);
    return url;
  } catch (error) {
    if (!(error instanceof PaymentServiceError)) throw error;
    throw refusal('payment_service_silent');
  }
}

/** `early`: the payment service reported the card before its id was known here. */
type Taken = 'kept' | 'open' | 'over' | 'early';

/**
 * Stores a saved card once, whatever the source of the report. For an account that is being closed, the card is deleted at once.
 * @throws {PaymentServiceError} to be retried.
 */
export async function storeSavedCard(context: ControlContext, savingId: string): Promise<Taken> {
  const { stores, clock } = context;
  const saving = await stores.savedCards.find(savingId);
  if (saving?.isOpen !== true) return 'over';
  const { accountId, method, reference, madeBy } = saving;
  if (reference === null) return 'early';
  const means = await savedMeansOf(context, method);
  const card = await alarmOnServiceFault(context, method, () => means.read(reference));
  if (card === null) return 'open';
  return context.changeQueue.run(async () => {
    const { account } = await findAccount(context, operator(`payment:${method}`), accountId);
    const isWanted = account.closesAtMs === undefined;
    const { brand, last4, expMonth, expYear } = card;
    const note = { action: 'auto-top-up.card', objectKind: 'account', objectId: accountId };
    const after = { method, card: { brand, last4, exp_month: expMonth, exp_year: expYear }, kept: isWanted };
    // The person who entered the card.
    const person: Principal = { ...operator(madeBy), sourceIp: null };
    const audit = auditEntry(context, person, { ...note, after });
    const isKept = await stores.savedCards.keep(saving, card, { atMs: clock.nowMs(), isWanted }, audit);
    return isKept && isWanted ? 'kept' : 'over';
  });
}

/**
 * Queries the cards that the account started to save, because reports may never arrive. Returns the number of stored cards. @throws
 * {ApiError} 404, 409
 */
export async function collectSavedCards(context: ControlContext, principal: Principal, accountId: string): Promise<number> {
  await findWholeAccount(context, principal, accountId);
  try {
    let kept = 0;
    for (const { id } of await context.stores.savedCards.open(accountId, context.clock.nowMs()))
      kept += (await storeSavedCard(context, id)) === 'kept' ? 1 : 0;
    return kept;
  } catch (error) {
    if (!(error instanceof PaymentServiceError)) throw error;
    throw refusal('payment_service_silent');
  }
}

/** Has the payment service delete the removed cards of an account. @throws to be retried. */
async function forgetCards(context: ControlContext, accountId: string): Promise<string> {
  const { stores } = context;
  for (const { id, method, ids, isCharged } of await stores.savedCards.removed(accountId)) {
    if (isCharged) throw new PaymentServiceError('a card that was taken away is still being charged');
    const record = await stores.paymentMethods.find(method);
    // Without the payment method there is no service to ask.
    if (record !== null) {
      const means = await savedMeansOf(context, method);
      await alarmOnServiceFault(context, method, () => means.forget(ids));
    }
    await stores.savedCards.forgotten(id);
  }
  return 'forgotten';
}

/** Runs one card task. @throws to be retried. */
export async function runCardTask(context: ControlContext, errand: CardTask): Promise<string> {
  return errand.kind === 'read' ? storeSavedCard(context, errand.savingId) : forgetCards(context, errand.accountId);
}
