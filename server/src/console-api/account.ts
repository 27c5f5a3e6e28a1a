import {
  accountParams,
  ownAccountAnswer,
  ownBalanceAnswer,
  patchOwnAccountRequest,
  type OwnAccountAnswer,
} from '@tollgate/contract/console/account';
import { answers } from '../control-http/route-schema.ts';
import { balanceNow, patchOwnAccount, runningNow } from '../control/accounts.ts';
import type { ControlContext } from '../control/control-context.ts';
import type { Principal } from '../control/principal.ts';
import { heldTrial, trialAmountNow } from '../control/trial-credits.ts';
import { showTime } from '../control/tenant-settings.ts';
import { findAccount } from '../control/within-scope.ts';
import type { AccountRecord } from '../domain/tenants/tenant-records.ts';
import { balanceView } from '../views/account-view.ts';
import { heldTrialView } from '../views/held-trial-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: account'];

async function view(control: ControlContext, principal: Principal, record: AccountRecord): Promise<OwnAccountAnswer> {
  const { account, locale } = record;
  const { plan, limits } = account;
  const held = await heldTrial(control, principal, account.id);
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    status: account.status,
    plan: { id: plan.id, name: plan.name, concurrency_recommended: plan.concurrencyRecommended },
    limits: { requests_per_minute: limits.requestsPerMinute, concurrency: limits.concurrency },
    domestic_only: account.domesticOnly,
    locale,
    held_trial_credit: held === null ? null : heldTrialView(held, await trialAmountNow(control)),
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
    async (request) => {
      const principal = principalOf(request);
      return view(control, principal, await findAccount(control, principal, request.params.accountId));
    },
  );

  app.patch(
    accountPath,
    {
      config: { who: 'account.write' },
      schema: {
        tags,
        summary: 'Change an account',
        description: 'Fields that are left out stay.',
        params: accountParams,
        body: patchOwnAccountRequest,
        response: answers(ownAccountAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(request);
      const { params, body } = request;
      return view(control, principal, await patchOwnAccount(control, principal, params.accountId, body));
    },
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
