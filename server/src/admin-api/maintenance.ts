import { auditReportAnswer, backupAnswer, backupRequest, environmentAnswer } from '@tollgate/contract/admin/reports';
import { answers } from '../control-http/route-schema.ts';
import { auditBooks, backUp, compareEnvironment, takeEnvironment } from '../control/operations.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Operation'];

function nameFor(nowMs: number): string {
  return `tollgate-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')}.db`;
}

export const maintenanceResource: AdminResource = (app, deps) => {
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
    async (request) => auditBooks(deps, principalOf(deps, request)),
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
      const name = request.body?.path ?? nameFor(deps.control.clock.nowMs());
      const made = await backUp(deps, principalOf(deps, request), name);
      return reply.code(201).send(made);
    },
  );

  app.get(
    '/environment',
    {
      schema: {
        tags,
        summary: 'Compare the environment with what is sold',
        description: 'What keys of providers, margin and price list in the environment of this node would change.',
        response: answers(environmentAnswer),
      },
    },
    async (request) => ({ differences: [...(await compareEnvironment(deps, principalOf(deps, request)))] }),
  );

  app.post(
    '/environment/take',
    {
      config: { changesCatalogue: true },
      schema: {
        tags,
        summary: 'Take the environment over',
        description: 'Sells, on all nodes, what the environment of this node says. Answers what was changed.',
        response: answers(environmentAnswer),
      },
    },
    async (request) => ({ differences: [...(await takeEnvironment(deps, principalOf(deps, request)))] }),
  );
};
