import { hash } from 'node:crypto';
import type { CreditRequest } from '@tollgate/contract/ledger/credits';
import { nanoPerCny } from '@tollgate/contract/money';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { payableOut, deductsSpentMoney } from '../../domain/books/consumed-paid.ts';
import type { CreditDraft, LedgerEntry } from '../../domain/books/ledger.ts';
import { balanceNow } from './balance-now.ts';
import { readAmount, showAmount } from '../../control/amounts.ts';
import { auditEntry, invalid, type ControlContext } from '../../control/control-context.ts';
import { moneyIntoForce } from './money-into-force.ts';
import type { Principal } from '../../control/principal.ts';
import { whileReserved } from './while-reserved.ts';
import { findAccount, requireOperator } from '../../control/within-scope.ts';

export interface CreditAnswer {
  readonly entry: LedgerEntry;
  /** Whether the idempotency key already entered this credit; if so, nothing was written. */
  readonly replayed: boolean;
}

export interface CreditOrder {
  readonly accountId: string;
  readonly request: CreditRequest;
  /** Header `Idempotency-Key`: repeated requests with the same key and content enter the credit once. */
  readonly idempotencyKey: string | null;
}

/** The id of the entry is derived from the idempotency key, so the ledger itself remembers the key permanently. */
function entryId(context: ControlContext, order: CreditOrder): string {
  if (order.idempotencyKey === null) return context.ids.named('led');
  return `led_${hash('sha256', JSON.stringify([order.accountId, order.idempotencyKey]), 'base64url').slice(0, 32)}`;
}

function draftOf(context: ControlContext, principal: Principal, order: CreditOrder): CreditDraft {
  const { bucket, reason } = order.request;
  const amount = readAmount('amount', order.request.amount, { negativeAllowed: true });
  if (bucket === 'payout' && amount > 0n) throw invalid('amount', 'must be negative in the bucket `payout`');
  if (amount < 0n && bucket !== 'adjustment' && bucket !== 'payout') {
    throw invalid('amount', 'must not be negative, except in the buckets `adjustment` and `payout`');
  }
  if (amount === 0n) throw invalid('amount', 'must not be zero');
  return {
    id: entryId(context, order),
    accountId: order.accountId,
    bucket,
    amount,
    reason,
    actor: principal.name,
    atMs: context.clock.nowMs(),
  };
}

function replay(entry: LedgerEntry, draft: CreditDraft): CreditAnswer {
  if (entry.amount === draft.amount && entry.bucket === draft.bucket && entry.reason === draft.reason) {
    return { entry, replayed: true };
  }
  throw refusal('credit_differs');
}

/**
 * Refunds only paid money that is neither spent nor reserved. Adjustments must not deduct spent paid money, which may be on an invoice.
 * @throws {ApiError} 409
 */
async function checkWithdrawal(
  context: ControlContext,
  principal: Principal,
  { bucket, accountId, amount }: CreditDraft,
): Promise<void> {
  if (amount > 0n) return;
  const balance = await balanceNow(context, principal, accountId);
  const totals = await context.stores.ledger.totals(accountId);
  const most = payableOut(totals, balance);
  if (bucket === 'payout' && -amount > most) throw refusal('pay_out_exceeded', { amount: showAmount(most) });
  if (bucket === 'adjustment' && deductsSpentMoney(totals, balance.used, amount)) {
    const left = balance.available > 0n ? balance.available : 0n;
    throw refusal('paid_money_used_up', { amount: showAmount(left) });
  }
}

/**
 * Maximum credits of an account in total, and of paid money and gifts each. It leaves room below the limit of the books for the cost of
 * running calls.
 */
const creditsMax = 9_000_000_000n * nanoPerCny;

/** @throws {ApiError} 400 */
async function checkTotals(context: ControlContext, { accountId, bucket, amount }: CreditDraft): Promise<void> {
  const { credits, trialCredits, paidCredits } = await context.stores.ledger.totals(accountId);
  const isPaid = bucket === 'paid' || bucket === 'payout';
  const isTrial = bucket === 'trial';
  const paid = paidCredits + (isPaid ? amount : 0n);
  const gifts = credits - trialCredits - paidCredits + (isPaid || isTrial ? 0n : amount);
  const isTooMuch = [credits + amount, paid, gifts].some((total) => total > creditsMax || total < -creditsMax);
  if (!isTooMuch) return;
  const most = String(creditsMax / nanoPerCny);
  throw invalid(
    'amount',
    `would bring the credits of the account beyond ${most} CNY, the most that the books hold for one account`,
  );
}

/** Credits an account, or deducts money by a negative adjustment or a payout. */
export function addCredit(context: ControlContext, principal: Principal, order: CreditOrder): Promise<CreditAnswer> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'account');
    await findAccount(context, principal, order.accountId);
    const draft = draftOf(context, principal, order);
    const earlier = order.idempotencyKey === null ? null : await context.stores.ledger.find(draft.id);
    if (earlier !== null) return replay(earlier, draft);
    await checkTotals(context, draft);
    await checkWithdrawal(context, principal, draft);
    const note = {
      action: 'credit.create',
      objectKind: 'account',
      objectId: order.accountId,
      after: { entry: draft.id, amount: showAmount(draft.amount), bucket: draft.bucket, reason: draft.reason },
    };
    const enter = async (): Promise<CreditAnswer> => {
      const written = await context.stores.ledger.credit(draft, auditEntry(context, principal, note));
      if (written === null) {
        const rival = await context.stores.ledger.find(draft.id);
        if (rival !== null) return replay(rival, draft);
        throw refusal('trial_credit_given');
      }
      await moneyIntoForce(context, order.accountId, written.planMoved);
      return { entry: written.entry, replayed: false };
    };
    if (draft.bucket !== 'payout') return enter();
    const { accountId } = order;
    // Prevents the automatic top-up from charging paid-out money again at once.
    await context.stopCharging(context, principal, accountId);
    const { credits } = await context.stores.ledger.totals(accountId);
    const entered = await whileReserved(context, { accountId, amount: -draft.amount, credits }, enter);
    if (entered !== null) return entered;
    throw refusal('pay_out_overtaken');
  });
}
