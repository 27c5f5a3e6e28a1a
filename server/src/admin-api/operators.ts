import { inviteLinkAnswer, operatorAnswer, operatorList, operatorRequest } from '@tollgate/contract/admin/operators';
import type { z } from 'zod';
import { answers, idParams } from '../control-http/route-schema.ts';
import { appointOperator, dismissOperator, listOperators, type KnownOperator } from '../control/operators.ts';
import { showTime } from '../control/tenant-settings.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Operators'];

function view({ record, person }: KnownOperator): z.output<typeof operatorAnswer> {
  return {
    id: record.userId,
    email: person?.email ?? null,
    name: person?.name ?? null,
    role: record.role,
    created_at: showTime(record.createdAtMs),
  };
}

export const operatorsResource: AdminResource = (app, deps) => {
  const { control, people, firstAdministrator, consoleOrigin } = deps;
  app.get(
    '/operators',
    { schema: { tags, summary: 'List operators', description: 'People who run the service.', response: answers(operatorList) } },
    async (request) => ({ data: (await listOperators(control, people, principalOf(deps, request))).map(view), next: null }),
  );

  app.post(
    '/operators',
    {
      schema: {
        tags,
        summary: 'Make somebody an operator',
        description: 'Or change what one may do. It holds from the answer on.',
        body: operatorRequest,
        response: answers(operatorAnswer),
      },
    },
    async (request) => view(await appointOperator(control, people, principalOf(deps, request), request.body)),
  );

  app.delete(
    '/operators/:id',
    { schema: { tags, summary: 'Dismiss an operator', params: idParams, response: answers(operatorAnswer) } },
    async (request) => view(await dismissOperator(control, people, principalOf(deps, request), request.params.id)),
  );

  app.post(
    '/operators/invite-link',
    {
      schema: {
        tags,
        summary: 'Make a link for an administrator',
        description: 'Whoever opens it first becomes an administrator. Earlier links work no more.',
        response: answers(inviteLinkAnswer, 201),
      },
    },
    async (request, reply) => {
      const token = await firstAdministrator.invite(principalOf(deps, request));
      return reply.code(201).send({ url: `${consoleOrigin()}/setup#token=${token}` });
    },
  );
};
