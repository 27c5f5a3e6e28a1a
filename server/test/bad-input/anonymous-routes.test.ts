/**
 * Goal: whatever an anonymous client sends to any address is treated as its fault: no status above 499, no log line that alarms the
 * operator, no endless wait, and the service continues to work. Method: every existing address, with values, bodies, types, headers,
 * addresses and queries that are hard to parse, and random variations of them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mustAdmin } from '../ask-admin.ts';
import { Issuer } from '../identity/issuer.ts';
import { isSignedIn, PeoplePlace } from '../identity/people-place.ts';
import { alipayIds } from '../subjects/payments/services/fake-alipay.ts';
import { epayIds } from '../subjects/payments/services/fake-epay.ts';
import { newKeys, pem } from '../subjects/payments/services/fake-service.ts';
import { stripeSecrets } from '../subjects/payments/services/fake-stripe.ts';
import { wechatIds } from '../subjects/payments/services/fake-wechat.ts';
import { testSeed } from '../proofs/seed.ts';
import { withServer } from '../servers/needed-server.ts';
import { PostgresServer, postgres } from '../servers/postgres-server.ts';
import { everyShot, shoot } from './anonymous-routes.ts';

const atOnce = 16;

/** An identity provider that responds, and payment services that do not. */
function outside(issuer: string): Record<string, string> {
  return {
    TOLLGATE_OIDC_ISSUER: issuer,
    TOLLGATE_OIDC_CLIENT_ID: 'tollgate',
    TOLLGATE_OIDC_CLIENT_SECRET: 'of the tests',
    TOLLGATE_PAYMENT_URLS: ['alipay', 'wechat', 'epay', 'stripe'].map((name) => `${name}=http://127.0.0.1:9`).join(','),
  };
}

/** Configures payment services, so that their parsers read what is sent. */
async function setUpPayments({ service }: PeoplePlace): Promise<void> {
  const [merchant, keys] = [newKeys(), newKeys()];
  const admin = { url: service.url, token: service.adminToken };
  const put = (name: string, settings: object, secrets: object) =>
    mustAdmin(admin, 'PUT', `/payment-methods/${name}`, { body: { enabled: true, settings, secrets } });
  const [privateKey, publicKey] = [pem(merchant.privateKey), pem(keys.publicKey)];
  await put(
    'alipay',
    { app_id: alipayIds.appId, seller_id: alipayIds.sellerId },
    { private_key: privateKey, alipay_public_key: publicKey },
  );
  await put(
    'wechat',
    { mchid: wechatIds.mchid, appid: wechatIds.appid, serial: 'S', public_key_id: wechatIds.keyId },
    { private_key: privateKey, public_key: publicKey, api_v3_key: wechatIds.apiKey },
  );
  await put('epay', { pid: epayIds.pid }, { key: epayIds.key });
  await put('stripe', {}, { secret_key: stripeSecrets.secretKey, webhook_secret: stripeSecrets.webhookSecret });
}

function suite(environment: () => Promise<Readonly<Record<string, string>>>, isPart = false): void {
  it(`answers all of it with a fault of the sender (seed ${String(testSeed)})`, async () => {
    const issuer = new Issuer();
    await issuer.listen();
    const place = await PeoplePlace.open({ ...outside(issuer.url), ...(await environment()) });
    try {
      await setUpPayments(place);
      const { url } = place.service;
      const browser = await place.enter('here@example.org');
      let count = 0;
      const queue = everyShot(url, isPart);
      const each = async (): Promise<void> => {
        for await (const shot of { [Symbol.asyncIterator]: () => ({ next: () => queue.next() }) }) {
          const { status, text } = await shoot(url, shot);
          count += 1;
          const isPageToCome = status === 503 && text.startsWith('<!doctype html>');
          assert.ok(
            status < 500 || isPageToCome,
            `${JSON.stringify(shot).slice(0, 2000)}\n${String(status)} ${text.slice(0, 500)}`,
          );
          assert.deepEqual(place.told, [], JSON.stringify(shot).slice(0, 2000));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, each));
      assert.ok(count > 2000, String(count));
      assert.ok(await isSignedIn(browser));
      assert.ok(await isSignedIn(await place.enter('later@example.org')));
    } finally {
      await place.close();
      issuer.close();
    }
  });
}

describe('requests of nobody, with the data in a folder', () => {
  suite(() => Promise.resolve({}));
});

withServer(postgres, 'requests of nobody, with PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  suite(
    async () => ({
      TOLLGATE_DATABASE_URL: await server.newDatabase(),
      TOLLGATE_SECRET: 'the-secret-of-these-tests-long-enough',
      TOLLGATE_ADMIN_TOKEN: 'tga-the-token-of-these-tests',
    }),
    true,
  );
  after(() => server.remove());
});
