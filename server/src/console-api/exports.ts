import { Readable } from 'node:stream';
import { accountParams } from '@tollgate/contract/console/account';
import { exportAnswer, exportList, exportParams, exportRequest, type ExportAnswer } from '@tollgate/contract/console/exports';
import { plainListQuery } from '@tollgate/contract/admin/lists';
import { namePlaces, readPage } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import type { ExportRecord } from '../control/export-ports.ts';
import { cancelExport, findExport, listExports, makeExport, readExport } from '../control/exports.ts';
import { showTime } from '../control/tenant-settings.ts';
import { readCallsFilter } from './calls-filter.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { fileHeaders } from './file-headers.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: exports'];
const places = namePlaces(({ id }: ExportRecord) => id);
const who = 'exports.make';
const path = `${accountPath}/exports`;

function view({ order, ...record }: ExportRecord): ExportAnswer {
  return {
    id: record.id,
    state: record.state,
    ...{ format: order.format, encoding: order.encoding, locale: order.locale },
    rows_done: record.rowsDone,
    rows_total: record.rowsTotal,
    bytes: record.bytes,
    error: record.error,
    made_by: record.madeBy,
    created_at: showTime(record.createdAtMs),
    expires_at: showTime(record.expiresAtMs),
  };
}

/** `tollgate-calls-2026-11-22.xlsx` */
function headersOf({ order: { format, encoding }, createdAtMs }: ExportRecord) {
  return fileHeaders({ name: `tollgate-calls-${showTime(createdAtMs).slice(0, 10)}`, format, encoding });
}

export const exportsResource: ConsoleResource = (app, { control }) => {
  app.get(
    path,
    {
      config: { who },
      schema: {
        tags,
        summary: 'List exports',
        description: 'Newest first; each is kept for 24 hours.',
        params: accountParams,
        querystring: plainListQuery,
        response: answers(exportList),
      },
    },
    async (request) => {
      const { params, query } = request;
      const load = await listExports(control, principalOf(request), params.accountId);
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
        summary: 'Export the call log',
        description:
          'Calls of a filter as XLSX or CSV, newest first, with their exact sum in the last row. Up to about 50,000 are `ready` at once and written while they are fetched; of more a file is made, one of an account at a time.',
        params: accountParams,
        body: exportRequest,
        response: answers(exportAnswer, 201),
      },
    },
    async (request, reply) => {
      const { format, encoding = 'utf-8', locale = 'zh', filter = {} } = request.body;
      const asked = readCallsFilter(control, request.params.accountId, filter);
      const made = await makeExport(control, principalOf(request), { format, encoding, locale, filter: asked });
      return reply.code(201).send(view(made));
    },
  );

  app.get(
    `${path}/:exportId`,
    { config: { who }, schema: { tags, summary: 'Read an export', params: exportParams, response: answers(exportAnswer) } },
    async (request) => {
      const { accountId, exportId: id } = request.params;
      return view(await findExport(control, principalOf(request), { accountId, id }));
    },
  );

  app.delete(
    `${path}/:exportId`,
    {
      config: { who },
      schema: { tags, summary: 'Cancel an export', params: exportParams, response: answers(exportAnswer) },
    },
    async (request) => {
      const { accountId, exportId: id } = request.params;
      return view(await cancelExport(control, principalOf(request), { accountId, id }));
    },
  );

  app.get(
    `${path}/:exportId/content`,
    { config: { who, isForMembersOnly: true }, schema: { tags, summary: 'Fetch the file of an export', params: exportParams } },
    async (request, reply) => {
      const { accountId, exportId: id } = request.params;
      const { record, pieces } = await readExport(control, principalOf(request), { accountId, id });
      return reply.headers(headersOf(record)).send(Readable.from(pieces, { objectMode: false }));
    },
  );
};
