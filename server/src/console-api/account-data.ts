import { Readable } from 'node:stream';
import { accountParams } from '@tollgate/contract/console/account';
import {
  accountDataAnswer,
  accountDataList,
  accountDataParams,
  accountDataRequest,
  type AccountDataAnswer,
} from '@tollgate/contract/console/account-data';
import { plainListQuery } from '@tollgate/contract/admin/lists';
import { namePlaces, readPage } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import {
  askForAccountData,
  cancelAccountData,
  findAccountData,
  listAccountData,
  readAccountData,
} from '../control/account-data.ts';
import type { AccountDataRecord } from '../control/export-ports.ts';
import { showTime } from '../control/tenant-settings.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { fileHeaders } from './file-headers.ts';
import { principalOf, signedInOf } from './who-asks.ts';

const tags = ['Console: account'];
const places = namePlaces(({ id }: AccountDataRecord) => id);
const who = 'account.close';
const path = `${accountPath}/data-exports`;

function view(record: AccountDataRecord): AccountDataAnswer {
  return {
    ...{ id: record.id, state: record.state, rows_done: record.rowsDone, bytes: record.bytes, error: record.error },
    made_by: record.madeBy,
    created_at: showTime(record.createdAtMs),
    expires_at: showTime(record.expiresAtMs),
  };
}

const addFiles: ConsoleResource = (app, { control }) => {
  app.get(
    path,
    {
      config: { who },
      schema: {
        tags,
        summary: "List exports of an account's data",
        description: 'Newest first; each is kept for 24 hours.',
        params: accountParams,
        querystring: plainListQuery,
        response: answers(accountDataList),
      },
    },
    async (request) => {
      const { params, query } = request;
      const load = await listAccountData(control, principalOf(request), params.accountId);
      const { rows, next } = await readPage({ query, places, load });
      return { data: rows.map(view), next };
    },
  );

  app.post(
    path,
    {
      config: { who },
      schema: {
        tags,
        summary: "Export an account's data",
        description:
          'Everything that is kept about the account as a ZIP of JSON and CSV, without secrets. One of an account is made at a time; owners are mailed when it is ready.',
        params: accountParams,
        body: accountDataRequest,
        response: answers(accountDataAnswer, 201),
      },
    },
    async (request, reply) => {
      const { person } = signedInOf(request);
      const { accountId } = request.params;
      const asked = { accountId, personId: person.id, locale: request.body.locale ?? 'zh' };
      return reply.code(201).send(view(await askForAccountData(control, principalOf(request), asked)));
    },
  );
};

const addFile: ConsoleResource = (app, { control }) => {
  app.get(
    `${path}/:exportId`,
    {
      config: { who },
      schema: {
        tags,
        summary: "Read an export of an account's data",
        params: accountDataParams,
        response: answers(accountDataAnswer),
      },
    },
    async (request) => {
      const { accountId, exportId: id } = request.params;
      return view(await findAccountData(control, principalOf(request), { accountId, id }));
    },
  );

  app.delete(
    `${path}/:exportId`,
    {
      config: { who },
      schema: {
        tags,
        summary: "Cancel an export of an account's data",
        params: accountDataParams,
        response: answers(accountDataAnswer),
      },
    },
    async (request) => {
      const { accountId, exportId: id } = request.params;
      return view(await cancelAccountData(control, principalOf(request), { accountId, id }));
    },
  );

  app.get(
    `${path}/:exportId/content`,
    {
      config: { who, isForMembersOnly: true },
      schema: {
        tags,
        summary: "Fetch an export of an account's data",
        description: 'Not for operators who look at the account.',
        params: accountDataParams,
      },
    },
    async (request, reply) => {
      const { accountId, exportId: id } = request.params;
      const { record, pieces } = await readAccountData(control, principalOf(request), { accountId, id });
      const name = `tollgate-data-${showTime(record.createdAtMs).slice(0, 10)}`;
      const headers = fileHeaders({ name, format: 'zip', encoding: 'utf-8' });
      return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
    },
  );
};

export const accountDataResource: ConsoleResource = (app, deps) => {
  addFiles(app, deps);
  addFile(app, deps);
};
