import { accountLifeRoutes } from '@tollgate/contract/account-life/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import type { AccountDataAnswer } from '@tollgate/contract/account-life/account-data';
import { namePlaces, readPage } from '../../control-http/paging.ts';
import { askForAccountData, cancelAccountData, findAccountData, listAccountData, readAccountData } from './account-data.ts';
import type { AccountDataRecord } from '../calls/exports/export-ports.ts';
import { showTime } from '../../control/show-time.ts';
import type { ConsoleResource } from '../../console-api/console-deps.ts';
import { fileHeaders } from '../../console-api/file-headers.ts';
import { principalOf, signedInOf } from '../../console-api/request-principal.ts';
const places = namePlaces(({ id }: AccountDataRecord) => id);

function view(record: AccountDataRecord): AccountDataAnswer {
  return {
    id: record.id,
    state: record.state,
    rows_done: record.rowsDone,
    bytes: record.bytes,
    error: record.error,
    made_by: record.madeBy,
    created_at: showTime(record.createdAtMs),
    expires_at: showTime(record.expiresAtMs),
  };
}

export const accountDataResource: ConsoleResource = (app, { control }) => {
  addRoute(app, accountLifeRoutes.listDataExports, async (request) => {
    const { params, query } = request;
    const load = await listAccountData(control, principalOf(request), params.accountId);
    const { rows, next } = await readPage({ query, places, load });
    return { data: rows.map(view), next };
  });

  addRoute(app, accountLifeRoutes.createDataExport, async (request) => {
    const { person } = signedInOf(request);
    const { accountId } = request.params;
    const asked = { accountId, personId: person.id, locale: request.body.locale ?? 'zh' };
    return view(await askForAccountData(control, principalOf(request), asked));
  });

  addRoute(app, accountLifeRoutes.readDataExport, async (request) => {
    return view(await findAccountData(control, principalOf(request), request.params));
  });

  addRoute(app, accountLifeRoutes.cancelDataExport, async (request) => {
    return view(await cancelAccountData(control, principalOf(request), request.params));
  });

  addRoute(app, accountLifeRoutes.downloadDataExport, async (request, reply) => {
    const { record, pieces } = await readAccountData(control, principalOf(request), request.params);
    const name = `tollgate-data-${showTime(record.createdAtMs).slice(0, 10)}`;
    const headers = fileHeaders({ name, format: 'zip', encoding: 'utf-8' });
    return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
  });
};
