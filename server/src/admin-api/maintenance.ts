import { auditReportAnswer, backupAnswer, backupRequest } from '@tollgate/contract/admin/reports';
import type { AdminResource } from './admin-deps.ts';
import { answers } from './route-schema.ts';

const tags = ['Operation'];

function nameFor(nowMs: number): string {
  return `tollgate-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')}.db`;
}

export const maintenanceResource: AdminResource = (app, { audit, backup, control }) => {
  app.post(
    '/audit',
    {
      schema: {
        tags,
        summary: 'Audit the books',
        description: 'Recomputes every balance from the calls. `ok` is false on one nano of difference.',
        response: answers(auditReportAnswer),
      },
    },
    async () => audit(),
  );

  app.post(
    '/backup',
    {
      schema: {
        tags,
        summary: 'Back up the database',
        description: 'An online copy into `backups/` of the data folder; calls go on meanwhile.',
        body: backupRequest.nullish(),
        response: answers(backupAnswer, 201),
      },
    },
    async (request, reply) => {
      const made = await backup(request.body?.path ?? nameFor(control.clock.nowMs()));
      return reply.code(201).send(made);
    },
  );
};
