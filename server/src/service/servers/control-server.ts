import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import fastify from 'fastify';
import { registerAdminApi } from '../../admin-api/admin-api.ts';
import { createTokenAuth } from '../../admin-api/admin-auth.ts';
import type { AdminDeps } from '../../admin-api/admin-deps.ts';
import { adminResources } from '../../subjects/operator-resources.ts';
import { registerSignIn, type SignInDeps } from '../../subjects/people/auth-routes.ts';
import { registerCallbacks } from '../../subjects/payments/callback-routes.ts';
import { registerConsoleApi } from '../../console-api/console-api.ts';
import type { ConsoleDeps } from '../../console-api/console-deps.ts';
import { consoleResources } from '../../subjects/console-resources.ts';
import { signInOffers } from '../../subjects/people/sign-in-offers-console-routes.ts';
import { controlServerOptions } from '../../control-http/control-server-options.ts';
import { answerFault } from '../../control-http/fault-answer.ts';
import { recheckRights } from '../../control-http/rights-of-requests.ts';
import { deferBodies } from '../../control-http/defer-bodies.ts';
import { acceptNormalPathsOnly } from '../../control-http/path-form.ts';
import { collectRoutes, noSuchRoute } from '../../control-http/no-such-route.ts';
import { registerPublicApi } from '../../public-api/public-api.ts';
import { publicResources } from '../../subjects/public-resources.ts';
import type { PublicDeps } from '../../public-api/public-deps.ts';
import type { RequestListener } from '../../http/http-server.ts';
import { nameAnswer, requestIdHeader } from '../../http/request-id.ts';
import { registerHealth, type HealthParts } from '../../operations/health.ts';
import { registerConsoleFiles, type PageSite } from '../../operations/console-files.ts';

export interface ControlServer {
  /** Receives the control plane's requests from the one listening server. */
  readonly listener: RequestListener;
  /** Whether it handles this URL with some method. */
  knows(url: string): boolean;
  close(): Promise<void>;
}

export interface ControlServerOptions extends Omit<HealthParts, 'mayKnowRoutes' | 'timeZone'> {
  readonly admin: AdminDeps;
  /** The dependencies of the console API; `null` if it is not served. */
  readonly people: ConsoleDeps | null;
  readonly signIn: SignInDeps;
  /** The dependencies of the public API. */
  readonly everybody: PublicDeps;
  /** Whether the control plane has a separate port that only operators can reach. */
  readonly isApart: boolean;
  readonly bodyBytesMax: number;
  /** Creates IDs of responses. */
  readonly freshId: () => string;
  /** Creates the nonces for the content security policies of pages. */
  readonly freshNonce: () => string;
  /** The site of the pages. */
  readonly site: () => Promise<PageSite>;
}

/** The framework that serves everything except the gateway's own URLs. It never listens by itself. */
export async function createControlServer(options: ControlServerOptions): Promise<ControlServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const app = fastify({
    ...controlServerOptions(options.admin.logger),
    logger: false,
    bodyLimit: options.bodyBytesMax,
    // Fastify requires a separate server; requests reach it through ours.
    serverFactory: (handler) => {
      handle = handler;
      return {
        listening: true,
        on: () => undefined,
        once: () => undefined,
        close: (done: () => void) => {
          done();
        },
      } as unknown as Server;
    },
  });
  acceptNormalPathsOnly(app);
  const holdBack = deferBodies(app, options.bodyBytesMax);
  const methodsAt = collectRoutes(app);
  recheckRights(app, options.admin.control.clock);
  app.setErrorHandler(answerFault(options.admin.logger));
  const authenticate = createTokenAuth(options.admin);
  registerHealth(app, {
    ...options,
    timeZone: options.admin.control.calendar.timeZone,
    mayKnowRoutes(request) {
      if (options.isApart) return true;
      // Other credentials are for a proxy in front of the service.
      if (request.headers.authorization?.startsWith('Bearer ') !== true) return false;
      authenticate(request);
      return true;
    },
  });
  const { people } = options;
  await registerAdminApi(app, options.admin, adminResources, (scope) => {
    registerSignIn(scope, options.signIn);
    registerPublicApi(scope, options.everybody, publicResources);
    registerCallbacks(scope, options.admin);
    if (people !== null) registerConsoleApi(scope, people, [...consoleResources, signInOffers(options.signIn)]);
  });
  const page = registerConsoleFiles(app, options);
  const noSuch = noSuchRoute(methodsAt, 'no_such_address');
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
    return isRead ? page(reply.code(404)) : noSuch(request, reply);
  });
  await app.ready();
  return {
    listener(request, response, expectsContinue) {
      const id = options.freshId();
      nameAnswer(response, id);
      response.setHeader(requestIdHeader, id);
      if (expectsContinue) holdBack(request, response);
      handle(request, response);
    },
    knows: (url) => methodsAt(url).size > 0,
    close: () => app.close(),
  };
}
