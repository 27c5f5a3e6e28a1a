import { plainListQuery } from '@tollgate/contract/admin/lists';
import {
  createSubAccountRequest,
  patchSubAccountRequest,
  subAccountAnswer,
  subAccountList,
  type SubAccountAnswer,
} from '@tollgate/contract/admin/sub-accounts';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import { listSubAccounts } from '../control/lists-within-scope.ts';
import { createSubAccount, deleteSubAccount, patchSubAccount, type ChangedSubAccount } from '../control/sub-accounts.ts';
import { showTime, subAccountSettings } from '../control/tenant-settings.ts';
import type { SubAccountRecord } from '../domain/tenants/tenant-records.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Sub-accounts'];
const places = timePlaces(({ subAccount, createdAtMs }: SubAccountRecord) => ({ atMs: createdAtMs, id: subAccount.id }));

function view({ subAccount, createdAtMs }: SubAccountRecord): SubAccountAnswer {
  return { ...subAccountSettings(subAccount), created_at: showTime(createdAtMs) };
}

function changed({ record, warnings }: ChangedSubAccount): SubAccountAnswer {
  return { ...view(record), warnings: [...warnings] };
}

export const subAccountsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.post(
    '/accounts/:id/sub-accounts',
    {
      schema: {
        tags,
        summary: 'Create a sub-account',
        params: idParams,
        body: createSubAccountRequest,
        response: answers(subAccountAnswer, 201),
      },
    },
    async (request, reply) => {
      const made = await createSubAccount(control, principalOf(deps, request), request.params.id, request.body);
      return reply.code(201).send(changed(made));
    },
  );

  app.get(
    '/accounts/:id/sub-accounts',
    {
      schema: {
        tags,
        summary: 'List sub-accounts',
        description: 'Newest first, deleted ones included.',
        params: idParams,
        querystring: plainListQuery,
        response: answers(subAccountList),
      },
    },
    async (request) => {
      const { params, query } = request;
      const load = await listSubAccounts(control, principalOf(deps, request), { accountId: params.id });
      const { rows, next } = await readPage({ query, places, load });
      return { data: rows.map(view), next };
    },
  );

  app.patch(
    '/sub-accounts/:id',
    {
      schema: {
        tags,
        summary: 'Change a sub-account',
        params: idParams,
        body: patchSubAccountRequest,
        response: answers(subAccountAnswer),
      },
    },
    async (request) => changed(await patchSubAccount(control, principalOf(deps, request), request.params.id, request.body)),
  );

  app.delete(
    '/sub-accounts/:id',
    {
      schema: {
        tags,
        summary: 'Delete a sub-account',
        description: 'Disables its keys. Its log rows stay and keep its name.',
        params: idParams,
        response: answers(subAccountAnswer),
      },
    },
    async (request) => view(await deleteSubAccount(control, principalOf(deps, request), request.params.id)),
  );
};
