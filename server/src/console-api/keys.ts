import { createKeyRequest, patchKeyRequest } from '@tollgate/contract/admin/keys';
import { accountParams } from '@tollgate/contract/console/account';
import {
  keyParams,
  ownKeyAnswer,
  ownKeyList,
  ownKeysQuery,
  ownNewKeyAnswer,
  suggestedCapsAnswer,
} from '@tollgate/contract/console/keys';
import type { KeyStatus } from '@tollgate/contract/enumerations';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { showAmount, showCap } from '../control/amounts.ts';
import type { ControlContext } from '../control/control-context.ts';
import { createKey, deleteKey, patchKey, resetKey, type NewKey } from '../control/keys.ts';
import { listKeys } from '../control/lists-within-scope.ts';
import type { KeysFilter } from '../control/key-ports.ts';
import type { Principal } from '../control/principal.ts';
import { suggestedCaps } from '../control/suggested-caps.ts';
import { findKey } from '../control/within-scope.ts';
import type { KeyRecord } from '../domain/tenants/tenant-records.ts';
import { ownKeyView, ownKeyViews } from '../views/own-key-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: keys'];
const keysPath = `${accountPath}/keys`;
const keyPath = `${keysPath}/:keyId`;
const places = timePlaces(({ key }: KeyRecord) => ({ atMs: key.createdAtMs, id: key.id }));

async function newKeyView(control: ControlContext, principal: Principal, { record, value, warnings }: NewKey) {
  return { ...(await ownKeyView(control, principal, record)), key: value, warnings: [...warnings] };
}

/** What is stored of keys that are in a state; whether a key is paused is worked out from its figures. */
function storedAs(status: KeyStatus | 'all' | undefined): Pick<KeysFilter, 'statuses' | 'isExpired'> {
  if (status === 'all') return {};
  if (status === undefined) return { statuses: ['available', 'disabled'] };
  if (status === 'available' || status === 'paused') return { statuses: ['available'], isExpired: false };
  if (status === 'expired') return { statuses: ['available'], isExpired: true };
  return { statuses: [status] };
}

export const keysResource: ConsoleResource = (app, deps) => {
  ofAccounts(app, deps);
  ofKeys(app, deps);
  besideSettings(app, deps);
};

function ofAccounts(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    keysPath,
    {
      config: { who: 'keys.read' },
      schema: {
        tags,
        summary: 'List keys',
        description:
          'Newest first. Of paused and of available keys a page may hold less than its limit although there is a next one.',
        params: accountParams,
        querystring: ownKeysQuery,
        response: answers(ownKeyList),
      },
    },
    async (request) => {
      const { params, query } = request;
      const principal = principalOf(request);
      const { search, status, sub_account_id: subAccountId } = query;
      const filter = { accountId: params.accountId, subAccountId, search, ...storedAs(status), nowMs: control.clock.nowMs() };
      const { rows, next } = await readPage({ query, places, load: await listKeys(control, principal, filter) });
      const views = await ownKeyViews(control, principal, params.accountId, rows);
      const isWorkedOut = status === 'available' || status === 'paused';
      return { data: isWorkedOut ? views.filter((view) => view.status === status) : views, next };
    },
  );

  app.post(
    keysPath,
    {
      config: { who: 'keys.write' },
      schema: {
        tags,
        summary: 'Create a key',
        description:
          '`key` is the value. It is shown this once; only its hash is kept. Members bound to a sub-account make keys of it.',
        params: accountParams,
        body: createKeyRequest,
        response: answers(ownNewKeyAnswer, 201),
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const { scope } = principal;
      const bound = scope.kind === 'account' ? scope.subAccountId : null;
      const wanted = bound === null ? request.body : { sub_account_id: bound, ...request.body };
      const made = await createKey(control, principal, request.params.accountId, wanted);
      return reply.code(201).send(await newKeyView(control, principal, made));
    },
  );
}

function ofKeys(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    keyPath,
    {
      config: { who: 'keys.read' },
      schema: { tags, summary: 'Read a key', params: keyParams, response: answers(ownKeyAnswer) },
    },
    async (request) => {
      const principal = principalOf(request);
      return ownKeyView(control, principal, await findKey(control, principal, request.params.keyId));
    },
  );

  app.patch(
    keyPath,
    {
      config: { who: 'keys.write' },
      schema: {
        tags,
        summary: 'Change a key',
        description: 'Fields that are left out stay. In force for the next call.',
        params: keyParams,
        body: patchKeyRequest,
        response: answers(ownKeyAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(request);
      const { record, warnings } = await patchKey(control, principal, request.params.keyId, request.body);
      return { ...(await ownKeyView(control, principal, record)), warnings: [...warnings] };
    },
  );

  app.delete(
    keyPath,
    {
      config: { who: 'keys.write' },
      schema: {
        tags,
        summary: 'Delete a key',
        description: 'For good; calls with it are answered 401 from now on.',
        params: keyParams,
        response: answers(ownKeyAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(request);
      return ownKeyView(control, principal, await deleteKey(control, principal, request.params.keyId));
    },
  );
}

function besideSettings(app: TypedApp, { control }: ConsoleDeps): void {
  app.post(
    `${keyPath}/reset`,
    {
      config: { who: 'keys.write' },
      schema: {
        tags,
        summary: 'Reset a key',
        description:
          'The old value is dead from now on. The answer is a new key with the same settings; its value is shown this once.',
        params: keyParams,
        response: answers(ownNewKeyAnswer, 201),
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const made = await resetKey(control, principal, request.params.keyId);
      return reply.code(201).send(await newKeyView(control, principal, made));
    },
  );

  app.get(
    `${keyPath}/suggested-caps`,
    {
      config: { who: 'keys.read' },
      schema: { tags, summary: 'Suggest caps for a key', params: keyParams, response: answers(suggestedCapsAnswer) },
    },
    async (request) => {
      const caps = await suggestedCaps(control, principalOf(request), request.params.keyId);
      return {
        days: caps.days,
        average_day: showAmount(caps.averageDay),
        peak_day: showAmount(caps.peakDay),
        daily_cap: showCap(caps.dailyCap),
        monthly_cap: showCap(caps.monthlyCap),
      };
    },
  );
}
