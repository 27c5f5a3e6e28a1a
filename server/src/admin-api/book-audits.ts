import { plainListQuery } from '@tollgate/contract/admin/lists';
import { bookAuditAnswer, bookAuditDetail, bookAuditList } from '@tollgate/contract/admin/reports';
import { formatExact } from '@tollgate/contract/money';
import type { z } from 'zod';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import type { BookAudit } from '../control/book-audit-ports.ts';
import { beginBookAudit, findBookAudit, listBookAudits } from '../control/book-audits.ts';
import { showTime, showTimeOrNull } from '../control/tenant-settings.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Operation'];
const places = timePlaces(({ startedAtMs, id }: BookAudit) => ({ atMs: startedAtMs, id }));

function view(audit: BookAudit): z.output<typeof bookAuditAnswer> {
  const { id, state, of, startedBy, step, rows, ok, differenceNano, findingsCount } = audit;
  return {
    ...{ id, state, of, started_by: startedBy, step, rows, ok, findings_count: findingsCount },
    ...{ started_at: showTime(audit.startedAtMs), ended_at: showTimeOrNull(audit.endedAtMs) },
    difference: differenceNano === null ? null : formatExact(BigInt(differenceNano)),
  };
}

export const bookAuditsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/audits',
    {
      schema: {
        tags,
        summary: 'List audits of the books',
        description: 'Newest first, kept for 90 days: those that operators began, and those of every hour.',
        querystring: plainListQuery,
        response: answers(bookAuditList),
      },
    },
    async (request) => {
      const load = await listBookAudits(control, principalOf(deps, request));
      const { rows, next } = await readPage({ query: request.query, places, load });
      return { data: rows.map(view), next };
    },
  );

  app.post(
    '/audits',
    {
      config: { operators: ['administrator', 'finance'] },
      schema: {
        tags,
        summary: 'Begin an audit of the books',
        description: 'Answers at once; how far it is stands at its address. Refused with 409 while one runs.',
        response: answers(bookAuditAnswer, 201),
      },
    },
    async (request, reply) => reply.code(201).send(view(await beginBookAudit(control, principalOf(deps, request), deps))),
  );

  app.get(
    '/audits/:id',
    {
      schema: {
        tags,
        summary: 'Show an audit of the books',
        description: 'With what it found: how far it is while it runs.',
        params: idParams,
        response: answers(bookAuditDetail),
      },
    },
    async (request) => {
      const audit = await findBookAudit(control, principalOf(deps, request), request.params.id);
      return { ...view(audit), report: audit.report };
    },
  );
};
