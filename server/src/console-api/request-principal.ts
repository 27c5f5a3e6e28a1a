import { hasRight, type AccountRight } from '@tollgate/contract/people/rights';
import { ApiError } from '@tollgate/contract/errors';
import type { FastifyRequest } from 'fastify';
import { holdRight, isReading } from '../control-http/rights-of-requests.ts';
import { impersonationOf, refuseWhileImpersonating } from '../control/impersonated.ts';
import type { Impersonation } from '../subjects/people/impersonation-ports.ts';
import { memberOf } from '../control/member-of.ts';
import type { Principal } from '../control/principal.ts';
import type { SignedIn } from '../domain/people/person.ts';
import type { RightBasis } from '../platform/held-right.ts';
import type { ConsoleDeps } from './console-deps.ts';

const signIns = new WeakMap<FastifyRequest, SignedIn>();
const principals = new WeakMap<FastifyRequest, Principal>();

/** The signed-in person. Only for routes that require a sign-in. */
export function signedInOf(request: FastifyRequest): SignedIn {
  const signedIn = signIns.get(request);
  if (signedIn === undefined) throw new ApiError('not_signed_in');
  return signedIn;
}

/** The principal, whose scope is the account in the URL. Only for routes of an account. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = principals.get(request);
  if (principal === undefined) throw new ApiError('not_signed_in');
  return principal;
}

/** The address that a request came from, after trusted proxies. */
export function sourceOf({ sourceIp }: Pick<ConsoleDeps, 'sourceIp'>, request: FastifyRequest): string {
  const { socket, headersDistinct } = request.raw;
  return sourceIp(socket.remoteAddress, headersDistinct['x-forwarded-for'] ?? []);
}

/** The account that an operator views, read-only; `null` if none. A dismissed operator no longer sees it. */
export async function activeImpersonation(deps: ConsoleDeps, personId: string): Promise<Impersonation | null> {
  const impersonation = await impersonationOf(deps.control, personId);
  return impersonation === null || (await deps.operatorRoleOf(personId)) === null ? null : impersonation;
}

/**
 * The account in the URL, with what the member's role allows in it.
 * @throws {ApiError} 403, 404
 */
async function principalFor(deps: ConsoleDeps, request: FastifyRequest, right: AccountRight): Promise<Principal> {
  const { person } = signedInOf(request);
  const { accountId } = request.params as { readonly accountId: string };
  const looked = await activeImpersonation(deps, person.id);
  if (looked?.accountId === accountId)
    return {
      name: person.email,
      sourceIp: sourceOf(deps, request),
      scope: { kind: 'account', accountId, subAccountId: null, role: 'owner' },
    };
  const member = await memberOf(deps.control, accountId, person.id);
  if (!hasRight(right, member.role, member.subAccountId !== null)) throw new ApiError('not_permitted');
  return {
    name: person.email,
    sourceIp: sourceOf(deps, request),
    scope: { kind: 'account', accountId, subAccountId: member.subAccountId, role: member.role },
  };
}

/**
 * The signed-in person. The sign-in stays the same within a request.
 * @throws {ApiError} 401
 */
async function requireSignIn(deps: ConsoleDeps, request: FastifyRequest): Promise<SignedIn> {
  const signedIn = await deps.signedIn(request.raw);
  const known = signIns.get(request);
  if (signedIn === null || (known !== undefined && known.sessionId !== signedIn.sessionId)) throw new ApiError('not_signed_in');
  return signedIn;
}

/** The right of a request that is based on the row of a member. Operators who view an account cannot change anything. */
function basisOf({ person }: SignedIn, principal: Principal | undefined): RightBasis | null {
  if (principal?.scope.kind !== 'account') return null;
  const { accountId, role, subAccountId } = principal.scope;
  return { kind: 'member', accountId, userId: person.id, role, subAccountId };
}

/**
 * Authenticates a request before its body is read, and authorizes the callers that the route allows. A second call for the same request
 * refuses a caller who has lost the right.
 */
export function createConsoleAuth(deps: ConsoleDeps): (request: FastifyRequest) => Promise<void> {
  return async function authenticate(request) {
    const { who, isForMembersOnly } = request.routeOptions.config;
    if (who === undefined || who === 'everybody') return;
    const signedIn = await requireSignIn(deps, request);
    const { id } = signedIn.person;
    if (!isReading(request)) await refuseWhileImpersonating(deps.control, id);
    else if (isForMembersOnly === true) await refuseWhileImpersonating(deps.control, id, 'files_of_members');
    signIns.set(request, signedIn);
    if (who !== 'signed-in') principals.set(request, await principalFor(deps, request, who));
    holdRight(request, {
      basis: basisOf(signedIn, principals.get(request)),
      changer: {
        personId: signedIn.person.id,
        accountId: (request.params as { readonly accountId?: string }).accountId ?? null,
        takesAway: request.method === 'DELETE',
      },
      ask: () => authenticate(request),
      async askSignIn() {
        await requireSignIn(deps, request);
      },
    });
  };
}
