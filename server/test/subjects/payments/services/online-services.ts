import type { PaymentBench } from '../payment-bench.ts';
import { alipayIds, startFakeAlipay } from './fake-alipay.ts';
import { pem, type FakeService } from './fake-service.ts';
import { startFakeStripe, stripeSecrets } from './fake-stripe.ts';
import { startFakeWechat, wechatIds } from './fake-wechat.ts';

/** Services that report payments and give refunds over the network. */
export type Online = 'alipay' | 'wechat' | 'stripe';

/** Starts all of them. */
export async function startOnlineServices(nowMs: () => number) {
  const [alipay, wechat, stripe] = await Promise.all([startFakeAlipay(), startFakeWechat(nowMs), startFakeStripe(nowMs)]);
  const services: Readonly<Record<Online, FakeService>> = { alipay, wechat, stripe };
  return {
    ...{ alipay, wechat, stripe, services },
    close: () => Promise.all(Object.values(services).map((service) => service.close())),
    /** For a gateway that calls them; they know no order yet. */
    newEnvironment(): Readonly<Record<string, string>> {
      for (const { orders } of Object.values(services)) orders.clear();
      return {
        TOLLGATE_PAYMENT_URLS: Object.entries(services)
          .map(([name, { url }]) => `${name}=${url}`)
          .join(','),
      };
    },
    async setUp(bench: Pick<PaymentBench, 'setUp'>): Promise<void> {
      await bench.setUp(
        'alipay',
        { app_id: alipayIds.appId, seller_id: alipayIds.sellerId },
        { private_key: pem(alipay.merchant.privateKey), alipay_public_key: pem(alipay.keys.publicKey) },
      );
      await bench.setUp(
        'wechat',
        { mchid: wechatIds.mchid, appid: wechatIds.appid, serial: 'S', public_key_id: wechatIds.keyId },
        { private_key: pem(wechat.merchant.privateKey), public_key: pem(wechat.keys.publicKey), api_v3_key: wechatIds.apiKey },
      );
      const { secretKey, webhookSecret } = stripeSecrets;
      await bench.setUp('stripe', {}, { secret_key: secretKey, webhook_secret: webhookSecret });
    },
  };
}
