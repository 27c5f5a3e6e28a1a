import { signInRequests } from '@tollgate/contract/people/sign-in-requests';
import type { z } from 'zod';
import { systemClock } from '../../platform/clock.ts';
import { createIds } from '../../platform/ids.ts';
import type { SignInAnswer, SignInRequest } from '../identity.ts';
import { signInPrefix } from '../sign-in-prefix.ts';
import { errorBody, shapeAnswer } from './answer-shape.ts';
import { sourceHeader } from './auth-options.ts';
import type { Library } from './library.ts';
import { landAtPage } from './outside-providers/outside-landing.ts';
import { notifyOfChange } from './mails/mails.ts';
import { answerProof } from './proofs/prove-request.ts';
import { markOf } from './limits/request-limits.ts';
import { requestState, type RequestState } from './request-state.ts';
import { notifyOfNewDevice, whoChanges } from './mails/security-mails.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { endPending } from './ways-in.ts';

/** A request with the public origin at which it was made. */
interface Asked {
  readonly origin: string;
  readonly request: SignInRequest;
}

/** Links in mails have more effect in a browser that is signed in as their owner. */
const linkPaths = new Set(['/verify-email', '/reset-password', '/prove']);

const ids = createIds(systemClock);

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Removes the cookie with which an earlier version let browsers skip the second step for 30 days. Nothing shows or ends such a permission,
 * so it is ignored.
 */
function withoutTrust(cookie: string): string {
  return cookie
    .split('; ')
    .filter((each) => !/^(?:__Secure-)?tollgate\.trust_device=/.test(each))
    .join('; ');
}

/** Sign-ins are identified by their IDs: their values never leave cookie and database. */
async function tokenOf(library: Library, { origin, request: { headers, body } }: Asked): Promise<string | null> {
  const session = await library.sessionOf(origin, headers.cookie ?? '');
  if (session === null) return null;
  const { internalAdapter } = await library.inside();
  const all = await internalAdapter.listSessions(session.user.id);
  return all.find(({ id }) => id === body?.id)?.token ?? null;
}

async function signedInOf(library: Library, { origin, request: { headers } }: Asked): Promise<RequestState['signedIn']> {
  const found = await library.sessionOf(origin, headers.cookie ?? '');
  return found === null ? null : { userId: found.user.id, sessionId: found.session.id };
}

/** The request as the library accepts it; `null` if it names a sign-in that does not exist. */
async function toLibrary(library: Library, asked: Asked): Promise<Request | null> {
  const { origin, request } = asked;
  const { method, path } = request;
  const { altcha: _altcha, ...form } = request.body ?? {};
  const headers = new Headers({ ...request.headers, [sourceHeader]: request.source });
  headers.set('cookie', withoutTrust(request.headers.cookie ?? ''));
  const url = `${origin}${signInPrefix}${path}`;
  // Links contain their token after the `#`. To keep it out of URLs here as well, it is sent in a body.
  if (path === '/verify-email') return new Request(`${url}?token=${encodeURIComponent(text(form.token) ?? '')}`, { headers });
  if (request.body === null) return new Request(url, { method, headers });
  headers.set('content-type', 'application/json');
  if (path !== '/revoke-session') return new Request(url, { method, headers, body: JSON.stringify(form) });
  const token = await tokenOf(library, asked);
  return token === null ? null : new Request(url, { method, headers, body: JSON.stringify({ token }) });
}

/** If one address is used for two simultaneous sign-ups, the later one gets the response of the earlier one. */
async function evenAnswer(library: Library, { path, body }: SignInRequest, answer: SignInAnswer): Promise<SignInAnswer> {
  const [email, name] = [text(body?.email)?.toLowerCase(), text(body?.name)];
  if (path !== '/sign-up/email' || answer.status !== 422 || email === undefined || name === null) return answer;
  const { internalAdapter } = await library.inside();
  if ((await internalAdapter.findUserByEmail(email)) === null)
    return { ...answer, status: 503, body: errorBody(503, undefined, undefined) };
  const at = new Date(systemClock.nowMs()).toISOString();
  const times = { createdAt: at, updatedAt: at };
  const user = {
    name,
    email,
    emailVerified: false,
    image: null,
    ...times,
    twoFactorEnabled: false,
    locale: body?.locale ?? null,
  };
  return { ...answer, status: 200, body: { user: { ...user, id: ids.named('usr') } } };
}

/**
 * Whether the endpoint accepts this body. It was checked before it reached the thread, because the library must never see unchecked input.
 */
function hasForm({ method, path, body }: SignInRequest): boolean {
  const forms: Readonly<Record<string, z.ZodType>> = signInRequests[method === 'GET' ? 'GET' : 'POST'];
  const [address = ''] = path.split('?', 1);
  const form = Object.hasOwn(forms, address) ? forms[address] : undefined;
  return form !== undefined && (method === 'GET' || form.safeParse(body).success);
}

/** Responds to a request to a sign-in endpoint. */
export async function answerRequest(parts: SignInParts, library: Library, asked: Asked): Promise<SignInAnswer> {
  const { origin, request } = asked;
  if (!hasForm(request)) return { status: 400, headers: [], cookies: [], body: errorBody(400, undefined, undefined) };
  const { source, device, body } = request;
  const state: RequestState = {
    origin,
    source,
    device,
    mark: markOf(parts, request),
    hashed: null,
    outsideRefusal: null,
    isNewPerson: false,
    isPersonVerified: false,
    isFirstPassword: false,
    signedIn: linkPaths.has(request.path) ? await signedInOf(library, asked) : null,
    language: request.headers['accept-language'] ?? null,
    challenge: text(body?.altcha),
  };
  return await requestState.run(state, async () => {
    if (request.path === '/prove') return await answerProof(parts, library, { ...state, password: text(body?.password) });
    const sent = await toLibrary(library, asked);
    if (sent === null)
      return { status: 404, headers: [], cookies: [], body: errorBody(404, 'not_found', 'There is no such sign-in.') };
    const changing = await whoChanges(library, origin, request);
    const isWayBack = request.path.startsWith('/callback/');
    // The provider must be discovered before its response is read.
    if (isWayBack) await parts.discovery?.parts().catch(() => (state.outsideRefusal = 'provider_silent'));
    const answer = await shapeAnswer(await library.at(origin).handler(sent));
    if (changing !== null && answer.status === 200) {
      if (changing.change === 'password_changed') await endPending(parts, changing.user.id);
      await notifyOfChange(parts, changing.user, changing.change);
    }
    await notifyOfNewDevice(parts, library, request, answer);
    return isWayBack ? landAtPage(answer, state.outsideRefusal) : await evenAnswer(library, request, answer);
  });
}
