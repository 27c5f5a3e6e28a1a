import {
  accountAnswer,
  accountList,
  accountsQuery,
  brokenConnectionsAnswer,
  createAccountRequest,
  patchAccountRequest,
} from '@tollgate/contract/admin/accounts';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import { createAccount, patchAccount } from '../control/accounts.ts';
import { listAccounts } from '../control/lists-within-scope.ts';
import { findAccount } from '../control/within-scope.ts';
import type { AccountRecord } from '../domain/tenants/tenant-records.ts';
import { accountView, brokenConnectionsView } from '../views/account-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Accounts'];
const places = timePlaces(({ account }: AccountRecord) => ({ atMs: account.createdAtMs, id: account.id }));

export const accountsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.post(
    '/accounts',
    {
      schema: {
        tags,
        summary: 'Create an account',
        description:
          'A new account is on the plan `free-trial` and gets the trial credit that the settings say, unless said otherwise.',
        body: createAccountRequest,
        response: answers(accountAnswer, 201),
      },
    },
    async (request, reply) => {
      const principal = principalOf(deps, request);
      const record = await createAccount(control, principal, request.body);
      return reply.code(201).send(await accountView(control, principal, record));
    },
  );

  app.get(
    '/accounts',
    {
      schema: {
        tags,
        summary: 'List accounts',
        description: 'Newest first.',
        querystring: accountsQuery,
        response: answers(accountList),
      },
    },
    async (request) => {
      const { query } = request;
      const principal = principalOf(deps, request);
      const filter = { named: query.named, search: query.search, planId: query.plan, status: query.status };
      const { rows, next } = await readPage({ query, places, load: await listAccounts(control, principal, filter) });
      return { data: await Promise.all(rows.map((record) => accountView(control, principal, record))), next };
    },
  );

  app.get(
    '/accounts/:id',
    { schema: { tags, summary: 'Read an account', params: idParams, response: answers(accountAnswer) } },
    async (request) => {
      const principal = principalOf(deps, request);
      return accountView(control, principal, await findAccount(control, principal, request.params.id));
    },
  );

  app.get(
    '/accounts/:id/broken-connections',
    {
      schema: {
        tags,
        summary: 'Read what broken connections have taken',
        description:
          'Answers that clients broke off before they were charged, in money. Above the bounds of its plan a key is slowed down, and the account is refused until there is room again.',
        params: idParams,
        response: answers(brokenConnectionsAnswer),
      },
    },
    async (request) => brokenConnectionsView(deps, await findAccount(control, principalOf(deps, request), request.params.id)),
  );

  app.patch(
    '/accounts/:id',
    {
      schema: {
        tags,
        summary: 'Change an account',
        description: 'Fields that are left out stay. In force for the next call.',
        params: idParams,
        body: patchAccountRequest,
        response: answers(accountAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      return accountView(control, principal, await patchAccount(control, principal, request.params.id, request.body));
    },
  );
};
