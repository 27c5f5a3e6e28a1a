import { hash, timingSafeEqual } from 'node:crypto';
import type { OperatorRole } from '@tollgate/contract/people/rights';
import { ApiError } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { FastifyRequest } from 'fastify';
import { requireOwnOrigin } from '../control-http/own-origin.ts';
import { holdRight, isReading } from '../control-http/rights-of-requests.ts';
import { operator, type Principal } from '../control/principal.ts';
import { refuseWhileImpersonating } from '../control/impersonated.ts';
import type { Person } from '../domain/people/person.ts';
import { permanentRight } from '../platform/held-right.ts';
import type { AdminDeps, SignedInOperator } from './admin-deps.ts';

const scheme = 'Bearer ';
/** Longer text is not a token; it is refused before it is hashed. */
const tokenLengthMax = 512;

/** Roles that may read, and those that may change. */
const readers: readonly OperatorRole[] = ['administrator', 'support', 'finance'];
const changers: readonly OperatorRole[] = ['administrator'];

/** The signed-in operators; a request with the token has none. */
const people = new WeakMap<FastifyRequest, Person>();

/** The signed-in operator; `null` if the request has the token. */
export function personOf(request: FastifyRequest): Person | null {
  return people.get(request) ?? null;
}

/** The address that a request came from, after trusted proxies. */
function sourceOf(deps: Pick<AdminDeps, 'sourceIp'>, request: FastifyRequest): string {
  const { socket, headersDistinct } = request.raw;
  return deps.sourceIp(socket.remoteAddress, headersDistinct['x-forwarded-for'] ?? []);
}

/**
 * The principal: the holder of the administrator token, or a signed-in operator. The audit log records the person's address or the name of
 * the credential, regardless of what the client sends.
 */
export function principalOf(deps: Pick<AdminDeps, 'sourceIp'>, request: FastifyRequest): Principal {
  return operator(people.get(request)?.email ?? 'admin-token', sourceOf(deps, request));
}

/** Digests are compared instead of tokens: all have the same length, and their first difference reveals nothing. */
function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * Accepts a request with the administrator token. Wrong tokens are counted per source address; the right one is always accepted, so the
 * administrator cannot be locked out.
 */
export function createTokenAuth(deps: AdminDeps): (request: FastifyRequest) => void {
  if (deps.adminToken.length < 16) throw new RangeError('the administrator token must have at least 16 characters');
  const expected = digest(deps.adminToken);

  function isRight(request: FastifyRequest): boolean {
    const values = request.raw.headersDistinct.authorization ?? [];
    const [header = ''] = values;
    if (values.length !== 1 || header.length > tokenLengthMax || !header.startsWith(scheme)) return false;
    return timingSafeEqual(digest(header.slice(scheme.length)), expected);
  }

  return (request) => {
    if (isRight(request)) return;
    const source = sourceOf(deps, request);
    const nowMs = deps.control.clock.nowMs();
    if (!deps.failedAttempts.record(source, nowMs)) throw new ApiError('invalid_admin_token');
    throw refusal(
      'administrator_tokens_wrong',
      {},
      { retryAfterSeconds: Math.max(1, Math.ceil(deps.failedAttempts.retryAfterMs(source, nowMs) / 1000)) },
    );
  };
}

/** @throws {ApiError} 403 if the role does not allow the request, or if the operator is viewing an account. */
async function requireAllowed(deps: AdminDeps, request: FastifyRequest, { person, role }: SignedInOperator): Promise<void> {
  const { operators = isReading(request) ? readers : changers, mayWhileImpersonating } = request.routeOptions.config;
  if (!operators.includes(role)) throw refusal('role_not_enough', { role });
  if (!isReading(request) && mayWhileImpersonating !== true) await refuseWhileImpersonating(deps.control, person.id);
}

/** Records that a request is based on the sign-in and role of an operator. */
function holdOperatorsRight(deps: AdminDeps, request: FastifyRequest, operator: SignedInOperator): void {
  const askSignIn = async (): Promise<SignedInOperator> => {
    const now = await deps.signedInOperator(request.raw);
    if (now?.sessionId !== operator.sessionId) throw new ApiError('not_signed_in');
    return now;
  };
  holdRight(request, {
    basis: { kind: 'operator', userId: operator.person.id, role: operator.role },
    changer: null,
    async ask() {
      await requireAllowed(deps, request, await askSignIn());
    },
    async askSignIn() {
      await askSignIn();
    },
  });
}

/**
 * Accepts a request with the administrator token, or with the sign-in of an operator whose role allows it. Browsers send the sign-in
 * automatically, so changes based on it must come from one of our pages.
 */
export function createAdminAuth(deps: AdminDeps): (request: FastifyRequest) => Promise<void> {
  const authenticate = createTokenAuth(deps);
  return async (request) => {
    const signedIn = request.headers.authorization === undefined ? await deps.signedInOperator(request.raw) : null;
    if (signedIn === null) {
      authenticate(request);
      holdRight(request, permanentRight);
      return;
    }
    requireOwnOrigin(request);
    await requireAllowed(deps, request, signedIn);
    people.set(request, signedIn.person);
    holdOperatorsRight(deps, request, signedIn);
  };
}
