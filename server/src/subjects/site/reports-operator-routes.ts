import { operatorSiteRoutes } from '@tollgate/contract/site/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { noticeAnswer } from '@tollgate/contract/notices/notice-list';
import type { strayRefusalAnswer } from '@tollgate/contract/site/reports';
import type { z } from 'zod';
import { readSpan } from '../../control-http/moments.ts';
import { readPage, sequencePlaces } from '../../control-http/paging.ts';
import type { TypedApp } from '../../control-http/typed-app.ts';
import { listAuditLog } from '../../control/audit-log.ts';
import { listNotices } from '../notices/list-notices.ts';
import { listStrays } from '../calls/usage/list-usage.ts';
import type { AuditLogRow } from '../../control/audit-log-ports.ts';
import type { StrayRow } from '../calls/usage/report-ports.ts';
import type { Notice } from '../notices/notice-ports.ts';
import { showTime, showTimeOrNull } from '../../control/show-time.ts';
import { auditView } from './audit-view.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../admin-api/admin-deps.ts';

const noticePlaces = sequencePlaces(({ id }: Notice) => id);
const auditPlaces = sequencePlaces(({ seq }: AuditLogRow) => seq);
const strayPlaces = sequencePlaces(({ id }: StrayRow) => id);

function noticeView(notice: Notice): z.output<typeof noticeAnswer> {
  return {
    id: String(notice.id),
    account_id: notice.accountId,
    key_id: notice.keyId,
    window: notice.window,
    kind: notice.kind,
    text: notice.text,
    params: { ...notice.params },
    created_at: showTime(notice.createdAtMs),
    read_at: showTimeOrNull(notice.readAtMs),
  };
}

function strayView(row: StrayRow): z.output<typeof strayRefusalAnswer> {
  return {
    id: String(row.id),
    at: showTime(row.atMs),
    source_ip: row.sourceIp,
    path: row.path,
    code: row.code,
    fault: row.fault,
    count: row.count,
  };
}

function notices(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;
  addRoute(app, operatorSiteRoutes.listNotices, async (request) => {
    const { params, query } = request;
    const load = await listNotices(control, principalOf(deps, request), { accountId: params.id });
    const { rows, next } = await readPage({ query, places: noticePlaces, load });
    return { data: rows.map(noticeView), next };
  });
}

function auditLog(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;
  addRoute(app, operatorSiteRoutes.listAuditLog, async (request) => {
    const { query } = request;
    const filter = {
      objectKind: query.object_kind,
      objectId: query.object_id,
      actor: query.actor,
      action: query.action,
      ...readSpan(query, control.calendar.timeZone),
    };
    const load = await listAuditLog(control, principalOf(deps, request), filter);
    const { rows, next } = await readPage({ query, places: auditPlaces, load });
    return { data: rows.map(auditView), next };
  });
}

function strays(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;
  addRoute(app, operatorSiteRoutes.listStrayRefusals, async (request) => {
    const { query } = request;
    const load = await listStrays(control, principalOf(deps, request));
    const { rows, next } = await readPage({ query, places: strayPlaces, load });
    return { data: rows.map(strayView), next };
  });
}

export const reportsResource: AdminResource = (app, deps) => {
  notices(app, deps);
  auditLog(app, deps);
  strays(app, deps);
};
