import { clientAddresses, clientBase } from '../../../../api/client-addresses.ts';

/** The gateway's base URL including `/v1`. Uses the page's own address if the gateway is available there. */
export function gatewayBase(): string {
  const own = clientAddresses().find(({ base }) => new URL(base).origin === location.origin);
  return own?.base ?? clientBase();
}
