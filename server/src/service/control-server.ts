import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import fastify from 'fastify';
import { registerAdminApi } from '../admin-api/admin-api.ts';
import type { AdminDeps } from '../admin-api/admin-deps.ts';
import { adminResources } from '../admin-api/registry.ts';
import type { RequestListener } from '../http/http-server.ts';
import { registerHealth, type HealthParts } from '../operations/health.ts';
import { registerHomePage } from '../operations/home-page.ts';

export interface ControlServer {
  /** Takes the control plane's requests from the one listening server. */
  readonly listener: RequestListener;
  close(): Promise<void>;
}

export interface ControlServerOptions extends HealthParts {
  readonly admin: AdminDeps;
  readonly bodyBytesMax: number;
}

/** The framework that serves everything but the gateway's own addresses. It never listens by itself. */
export async function createControlServer(options: ControlServerOptions): Promise<ControlServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const app = fastify({
    logger: false,
    bodyLimit: options.bodyBytesMax,
    // Fastify insists on a server of its own; requests reach it through ours.
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
  registerHealth(app, options);
  await registerAdminApi(app, options.admin, adminResources);
  registerHomePage(app);
  await app.ready();
  return {
    listener(request, response, expectsContinue) {
      if (expectsContinue) response.writeContinue();
      handle(request, response);
    },
    close: () => app.close(),
  };
}
