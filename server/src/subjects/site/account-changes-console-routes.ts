import { siteRoutes } from '@tollgate/contract/site/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { readPage, sequencePlaces } from '../../control-http/paging.ts';
import { listAccountChanges } from '../../control/audit-log.ts';
import type { AuditLogRow } from '../../control/audit-log-ports.ts';
import { listMembers } from '../people/team.ts';
import { auditView } from './audit-view.ts';
import type { ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf } from '../../console-api/request-principal.ts';

const places = sequencePlaces(({ seq }: AuditLogRow) => seq);

/** Changes to an account, with the member who made each. */
export const accountChangesResource: ConsoleResource = (app, { control, people }) => {
  addRoute(app, siteRoutes.listAccountChanges, async (request) => {
    const { params, query } = request;
    const principal = principalOf(request);
    const filter = { accountId: params.accountId, objectId: query.object_id };
    const { rows, next } = await readPage({ query, places, load: await listAccountChanges(control, principal, filter) });
    const members = await listMembers(control, principal, params.accountId, people);
    const names = new Set(members.map(({ person }) => person?.email));
    // The name and address of operators are visible to operators only.
    return {
      data: rows.map(auditView).map((row) => (names.has(row.actor) ? row : { ...row, actor: null, source_ip: null })),
      next,
    };
  });
};
