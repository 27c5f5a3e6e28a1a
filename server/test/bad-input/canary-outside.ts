/** Secrets that the service shares with an identity provider and payment services, with valid and invalid requests. */
import assert from 'node:assert/strict';
import { Browser } from '../identity/browser.ts';
import { Issuer } from '../identity/issuer.ts';
import { epayIds, startFakeEpay } from '../subjects/payments/services/fake-epay.ts';
import { pem } from '../subjects/payments/services/fake-service.ts';
import { startFakeWechat, wechatIds } from '../subjects/payments/services/fake-wechat.ts';
import type { ServerProcess } from '../scenarios/server-process.ts';
import type { Secrets } from './secrets.ts';

interface Used {
  readonly secrets: Secrets;
  readonly server: ServerProcess;
  readonly customer: Browser;
}

/** A middle line of a key, which no other key has. */
export const lineOf = (key: string): string => key.trim().split('\n')[5] ?? '';

export interface Outside {
  /** Environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** Value of `TOLLGATE_PAYMENT_URLS`. */
  readonly paymentUrls: readonly string[];
  /** One person signs in with the provider; another one returns with foreign data. */
  signIn(used: Used): Promise<void>;
  /** Creates orders at both payment services, which send reports with invalid and then valid signatures. */
  pay(used: Used, accountId: string): Promise<void>;
  close(): Promise<void>;
}

export async function openOutside(secrets: Secrets): Promise<Outside> {
  const issuer = new Issuer();
  await issuer.listen();
  const clientSecret = secrets.add('secret of the client of a provider', 'OIDCSECRETCANARY-51bb07');
  issuer.accessToken = secrets.add('token of a provider', 'OIDCTOKENCANARY-d0428e');
  const [wechat, epay] = await Promise.all([startFakeWechat(() => Date.now()), startFakeEpay()]);
  return {
    env: {
      TOLLGATE_OIDC_ISSUER: issuer.url,
      TOLLGATE_OIDC_CLIENT_ID: 'tollgate',
      TOLLGATE_OIDC_CLIENT_SECRET: clientSecret,
    },
    paymentUrls: [`wechat=${wechat.url}`, `epay=${epay.url}`],
    async signIn({ server }) {
      const browser = new Browser(server.url);
      const asked = { provider: 'oidc', callbackURL: '/overview' };
      const begun = await browser.auth('/sign-in/social', asked);
      assert.equal(begun.status, 200, begun.text);
      const away = await fetch(begun.body.url, { redirect: 'manual' });
      const back = new URL(away.headers.get('location') ?? '');
      // The provider gives it to the browser, which passes it on.
      secrets.add('code of a provider', back.searchParams.get('code') ?? '', /answer to GET \/(?:authorize|api\/auth\/callback)/);
      const headers = { 'sec-fetch-site': 'cross-site' };
      const returned = await browser.ask('GET', back.pathname + back.search, { headers });
      assert.equal(new URL(returned.headers.get('location') ?? '', server.url).pathname, '/overview', returned.text);
      assert.equal((await browser.get('/api/console/session')).status, 200);
      for (const token of issuer.idTokens) secrets.add('signature of an identity', token.split('.')[2] ?? '');
      const foreign = await new Browser(server.url).ask('GET', back.pathname + back.search, { headers });
      assert.notEqual(new URL(foreign.headers.get('location') ?? '/', server.url).pathname, '/overview');
    },
    async pay({ server, customer }, accountId) {
      const privateKey = pem(wechat.merchant.privateKey);
      secrets.add('private key of the merchant at WeChat Pay', lineOf(privateKey));
      await server.admin('PUT', '/payment-methods/wechat', {
        enabled: true,
        settings: { mchid: wechatIds.mchid, appid: wechatIds.appid, serial: 'SERIAL', public_key_id: wechatIds.keyId },
        secrets: {
          private_key: privateKey,
          public_key: pem(wechat.keys.publicKey),
          api_v3_key: secrets.add('key of reports of WeChat Pay', wechatIds.apiKey),
        },
      });
      await server.admin('PUT', '/payment-methods/epay', {
        enabled: true,
        settings: { pid: epayIds.pid },
        secrets: { key: secrets.add('key of epay', epayIds.key) },
      });
      const order = async (method: string): Promise<{ id: string; amount: string }> => {
        const headers = { 'idempotency-key': `order-${method}` };
        const made = await customer.ask('POST', `/api/console/accounts/${accountId}/orders`, {
          body: { amount: '3', method },
          headers,
        });
        assert.equal(made.status, 201, made.text);
        return { id: String(made.body.id), amount: '3.00' };
      };
      const report = async (method: string, init: RequestInit, query = ''): Promise<number> => {
        const answer = await fetch(`${server.url}/api/callbacks/${method}${query}`, init);
        await answer.text();
        return answer.status;
      };
      const byWechat = await order('wechat');
      const good = wechat.report(byWechat);
      assert.equal(await report('wechat', { method: 'POST', ...good, body: good.body.replace('"e1"', '"e2"') }), 400);
      assert.equal(await report('wechat', { method: 'POST', ...good }), 200);
      const byEpay = await order('epay');
      const paid = epay.report(byEpay);
      assert.equal(await report('epay', { method: 'GET' }, paid.replace(/money=[\d.]+/, 'money=9.00')), 400);
      // Its service is queried about every report: the query first fails, and then finds the payment.
      epay.isDown = true;
      assert.notEqual(await report('epay', { method: 'GET' }, paid), 200);
      epay.isDown = false;
      epay.orders.set(byEpay.id, { ...byEpay, notifyUrl: '', returnUrl: '', paid: true, closed: false, refunds: new Map() });
      assert.equal(await report('epay', { method: 'GET' }, paid), 200);
      for (const { id } of [byWechat, byEpay]) {
        const { body } = await customer.get(`/api/console/accounts/${accountId}/orders/${id}`);
        assert.equal(body.state, 'paid', id);
      }
    },
    async close() {
      issuer.close();
      await Promise.all([wechat.close(), epay.close()]);
    },
  };
}
