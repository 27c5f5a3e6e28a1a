import type { PatchBillingRequest } from '@tollgate/contract/ledger/billing';
import type { NanoCny } from '@tollgate/contract/money';
import { monthSpan, type MonthSpan } from '../../domain/limits/month-span.ts';
import { readAmount, showCap } from '../../control/amounts.ts';
import type { BillingSettings } from './billing-ports.ts';
import { auditEntry, invalid, type ControlContext } from '../../control/control-context.ts';
import { paidMoney, type OwnPaidMoney } from './paid-money.ts';
import type { Principal } from '../../control/principal.ts';
import { findWholeAccount } from '../../control/within-scope.ts';

/** The current billing data of an account. */
export interface Billing {
  readonly settings: BillingSettings;
  readonly month: MonthSpan;
  /** Spending by calls admitted in the month. */
  readonly spent: NanoCny;
  readonly paid: OwnPaidMoney;
}

/** @throws {ApiError} 404 */
export async function readBilling(context: ControlContext, principal: Principal, accountId: string): Promise<Billing> {
  await findWholeAccount(context, principal, accountId);
  const { calendar, stores } = context;
  const month = monthSpan(calendar.now().month, calendar.timeZone);
  const [settings, totals, paid] = await Promise.all([
    stores.billing.find(accountId),
    stores.statements.totalsNow(accountId, month),
    paidMoney(context, principal, accountId),
  ]);
  return { settings, month, spent: totals.usage, paid };
}

/** @throws {ApiError} 400 */
function readBudget(text: string | null): NanoCny | null {
  const budget = text === null ? null : readAmount('monthly_budget', text, { decimalsMax: 4 });
  if (budget === 0n) throw invalid('monthly_budget', 'must be more than 0, or null for none');
  return budget;
}

function shown({ statementMail, monthlyBudget }: BillingSettings) {
  return { statement_mail: statementMail, monthly_budget: showCap(monthlyBudget) };
}

/** Changes the fields in the request. A raised budget reports its levels again. @throws {ApiError} 400, 404 */
export function patchBilling(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  request: PatchBillingRequest,
): Promise<BillingSettings> {
  return context.changeQueue.run(async () => {
    await findWholeAccount(context, principal, accountId);
    const before = await context.stores.billing.find(accountId);
    const monthlyBudget = request.monthly_budget === undefined ? before.monthlyBudget : readBudget(request.monthly_budget);
    const isRaised = monthlyBudget !== null && monthlyBudget > (before.monthlyBudget ?? 0n);
    const after: BillingSettings = {
      statementMail: request.statement_mail ?? before.statementMail,
      monthlyBudget,
      budgetArming: before.budgetArming + (isRaised ? 1 : 0),
    };
    const note = { action: 'billing.patch', objectKind: 'account', objectId: accountId };
    await context.stores.billing.put(
      accountId,
      after,
      auditEntry(context, principal, { ...note, before: shown(before), after: shown(after) }),
    );
    return after;
  });
}
