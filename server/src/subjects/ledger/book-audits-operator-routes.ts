import { operatorLedgerRoutes } from '@tollgate/contract/ledger/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { bookAuditAnswer } from '@tollgate/contract/ledger/book-audits';
import { formatExact } from '@tollgate/contract/money';
import type { z } from 'zod';
import { readPage, timePlaces } from '../../control-http/paging.ts';
import type { BookAudit } from './book-audit-ports.ts';
import { beginBookAudit, findBookAudit, listBookAudits } from './book-audits.ts';
import { showTime, showTimeOrNull } from '../../control/show-time.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';
const places = timePlaces(({ startedAtMs, id }: BookAudit) => ({ atMs: startedAtMs, id }));

function view(audit: BookAudit): z.output<typeof bookAuditAnswer> {
  const { id, state, of, startedBy, step, rows, ok, differenceNano, findingsCount } = audit;
  return {
    id,
    state,
    of,
    started_by: startedBy,
    step,
    rows,
    ok,
    findings_count: findingsCount,
    started_at: showTime(audit.startedAtMs),
    ended_at: showTimeOrNull(audit.endedAtMs),
    difference: differenceNano === null ? null : formatExact(BigInt(differenceNano)),
  };
}

export const bookAuditsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorLedgerRoutes.listBookAudits, async (request) => {
    const load = await listBookAudits(control, principalOf(deps, request));
    const { rows, next } = await readPage({ query: request.query, places, load });
    return { data: rows.map(view), next };
  });

  addRoute(app, operatorLedgerRoutes.beginBookAudit, async (request) =>
    view(await beginBookAudit(control, principalOf(deps, request), deps)),
  );

  addRoute(app, operatorLedgerRoutes.readBookAudit, async (request) => {
    const audit = await findBookAudit(control, principalOf(deps, request), request.params.id);
    return { ...view(audit), report: audit.report };
  });
};
