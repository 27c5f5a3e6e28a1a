import { ledgerRoutes } from '@tollgate/contract/ledger/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { BillingAnswer } from '@tollgate/contract/ledger/billing';
import { showAmount, showCap } from '../../control/amounts.ts';
import { patchBilling, readBilling, type Billing } from './billing.ts';
import { showTime } from '../../control/show-time.ts';
import { showMonth } from '../../domain/books/budget.ts';
import type { ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf } from '../../console-api/request-principal.ts';

function view({ settings, month, spent, paid }: Billing): BillingAnswer {
  return {
    statement_mail: settings.statementMail,
    monthly_budget: showCap(settings.monthlyBudget),
    month: {
      month: showMonth(month.month),
      starts_at: showTime(month.startsAtMs),
      ends_at: showTime(month.endsAtMs),
      spent: showAmount(spent),
    },
    paid: {
      paid: showAmount(paid.live.base),
      consumed: showAmount(paid.live.consumed),
      consumed_closed: showAmount(paid.closed.consumed),
      payable_out: showAmount(paid.payableOut),
    },
  };
}

export const billingResource: ConsoleResource = (app, { control }) => {
  addRoute(app, ledgerRoutes.readBilling, async (request) =>
    view(await readBilling(control, principalOf(request), request.params.accountId)),
  );

  addRoute(app, ledgerRoutes.changeBilling, async (request) => {
    const principal = principalOf(request);
    const { accountId } = request.params;
    await patchBilling(control, principal, accountId, request.body);
    return view(await readBilling(control, principal, accountId));
  });
};
