import { createSubAccountRequest, patchSubAccountRequest } from '@tollgate/contract/admin/sub-accounts';
import { accountParams } from '@tollgate/contract/console/account';
import {
  ownSubAccountAnswer,
  ownSubAccountList,
  ownSubAccountsQuery,
  subAccountParams,
} from '@tollgate/contract/console/sub-accounts';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { listSubAccounts } from '../control/lists-within-scope.ts';
import { createSubAccount, deleteSubAccount, patchSubAccount, type ChangedSubAccount } from '../control/sub-accounts.ts';
import { findSubAccount } from '../control/within-scope.ts';
import type { Principal } from '../control/principal.ts';
import type { SubAccountRecord } from '../domain/tenants/tenant-records.ts';
import { ownSubAccountView, ownSubAccountViews } from '../views/own-sub-account-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: sub-accounts'];
const listPath = `${accountPath}/sub-accounts`;
const onePath = `${listPath}/:subAccountId`;
const places = timePlaces(({ subAccount, createdAtMs }: SubAccountRecord) => ({ atMs: createdAtMs, id: subAccount.id }));

export const subAccountsResource: ConsoleResource = (app, deps) => {
  ofAccounts(app, deps);
  ofSubAccounts(app, deps);
};

async function changedView({ control }: ConsoleDeps, principal: Principal, { record, warnings }: ChangedSubAccount) {
  return { ...(await ownSubAccountView(control, principal, record)), warnings: [...warnings] };
}

function ofAccounts(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;

  app.get(
    listPath,
    {
      config: { who: 'sub-accounts.read' },
      schema: {
        tags,
        summary: 'List sub-accounts',
        description: 'Newest first; a member who is bound to one sees that one.',
        params: accountParams,
        querystring: ownSubAccountsQuery,
        response: answers(ownSubAccountList),
      },
    },
    async (request) => {
      const { params, query } = request;
      const principal = principalOf(request);
      const { status = 'active' } = query;
      const filter = { accountId: params.accountId, ...(status === 'all' ? {} : { status }) };
      const { rows, next } = await readPage({ query, places, load: await listSubAccounts(control, principal, filter) });
      return { data: await ownSubAccountViews(control, principal, params.accountId, rows), next };
    },
  );

  app.post(
    listPath,
    {
      config: { who: 'sub-accounts.write' },
      schema: {
        tags,
        summary: 'Create a sub-account',
        params: accountParams,
        body: createSubAccountRequest,
        response: answers(ownSubAccountAnswer, 201),
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const made = await createSubAccount(control, principal, request.params.accountId, request.body);
      return reply.code(201).send(await changedView(deps, principal, made));
    },
  );
}

function ofSubAccounts(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;

  app.get(
    onePath,
    {
      config: { who: 'sub-accounts.read' },
      schema: { tags, summary: 'Read a sub-account', params: subAccountParams, response: answers(ownSubAccountAnswer) },
    },
    async (request) => {
      const principal = principalOf(request);
      return ownSubAccountView(control, principal, await findSubAccount(control, principal, request.params.subAccountId));
    },
  );

  app.patch(
    onePath,
    {
      config: { who: 'sub-accounts.write' },
      schema: {
        tags,
        summary: 'Change a sub-account',
        description: 'Fields that are left out stay. In force for the next call.',
        params: subAccountParams,
        body: patchSubAccountRequest,
        response: answers(ownSubAccountAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(request);
      return changedView(deps, principal, await patchSubAccount(control, principal, request.params.subAccountId, request.body));
    },
  );

  app.delete(
    onePath,
    {
      config: { who: 'sub-accounts.write' },
      schema: {
        tags,
        summary: 'Delete a sub-account',
        description: 'Disables its keys. Its log rows stay and keep its name.',
        params: subAccountParams,
        response: answers(ownSubAccountAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(request);
      return ownSubAccountView(control, principal, await deleteSubAccount(control, principal, request.params.subAccountId));
    },
  );
}
