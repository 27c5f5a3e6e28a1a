import type { Transport } from './exchange.ts';

export interface Transports {
  /** For `http:` and `https:` addresses; also answers for unknown addresses, with a `connect` fault. */
  readonly http: Transport;
  /** For `sandbox:` addresses, which need no connection. */
  readonly sandbox: Transport;
}

/** One transport in front of several: the scheme of the route's base address decides. */
export function createTransports({ http, sandbox }: Transports): Transport {
  return {
    send: (request, sink) => (request.route.baseUrl.startsWith('sandbox:') ? sandbox : http).send(request, sink),
    async close() {
      await Promise.all([http.close(), sandbox.close()]);
    },
  };
}
