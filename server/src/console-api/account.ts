import { accountParams, ownAccountAnswer, ownBalanceAnswer, type OwnAccountAnswer } from '@tollgate/contract/console/account';
import { answers } from '../control-http/route-schema.ts';
import { balanceNow, runningNow } from '../control/accounts.ts';
import { showTime } from '../control/tenant-settings.ts';
import { findAccount } from '../control/within-scope.ts';
import type { AccountRecord } from '../domain/tenants/tenant-records.ts';
import { balanceView } from '../views/account-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: account'];

function view({ account }: AccountRecord): OwnAccountAnswer {
  const { plan, limits } = account;
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    status: account.status,
    plan: { id: plan.id, name: plan.name, concurrency_recommended: plan.concurrencyRecommended },
    limits: { requests_per_minute: limits.requestsPerMinute, concurrency: limits.concurrency },
    domestic_only: account.domesticOnly,
    created_at: showTime(account.createdAtMs),
  };
}

export const accountResource: ConsoleResource = (app, { control }) => {
  app.get(
    accountPath,
    {
      config: { who: 'account.read' },
      schema: { tags, summary: 'Read an account', params: accountParams, response: answers(ownAccountAnswer) },
    },
    async (request) => view(await findAccount(control, principalOf(request), request.params.accountId)),
  );

  app.get(
    `${accountPath}/balance`,
    {
      config: { who: 'balance.read' },
      schema: {
        tags,
        summary: "Read an account's balance",
        description: 'As of now; what running calls have set aside is in it.',
        params: accountParams,
        response: answers(ownBalanceAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(request);
      const { accountId } = request.params;
      const [balance, running] = await Promise.all([
        balanceNow(control, principal, accountId),
        runningNow(control, principal, accountId),
      ]);
      return { ...balanceView(balance), running };
    },
  );
};
