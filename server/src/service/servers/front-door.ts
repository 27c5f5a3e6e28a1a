import type { IncomingMessage, ServerResponse } from 'node:http';
import { isMisdirected, isPageSought } from '../../gateway/find-target.ts';
import type { GatewayContext } from '../../gateway/gateway-context.ts';
import { serve } from '../../gateway/pipeline.ts';
import type { ControlServer } from './control-server.ts';
import type { Listeners } from './servers.ts';

interface FrontDoorOptions {
  readonly gateway: GatewayContext;
  readonly control: ControlServer;
  /** With a separate port, the console is not available on the gateway's port. */
  readonly isApart: boolean;
}

/** Pages have wildcards, such as `/docs/*`; a client with the base URL `…/docs/v1` is directed to the right one there as well. */
const apiPrefix = '/api/';

/** Passes each request to the gateway or the control plane. If a request went to the wrong one, the right one responds. */
export function createFrontDoor({ gateway, control, isApart }: FrontDoorOptions): Listeners {
  const toGateway = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    void serve(gateway, request, response, expectsContinue);
  };
  return {
    gateway(request, response, expectsContinue) {
      const isLost = !isApart && isPageSought(gateway.endpoints, request);
      (isLost ? control.listener : toGateway)(request, response, expectsContinue);
    },
    control(request, response, expectsContinue) {
      const url = request.url ?? '';
      const isLost = !(url.startsWith(apiPrefix) && control.knows(url)) && isMisdirected(gateway.endpoints, request);
      (isLost ? toGateway : control.listener)(request, response, expectsContinue);
    },
  };
}
