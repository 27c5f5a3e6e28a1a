import type { Transport } from './exchange.ts';

export interface Transports {
  /** For `http:` and `https:` URLs. Also handles unknown schemes, with a `connect` fault. */
  readonly http: Transport;
  /** For `sandbox:` URLs, which need no connection. */
  readonly sandbox: Transport;
}

/** One transport in front of several. The scheme of the route's base URL selects it. */
export function createTransports({ http, sandbox }: Transports): Transport {
  return {
    send: (request, sink) => (request.route.baseUrl.startsWith('sandbox:') ? sandbox : http).send(request, sink),
    async close() {
      await Promise.all([http.close(), sandbox.close()]);
    },
  };
}
