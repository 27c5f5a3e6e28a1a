import { autoTopUpBounds, type AutoTopUpStop } from '@tollgate/contract/payments/auto-top-up-states';
import type { PatchAutoTopUpRequest } from '@tollgate/contract/payments/auto-top-up';
import { formatAmount, parseAmount, type NanoCny } from '@tollgate/contract/money';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { monthSpan } from '../../../domain/limits/month-span.ts';
import { unchosen, type AutoTopUp, type KeptCard } from '../../../domain/payments/auto-top-up.ts';
import { cardName } from '../../../domain/payments/saved-means.ts';
import { fenOfNano, nanoOfFen } from '../../../domain/payments/payment-order.ts';
import { readAmount } from '../../../control/amounts.ts';
import { auditEntry, invalid, type ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import { cardMethod } from './saved-cards.ts';
import { findWholeAccount } from '../../../control/within-scope.ts';

/** Automatic top-up settings of an account, as shown to its members. */
export interface AutoTopUpState {
  /** Whether an offered payment method can save cards. */
  readonly isOffered: boolean;
  readonly settings: AutoTopUp;
  readonly card: KeptCard | null;
  /** Whether a member is entering a card on the page of the payment service. */
  readonly isSaving: boolean;
  /** Total of paid and open automatic orders this month. */
  readonly chargedFen: bigint;
}

/** @throws {ApiError} 404 */
export async function readAutoTopUp(context: ControlContext, principal: Principal, accountId: string): Promise<AutoTopUpState> {
  await findWholeAccount(context, principal, accountId);
  const { calendar, clock, stores } = context;
  const [method, settings, card, savings, chargedFen] = await Promise.all([
    cardMethod(context),
    stores.autoTopUps.find(accountId),
    stores.autoTopUps.card(accountId),
    stores.savedCards.open(accountId, clock.nowMs()),
    stores.autoTopUps.chargedFen(accountId, monthSpan(calendar.now().month, calendar.timeZone)),
  ]);
  return {
    isOffered: method !== null,
    settings: settings ?? unchosen(accountId),
    card,
    isSaving: savings.length > 0,
    chargedFen,
  };
}

type Field = keyof typeof autoTopUpBounds;

function readBounded(field: Field, text: string | undefined, before: NanoCny): NanoCny {
  if (text === undefined) return before;
  const amount = readAmount(field, text, { decimalsMax: 2 });
  const { least, most } = autoTopUpBounds[field];
  if (amount < parseAmount(least)) throw invalid(field, `must be at least "${least}"`);
  if (amount > parseAmount(most)) throw invalid(field, `must be at most "${most}"`);
  return amount;
}

function shown({ state, threshold, amountFen, monthlyMaxFen }: AutoTopUp): object {
  const [amount, maximum] = [amountFen, monthlyMaxFen].map((fen) => formatAmount(nanoOfFen(fen), 2));
  return { state, threshold: formatAmount(threshold, 2), amount, monthly_maximum: maximum };
}

/** The settings after a request. @throws {ApiError} 400 naming the field */
function changedBy(request: PatchAutoTopUpRequest, before: AutoTopUp): AutoTopUp {
  const threshold = readBounded('threshold', request.threshold, before.threshold);
  const amount = readBounded('amount', request.amount, nanoOfFen(before.amountFen));
  const maximum = readBounded('monthly_maximum', request.monthly_maximum, nanoOfFen(before.monthlyMaxFen));
  if (maximum < amount) throw invalid('monthly_maximum', 'must be at least the amount of one top-up');
  const sums = { threshold, amountFen: fenOfNano(amount) ?? 0n, monthlyMaxFen: fenOfNano(maximum) ?? 0n };
  const state = request.enabled === undefined ? before.state : request.enabled ? 'on' : 'off';
  const anew = state === before.state ? {} : { stop: null, refusals: 0, fault: null, retryAtMs: 0 };
  return { ...before, ...sums, ...anew, state };
}

/** Changes the fields in the request. Enabling automatic top-up resets earlier refusals. @throws {ApiError} 400, 404, 409 */
export async function patchAutoTopUp(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  request: PatchAutoTopUpRequest,
): Promise<AutoTopUpState> {
  await context.changeQueue.run(async () => {
    const { account } = await findWholeAccount(context, principal, accountId);
    const { autoTopUps } = context.stores;
    const before = (await autoTopUps.find(accountId)) ?? unchosen(accountId);
    const after = changedBy(request, before);
    if (after.state === 'on' && before.state !== 'on') {
      if (account.closesAtMs !== undefined) throw refusal('closing_account_tops_up_nothing');
      if ((await autoTopUps.card(accountId)) === null) throw refusal('no_saved_card');
    }
    const note = { action: 'auto-top-up.patch', objectKind: 'account', objectId: accountId };
    const audit = auditEntry(context, principal, { ...note, before: shown(before), after: shown(after) });
    if (!(await autoTopUps.put(after, { notice: null, audit }))) throw refusal('auto_top_up_changed');
  });
  return readAutoTopUp(context, principal, accountId);
}

/** Removes the saved card, if any, which disables automatic top-up. @throws {ApiError} 404, 409 */
export async function removeCard(context: ControlContext, principal: Principal, accountId: string): Promise<AutoTopUpState> {
  await context.changeQueue.run(async () => {
    await findWholeAccount(context, principal, accountId);
    const { autoTopUps } = context.stores;
    const card = await autoTopUps.card(accountId);
    if (card === null) return;
    const before = (await autoTopUps.find(accountId)) ?? unchosen(accountId);
    const note = { action: 'auto-top-up.card_removed', objectKind: 'account', objectId: accountId };
    const audit = auditEntry(context, principal, { ...note, before: { ...shown(before), card: cardName(card) } });
    const after: AutoTopUp = { ...before, state: before.state === 'on' ? 'off' : before.state };
    if (!(await autoTopUps.putWithoutCard(after, audit))) throw refusal('auto_top_up_changed');
  });
  return readAutoTopUp(context, principal, accountId);
}

/**
 * Disables automatic top-up before an event that requires it. Call it inside the change queue. If the account is being closed, its card is
 * removed as well.
 */
export async function stopAutoTopUp(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  stop: AutoTopUpStop,
): Promise<void> {
  const { clock, stores } = context;
  const before = await stores.autoTopUps.find(accountId);
  const card = await stores.autoTopUps.card(accountId);
  const isOn = before?.state === 'on';
  if (!isOn && !(stop === 'closing' && card !== null)) return;
  const settings = before ?? unchosen(accountId);
  const after: AutoTopUp = isOn ? { ...settings, state: 'stopped', stop } : settings;
  const note = { action: 'auto-top-up.stop', objectKind: 'account', objectId: accountId, after: { cause: stop } };
  const audit = auditEntry(context, principal, note);
  const atMs = clock.nowMs();
  const params = { cause: stop, fault: '' };
  const source = `auto-top-up-off:${String(settings.revision)}`;
  const notice = { accountId, kind: 'auto_top_up_off', source, params, link: '/billing/top-up', atMs } as const;
  const isDone =
    stop === 'closing'
      ? await stores.autoTopUps.putWithoutCard(after, audit)
      : await stores.autoTopUps.put(after, { notice, audit });
  if (!isDone) throw refusal('auto_top_up_changed');
}
