import { timingSafeEqual } from 'node:crypto';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { ControlContext } from './control-context.ts';
import type { OnceAnswer, OnceMark } from './once-ports.ts';
import type { Principal } from './principal.ts';
import { findAccount, requireOperator } from './within-scope.ts';

/** A request with an idempotency key of the client. */
export interface OnceRequest {
  /** `null` for operators. */
  readonly accountId: string | null;
  readonly key: string;
  /** SHA-256 of the request's URL and content. */
  readonly contentHash: Buffer;
}

/** Creates the mark from the response body. The mark must be written in the unit that executes the request. */
export type MarkOnce = (body: object) => OnceMark;

/** Passed to a function that creates something, to mark the request with the result; `null` if the client sent no key. */
export type OnceOf<Made> = (made: Made) => OnceMark | null;

export function notMarked(): null {
  return null;
}

export interface OnceOutcome {
  readonly answer: OnceAnswer;
  /** The request was executed earlier; nothing was written this time. */
  readonly replayed: boolean;
}

async function earlier({ stores }: ControlContext, { accountId, key, contentHash }: OnceRequest): Promise<OnceAnswer | null> {
  const mark = await stores.once.find(accountId, key);
  if (mark === null) return null;
  if (mark.contentHash.length === contentHash.length && timingSafeEqual(mark.contentHash, contentHash)) return mark.answer;
  throw refusal('request_differs');
}

/**
 * Executes a request once. `act` writes the given mark in the same unit as the work. An attempt that loses against another one, or comes
 * later, gets the response of that one, even if it failed itself.
 * @throws {ApiError} 409 if the key was used for another request, and anything that `act` throws if nothing was done before.
 */
export async function executeOnce(
  context: ControlContext,
  principal: Principal,
  request: OnceRequest,
  act: (mark: MarkOnce) => Promise<unknown>,
): Promise<OnceOutcome> {
  if (request.accountId === null) requireOperator(principal, 'request');
  else await findAccount(context, principal, request.accountId);
  const before = await earlier(context, request);
  if (before !== null) return { answer: before, replayed: true };
  let answer: OnceAnswer | null = null;
  try {
    await act((body) => {
      answer = { status: 201, body: JSON.stringify(body) };
      return { ...request, answer, atMs: context.clock.nowMs() };
    });
  } catch (error) {
    const rival = await earlier(context, request);
    if (rival !== null) return { answer: rival, replayed: true };
    throw error;
  }
  const own = await earlier(context, request);
  if (own === null) throw new Error('a request was carried out without the mark that keeps it from being carried out again');
  return { answer: own, replayed: false };
}
