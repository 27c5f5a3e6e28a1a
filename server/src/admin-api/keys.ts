import {
  createKeyRequest,
  keyAnswer,
  keyList,
  keysQuery,
  newKeyAnswer,
  patchKeyRequest,
  type NewKeyAnswer,
} from '@tollgate/contract/admin/keys';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import type { ControlContext } from '../control/control-context.ts';
import { createKey, deleteKey, patchKey, resetKey, type NewKey } from '../control/keys.ts';
import { listKeys } from '../control/lists-within-scope.ts';
import { findKey } from '../control/within-scope.ts';
import type { KeyRecord } from '../domain/tenants/tenant-records.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';
import { keyView } from '../views/key-view.ts';

const tags = ['Keys'];
const places = timePlaces(({ key }: KeyRecord) => ({ atMs: key.createdAtMs, id: key.id }));

async function newKeyView(control: ControlContext, { record, value, warnings }: NewKey): Promise<NewKeyAnswer> {
  return { ...(await keyView(control, record)), key: value, warnings: [...warnings] };
}

export const keysResource: AdminResource = (app, deps) => {
  ofAccounts(app, deps);
  ofKeys(app, deps);
};

function ofAccounts(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  app.post(
    '/accounts/:id/keys',
    {
      schema: {
        tags,
        summary: 'Create a key',
        description: '`key` is the value. It is shown this once; only its hash is kept.',
        params: idParams,
        body: createKeyRequest,
        response: answers(newKeyAnswer, 201),
      },
    },
    async (request, reply) => {
      const made = await createKey(control, principalOf(deps, request), request.params.id, request.body);
      return reply.code(201).send(await newKeyView(control, made));
    },
  );

  app.get(
    '/accounts/:id/keys',
    {
      schema: {
        tags,
        summary: "List an account's keys",
        description: 'Newest first, reset and deleted ones included.',
        params: idParams,
        querystring: keysQuery,
        response: answers(keyList),
      },
    },
    async (request) => {
      const { params, query } = request;
      const filter = { accountId: params.id, subAccountId: query.sub_account_id };
      const load = await listKeys(control, principalOf(deps, request), filter);
      const { rows, next } = await readPage({ query, places, load });
      return { data: await Promise.all(rows.map((record) => keyView(control, record))), next };
    },
  );
}

function ofKeys(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  app.get(
    '/keys/:id',
    { schema: { tags, summary: 'Read a key', params: idParams, response: answers(keyAnswer) } },
    async (request) => keyView(control, await findKey(control, principalOf(deps, request), request.params.id)),
  );

  app.patch(
    '/keys/:id',
    {
      schema: {
        tags,
        summary: 'Change a key',
        description:
          'Fields that are left out stay. In force for the next call: a cap lowered below what is spent pauses the key at once, a raised one wakes it.',
        params: idParams,
        body: patchKeyRequest,
        response: answers(keyAnswer),
      },
    },
    async (request) => {
      const { record, warnings } = await patchKey(control, principalOf(deps, request), request.params.id, request.body);
      return { ...(await keyView(control, record)), warnings: [...warnings] };
    },
  );

  app.delete(
    '/keys/:id',
    {
      schema: {
        tags,
        summary: 'Delete a key',
        description: 'For good; calls with it are answered 401 from now on.',
        params: idParams,
        response: answers(keyAnswer),
      },
    },
    async (request) => keyView(control, await deleteKey(control, principalOf(deps, request), request.params.id)),
  );

  app.post(
    '/keys/:id/reset',
    {
      schema: {
        tags,
        summary: 'Reset a key',
        description:
          'The old value is dead from now on. The answer is a new key with the same settings; its value is shown this once.',
        params: idParams,
        response: answers(newKeyAnswer, 201),
      },
    },
    async (request, reply) => {
      const made = await resetKey(control, principalOf(deps, request), request.params.id);
      return reply.code(201).send(await newKeyView(control, made));
    },
  );
}
