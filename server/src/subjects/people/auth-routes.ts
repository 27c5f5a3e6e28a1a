import { signInRequests } from '@tollgate/contract/people/sign-in-requests';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptJsonOnly } from '../../control-http/json-body.ts';
import { collectRoutes, noSuchRoute } from '../../control-http/no-such-route.ts';
import { acceptOwnOriginOnly } from '../../control-http/own-origin.ts';
import type { FirstAdministrator } from './first-administrator-ports.ts';
import type { FailedAttempts } from '../../domain/limits/failed-attempts.ts';
import type { Identity, SignInAnswer } from '../../identity/identity.ts';
import { signInPrefix } from '../../identity/sign-in-prefix.ts';
import type { ConsoleDeps } from '../../console-api/console-deps.ts';
import { deviceCookie, deviceIn } from '../../console-api/device-cookie.ts';
import { sourceOf } from '../../console-api/request-principal.ts';

export interface SignInDeps extends Pick<ConsoleDeps, 'sourceIp'> {
  readonly identity: Identity;
  readonly firstAdministrator: FirstAdministrator;
  /** Counts rare requests that are open to everyone, per source address. */
  readonly openRequests: FailedAttempts;
  /** Creates a mark for a browser that has none. */
  readonly freshDevice: () => string;
}

const bodyBytesMax = 20 * 1024;
/** Request headers passed to sign-in, with their maximum size. No others are passed. */
const headersPassed = {
  origin: 512,
  'user-agent': 512,
  'accept-language': 256,
  'sec-fetch-site': 32,
  'sec-fetch-mode': 32,
  'sec-fetch-dest': 32,
} as const;
const cookieLengthMax = 4096;
const cookiesMax = 20;

/** Passes only our own cookies; other cookies of the host would be parsed repeatedly. */
function ownCookies(cookie: string): string {
  return cookie
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.length <= cookieLengthMax && /^(?:__Host-|__Secure-)?tollgate/.test(each))
    .slice(0, cookiesMax)
    .join('; ');
}

function passedOn(request: FastifyRequest): Record<string, string> {
  const { cookie } = request.headers;
  const found: Record<string, string> = cookie === undefined ? {} : { cookie: ownCookies(cookie) };
  for (const [name, max] of Object.entries(headersPassed)) {
    const value = request.headers[name];
    if (typeof value === 'string') found[name] = value.slice(0, max);
  }
  return found;
}

/** The path of the request in the library, with the accepted part of its query. */
function pathOf({ url, query }: FastifyRequest): string {
  const taken = new URLSearchParams(query as Record<string, string>).toString();
  const [path = ''] = url.slice(signInPrefix.length).split('?');
  return taken === '' ? path : `${path}?${taken}`;
}

async function send(reply: FastifyReply, { status, headers, cookies, body }: SignInAnswer, mark: string | null): Promise<void> {
  for (const [name, value] of headers) reply.header(name, value);
  const all = mark === null ? cookies : [...cookies, mark];
  if (all.length > 0) reply.header('set-cookie', all);
  if (body === null) await reply.code(status).send();
  else await reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

async function answer({ identity, ...deps }: SignInDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const origin = identity.originOf(request.raw);
  if (origin === null) throw refusal('nobody_signs_in_here');
  const known = deviceIn(request);
  const device = known ?? deps.freshDevice();
  const answered = await identity.handle(origin, {
    method: request.method,
    path: pathOf(request),
    headers: passedOn(request),
    body: request.method === 'GET' ? null : ((request.body as Record<string, unknown> | null | undefined) ?? {}),
    source: sourceOf(deps, request),
    device,
  });
  await send(reply, answered, known === null ? deviceCookie(origin, device) : null);
}

/** Registers the sign-in routes under the paths that the library uses. */
export function registerSignIn(app: FastifyInstance, deps: SignInDeps): void {
  app.register(
    (scope, _options, done) => {
      acceptJsonOnly(scope);
      acceptOwnOriginOnly(scope);
      scope.setNotFoundHandler(noSuchRoute(collectRoutes(scope), 'no_sign_in_address'));
      for (const method of ['GET', 'POST'] as const) {
        for (const [url, fields] of Object.entries<z.ZodType>(signInRequests[method])) {
          const schema = {
            hide: true,
            ...(method === 'GET' ? { querystring: fields } : { body: fields, querystring: z.strictObject({}) }),
          };
          scope.route({
            method,
            url,
            bodyLimit: bodyBytesMax,
            exposeHeadRoute: false,
            schema,
            handler: (request, reply) => answer(deps, request, reply),
          });
        }
      }
      done();
    },
    { prefix: signInPrefix },
  );
}
