import { clientAddresses, clientBase } from '../../../../api/client-addresses.ts';

/** The gateway's base URL for this page, with the `/v1`: at the page's own address if that is one of the gateway's. */
export function gatewayBase(): string {
  const own = clientAddresses().find(({ base }) => new URL(base).origin === location.origin);
  return own?.base ?? clientBase();
}
