import { accountParams } from '@tollgate/contract/console/account';
import { billingAnswer, patchBillingRequest, type BillingAnswer } from '@tollgate/contract/console/billing';
import { answers } from '../control-http/route-schema.ts';
import { showAmount, showCap } from '../control/amounts.ts';
import { patchBilling, readBilling, type Billing } from '../control/billing.ts';
import { showTime } from '../control/tenant-settings.ts';
import { showMonth } from '../domain/books/budget.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: money'];
const path = `${accountPath}/billing`;

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
  app.get(
    path,
    {
      config: { who: 'money.read' },
      schema: {
        tags,
        summary: 'Read what an account spends and wishes to be told',
        params: accountParams,
        response: answers(billingAnswer),
      },
    },
    async (request) => view(await readBilling(control, principalOf(request), request.params.accountId)),
  );

  app.patch(
    path,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Set the monthly budget, and whether statements are mailed',
        description: 'Fields that are left out stay.',
        params: accountParams,
        body: patchBillingRequest,
        response: answers(billingAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(request);
      const { accountId } = request.params;
      await patchBilling(control, principal, accountId, request.body);
      return view(await readBilling(control, principal, accountId));
    },
  );
};
