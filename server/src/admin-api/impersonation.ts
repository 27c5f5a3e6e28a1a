import { impersonationAnswer } from '@tollgate/contract/admin/impersonation';
import { ApiError } from '@tollgate/contract/errors';
import { z } from 'zod';
import { answers, idParams } from '../control-http/route-schema.ts';
import { endImpersonation, startImpersonation } from '../control/impersonation.ts';
import { showTime } from '../control/tenant-settings.ts';
import type { FastifyRequest } from 'fastify';
import { personOf, principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Accounts'];
const everyRole = ['administrator', 'support', 'finance'] as const;

/** The person who is signed in; a token has no console to look at. @throws {ApiError} 403 */
function userIdOf(request: FastifyRequest): string {
  const person = personOf(request);
  if (person === null) throw new ApiError('not_permitted', { message: 'Sign in as an operator: a token cannot look at pages.' });
  return person.id;
}

export const impersonationResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.post(
    '/accounts/:id/impersonation',
    {
      config: { operators: everyRole, mayWhileImpersonating: true },
      schema: {
        tags,
        summary: 'Look at an account as its people see it',
        description:
          'For an hour, reading only: every request that changes something is refused meanwhile. It is in the audit log.',
        params: idParams,
        response: answers(impersonationAnswer, 201),
      },
    },
    async (request, reply) => {
      const which = { userId: userIdOf(request), accountId: request.params.id };
      const { accountId, untilMs } = await startImpersonation(control, principalOf(deps, request), which);
      return reply.code(201).send({ account_id: accountId, until: showTime(untilMs) });
    },
  );

  app.delete(
    '/impersonation',
    {
      config: { operators: everyRole, mayWhileImpersonating: true },
      schema: { tags, summary: 'Stop looking at an account', response: answers(z.object({ ended: z.literal(true) })) },
    },
    async (request) => {
      await endImpersonation(control, principalOf(deps, request), userIdOf(request));
      return { ended: true as const };
    },
  );
};
