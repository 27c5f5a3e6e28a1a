import { callsRoutes } from '@tollgate/contract/calls/console-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import type { ExportAnswer } from '@tollgate/contract/calls/exports';
import { namePlaces, readPage } from '../../../control-http/paging.ts';
import type { ExportRecord } from './export-ports.ts';
import { cancelExport, findExport, listExports, makeExport, readExport } from './exports.ts';
import { showTime } from '../../../control/show-time.ts';
import { readCallsFilter } from '../calls-query.ts';
import type { ConsoleResource } from '../../../console-api/console-deps.ts';
import { fileHeaders } from '../../../console-api/file-headers.ts';
import { principalOf } from '../../../console-api/request-principal.ts';
const places = namePlaces(({ id }: ExportRecord) => id);

function view({ order, ...record }: ExportRecord): ExportAnswer {
  return {
    id: record.id,
    state: record.state,
    format: order.format,
    encoding: order.encoding,
    locale: order.locale,
    rows_done: record.rowsDone,
    rows_total: record.rowsTotal,
    bytes: record.bytes,
    error: record.error,
    made_by: record.madeBy,
    created_at: showTime(record.createdAtMs),
    expires_at: showTime(record.expiresAtMs),
  };
}

/** `2026-10-01-to-2026-10-31` for the days of the filter, in the zone of the service; else the day of the export. */
function daysOf({ order: { filter, timeZone }, createdAtMs }: ExportRecord): string {
  const day = (ms: number): string =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const { fromMs, toMs } = filter;
  if (fromMs === undefined || toMs === undefined) return day(createdAtMs);
  const [first, last] = [day(fromMs), day(Math.max(fromMs, toMs - 1))];
  return first === last ? first : `${first}-to-${last}`;
}

/** `tollgate-calls-2026-10-01-to-2026-10-31.xlsx` */
function headersOf(record: ExportRecord) {
  const { format, encoding } = record.order;
  return fileHeaders({ name: `tollgate-calls-${daysOf(record)}`, format, encoding });
}

export const exportsResource: ConsoleResource = (app, { control }) => {
  addRoute(app, callsRoutes.listExports, async (request) => {
    const { params, query } = request;
    const load = await listExports(control, principalOf(request), params.accountId);
    const { rows, next } = await readPage({ query, places, load });
    return { data: rows.map(view), next };
  });

  addRoute(app, callsRoutes.createExport, async (request) => {
    const { format, encoding = 'utf-8', locale = 'zh', filter = {} } = request.body;
    const asked = readCallsFilter(control, request.params.accountId, filter);
    const made = await makeExport(control, principalOf(request), { format, encoding, locale, filter: asked });
    return view(made);
  });

  addRoute(app, callsRoutes.readExport, async (request) => {
    return view(await findExport(control, principalOf(request), request.params));
  });

  addRoute(app, callsRoutes.cancelExport, async (request) => {
    return view(await cancelExport(control, principalOf(request), request.params));
  });

  addRoute(app, callsRoutes.downloadExport, async (request, reply) => {
    const { record, pieces } = await readExport(control, principalOf(request), request.params);
    return reply.headers(headersOf(record)).send(Readable.from(pieces, { objectMode: false }));
  });
};
