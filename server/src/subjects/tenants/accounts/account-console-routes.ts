import { tenantsRoutes } from '@tollgate/contract/tenants/console-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { OwnAccountAnswer } from '@tollgate/contract/tenants/account';
import type { FastifyRequest } from 'fastify';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import { balanceNow, runningNow } from '../../ledger/balance-now.ts';
import { askContactAgain, patchAccountOfMembers, pendingContact, proveContact, type ContactMail } from './contact-address.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import { heldTrial, trialAmountNow } from '../../ledger/trials/trial-credits.ts';
import { showTime } from '../../../control/show-time.ts';
import { findAccount } from '../../../control/within-scope.ts';
import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import { balanceView } from './account-view.ts';
import { heldTrialView } from '../../ledger/trials/held-trial-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../../console-api/console-deps.ts';
import { principalOf, signedInOf, sourceOf } from '../../../console-api/request-principal.ts';

async function view(control: ControlContext, principal: Principal, record: AccountRecord): Promise<OwnAccountAnswer> {
  const { account, locale } = record;
  const { plan, limits } = account;
  const held = await heldTrial(control, principal, account.id);
  const pending = await pendingContact(control, principal, account.id);
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    pending_email: pending?.email ?? null,
    pending_email_until: pending === null ? null : showTime(pending.expiresAtMs),
    status: account.status,
    plan: { id: plan.id, name: plan.name, concurrency_recommended: plan.concurrencyRecommended },
    limits: { requests_per_minute: limits.requestsPerMinute, concurrency: limits.concurrency },
    domestic_only: account.domesticOnly,
    locale,
    held_trial_credit: held === null ? null : heldTrialView(held, await trialAmountNow(control)),
    created_at: showTime(account.createdAtMs),
  };
}

/** The mail to a new contact address. */
function mailOf({ people, consoleOrigin }: ConsoleDeps, request: FastifyRequest): ContactMail {
  return { people, consoleOrigin, locale: signedInOf(request).person.locale ?? 'zh' };
}

export const accountResource: ConsoleResource = (app, deps) => {
  const { control } = deps;
  contactProofs(app, deps);

  addRoute(app, tenantsRoutes.readAccount, async (request) => {
    const principal = principalOf(request);
    return view(control, principal, await findAccount(control, principal, request.params.accountId));
  });

  addRoute(app, tenantsRoutes.changeAccount, async (request) => {
    const principal = principalOf(request);
    const { params, body } = request;
    const change = { accountId: params.accountId, request: body };
    return view(control, principal, await patchAccountOfMembers(control, principal, change, mailOf(deps, request)));
  });

  addRoute(app, tenantsRoutes.readBalance, async (request) => {
    const principal = principalOf(request);
    const { accountId } = request.params;
    const [balance, running] = await Promise.all([
      balanceNow(control, principal, accountId),
      runningNow(control, principal, accountId),
    ]);
    return { ...balanceView(balance), running };
  });
};

function contactProofs(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;
  addRoute(app, tenantsRoutes.resendContactProof, async (request) => {
    const principal = principalOf(request);
    const { accountId } = request.params;
    await askContactAgain(control, principal, accountId, mailOf(deps, request));
    return view(control, principal, await findAccount(control, principal, accountId));
  });

  addRoute(app, tenantsRoutes.confirmContactAddress, async (request) => ({
    email: await proveContact(control, { token: request.body.token, sourceIp: sourceOf(deps, request) }),
  }));
}
