import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idempotencyHeader, idempotencyKey, replayedHeader } from '../control-http/idempotency-key.ts';
import { executeOnce, notMarked, type OnceOf } from '../control/once.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps } from './admin-deps.ts';

interface Making<Made> {
  readonly act: (once: OnceOf<Made>) => Promise<Made>;
  readonly view: (made: Made) => object;
  readonly status?: 200 | 201;
}

/**
 * Responds on an operator route whose work must not be done twice, if the request contains a key. `act` writes the given mark in the unit
 * that does the work.
 * @throws {ApiError} 409 if the key was used for another request.
 */
export async function answerOnce<Made>(
  deps: AdminDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { act, view, status = 201 }: Making<Made>,
): Promise<never> {
  const key = idempotencyKey(request.headers[idempotencyHeader]);
  if (key === null) return reply.code(status).send(view(await act(notMarked))) as never;
  const contentHash = hash('sha256', JSON.stringify([request.method, request.url, request.body ?? null]), 'buffer');
  const once = { accountId: null, key, contentHash };
  const { answer, replayed } = await executeOnce(deps.control, principalOf(deps, request), once, (mark) =>
    act((made) => mark(view(made))),
  );
  if (replayed) reply.header(replayedHeader, 'true');
  // The first response is sent again byte for byte: it was validated with the route's schema when it was created.
  return reply.code(status).type('application/json; charset=utf-8').send(answer.body) as never;
}
