import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import type { SendWebhook } from '../domain/webhooks/webhook-deliveries.ts';
import { isInstanceAddress } from '../platform/instance-address.ts';
import { OutsideError, type PostOutside } from '../platform/outside-post.ts';
import { jsonHeaders } from './robot-dialect.ts';
import { webhookSignature } from './signature.ts';

/** Why webhooks cannot be sent to a URL; `null` if they can, provided that it resolves to a public address. */
export function webhookUrlFault(text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return 'must be an address that begins with https://';
  if (url.username + url.password !== '') return 'must not hold a user or a password';
  if (url.hash !== '') return 'must not hold a #';
  if (url.port !== '' && url.port !== '8443') return 'must be at port 443 or 8443';
  return isInstanceAddress(url.hostname) ? 'must not be a link-local address or a metadata service' : null;
}

export interface SendWebhookOptions {
  readonly post: PostOutside;
  readonly nowMs: () => number;
}

/** Sends to public URLs that accounts have configured. Only the status of the response is used. */
export function createSendWebhook({ post, nowMs }: SendWebhookOptions): SendWebhook {
  return async ({ url, secret, body }) => {
    const headers = {
      ...jsonHeaders,
      'user-agent': 'tollgate-webhook',
      'x-tollgate-signature': webhookSignature(secret, body, nowMs()),
    };
    try {
      const { status } = await post({ url, headers, body, allowPrivate: false });
      return {
        status,
        failure: status >= 200 && status < 300 ? null : deliveryFaults.write('answered', { status: String(status) }),
      };
    } catch (error) {
      return { status: null, failure: error instanceof OutsideError ? error.message : deliveryFaults.write('not_sent', {}) };
    }
  };
}
