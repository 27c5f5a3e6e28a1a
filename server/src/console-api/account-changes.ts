import { accountParams } from '@tollgate/contract/console/account';
import { accountChangeList, accountChangesQuery } from '@tollgate/contract/console/members';
import { readPage, sequencePlaces } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import { listAccountChanges } from '../control/lists-within-scope.ts';
import type { AuditLogRow } from '../control/report-ports.ts';
import { listMembers } from '../control/team.ts';
import { auditView } from '../views/audit-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const places = sequencePlaces(({ seq }: AuditLogRow) => seq);

/** What was changed in an account, and by whom of it. */
export const accountChangesResource: ConsoleResource = (app, { control, people }) => {
  app.get(
    `${accountPath}/audit`,
    {
      config: { who: 'audit.read' },
      schema: {
        tags: ['Console: people'],
        summary: 'List changes',
        description: 'Of the account, its keys, sub-accounts and members, newest first.',
        params: accountParams,
        querystring: accountChangesQuery,
        response: answers(accountChangeList),
      },
    },
    async (request) => {
      const { params, query } = request;
      const principal = principalOf(request);
      const filter = { accountId: params.accountId, objectId: query.object_id };
      const { rows, next } = await readPage({ query, places, load: await listAccountChanges(control, principal, filter) });
      const members = await listMembers(control, principal, params.accountId, people);
      const names = new Set(members.map(({ person }) => person?.email));
      // Who of the operators it was, and from where, is the operator's business.
      return {
        data: rows.map(auditView).map((row) => (names.has(row.actor) ? row : { ...row, actor: null, source_ip: null })),
        next,
      };
    },
  );
};
