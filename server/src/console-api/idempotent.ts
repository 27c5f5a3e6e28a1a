import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idempotencyHeader, replayedHeader, requiredIdempotencyKey } from '../control-http/idempotency-key.ts';
import { executeOnce, type MarkOnce } from '../control/once.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { principalOf } from './request-principal.ts';

/**
 * Responds on an account's route whose work must not be done twice. `act` passes the response to `mark` before it writes, and writes the
 * resulting mark in the unit that does the work (`onceStatements` in storage).
 * @throws {ApiError} 400 without the header, 409 if its key was used for another request.
 */
export async function answerOnce(
  { control }: Pick<ConsoleDeps, 'control'>,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (mark: MarkOnce) => Promise<unknown>,
): Promise<never> {
  const key = requiredIdempotencyKey(request.headers[idempotencyHeader]);
  const { accountId } = request.params as { readonly accountId: string };
  const contentHash = hash('sha256', JSON.stringify([request.method, request.url, request.body ?? null]), 'buffer');
  const { answer, replayed } = await executeOnce(control, principalOf(request), { accountId, key, contentHash }, act);
  if (replayed) reply.header(replayedHeader, 'true');
  // The first response is sent again byte for byte: it was validated with the route's schema when it was created.
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body) as never;
}
