/**
 * Goal: a WeChat Pay merchant can move from platform certificates to the public key. Meanwhile orders are created, and responses and
 * reports are trusted with either key, but with no key that the service has not provided. An unproven message is an alarm for operators. An
 * order that was never created ends, and one that is being paid does not. Method: a service whose requests and reports are signed,
 * encrypted and checked by another implementation of the protocol, with certificates created by OpenSSL; on both databases.
 */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, afterEach, before, it } from 'node:test';
import { queryOrder } from '../../../src/subjects/payments/orders/receive-payment.ts';
import { WechatKeys } from '../../../src/payments/wechat-keys.ts';
import { openssl } from '../../servers/openssl.ts';
import { withServer } from '../../servers/needed-server.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { onBothEngines } from './payment-bench.ts';
import { newKeys, pem } from './services/fake-service.ts';
import { newCertificate, startFakeWechat, wechatIds } from './services/fake-wechat.ts';

const clock = new VirtualClock();
const wechat = await startFakeWechat(() => clock.nowMs());
after(() => wechat.close());

const publicKey = wechat.signer;
const settings = { mchid: wechatIds.mchid, appid: wechatIds.appid, serial: 'MERCHANTSERIAL' };
const secrets = { private_key: pem(wechat.merchant.privateKey), api_v3_key: wechatIds.apiKey };
const withPublicKey = {
  settings: { ...settings, public_key_id: wechatIds.keyId },
  secrets: { ...secrets, public_key: pem(wechat.keys.publicKey) },
};

withServer(openssl, 'keys of WeChat Pay', () => {
  const first = newCertificate('5157F09EFDC096DE15EBE81A47057A7232F1B8E1', 3650);
  const second = newCertificate('6157F09EFDC096DE15EBE81A47057A7232F1B8E2', 7300);

  it('a certificate proves up to its end, and the one that lasts longest is asked for; a public key goes before all', () => {
    const keys = new WechatKeys(null);
    const [shorter = 0, longer = 0] = [first, second].map(({ serial, pem: text }) => {
      keys.addCertificate(serial, text);
      return new X509Certificate(text).validToDate.getTime();
    });
    assert.ok(keys.find(first.serial, shorter - 1) !== null && keys.find(first.serial, shorter) === null);
    assert.deepEqual(
      [shorter - 1, shorter, longer - 1, longer].map((ms) => keys.preferred(ms)),
      [second.serial, second.serial, second.serial, null],
    );
    assert.throws(() => {
      keys.addCertificate(first.serial, second.pem);
    }, RangeError);
    const known = new WechatKeys({ id: wechatIds.keyId, key: wechat.keys.publicKey });
    known.addCertificate(second.serial, second.pem);
    assert.equal(known.preferred(longer - 1), wechatIds.keyId);
  });

  onBothEngines(
    'keys of WeChat Pay',
    () => {
      wechat.orders.clear();
      return Promise.resolve({ clock, env: { TOLLGATE_PAYMENT_URLS: `wechat=${wechat.url}` } });
    },
    (bench) => {
      const control = () => bench().fixture.service.control;
      const report = async (order: { readonly id: string; readonly amount: string }, own = {}): Promise<number> =>
        (await bench().callback('wechat', { method: 'POST', ...wechat.report(order, own) })).status;
      const order = async (amount = '1.00') =>
        ({ ...(await bench().order(amount, 'wechat')), amount }) as Record<'id' | 'amount' | 'state', string> & {
          step: { text: string } | null;
        };
      const state = async (id: string): Promise<string> => String((await bench().admin('GET', `/orders/${id}`)).state);
      const alarmed = async (about: RegExp): Promise<boolean> => {
        clock.advance(10_000);
        const { data } = await bench().admin('GET', '/alarms');
        return (data as { kind: string }[]).some(
          (alarm) => alarm.kind === 'payment_report_refused' && about.test(JSON.stringify(alarm)),
        );
      };
      const later = (): void => {
        clock.advance(61_000);
      };
      // The program caches keys while the settings stay the same.
      let changes = 0;
      const setUp = ({
        settings: own,
        secrets: others,
      }: {
        settings: Record<string, string>;
        secrets: Record<string, string>;
      }) => {
        changes += 1;
        return bench().setUp('wechat', { ...own, label: `WeChat ${String(changes)}` }, { public_key: '', ...others });
      };

      before(() => setUp(withPublicKey));
      afterEach(() => {
        Object.assign(wechat, { signer: publicKey, instead: () => null });
        wechat.certificates.length = 0;
        later();
      });

      it('each request names the key that its answer is to be signed with', async () => {
        wechat.wanted.length = 0;
        assert.ok((await order()).step !== null);
        assert.deepEqual([...new Set(wechat.wanted)], [wechatIds.keyId]);
      });

      it('answers and reports that are still signed with a certificate are believed, once the service has given it', async () => {
        wechat.certificates.push(first);
        wechat.signer = first;
        const asked = await order();
        assert.match(asked.step?.text ?? 'none', /^weixin:/);
        assert.equal(await report(asked), 200);
        assert.equal(await state(asked.id), 'paid');
        wechat.signer = publicKey;
        const other = await order();
        assert.equal(await report(other), 200, 'and those that are signed with the public key');
        later();
        wechat.certificates.push(second);
        wechat.signer = second;
        const next = await order();
        assert.equal(await report(next), 200, 'and those of a certificate that is new');
        await bench().audited();
      });

      it('a report signed with a key that the service does not provide is refused and operators are notified; a stranger notifies nobody', async () => {
        const asked = await order();
        const strange = newKeys();
        const forged = wechat.report(asked, { key: strange.privateKey });
        const unsealed = {
          ...forged,
          body: forged.body.replace(/"ciphertext":"[^"]+"/, '"ciphertext":"AAAAAAAAAAAAAAAAAAAAAAAA"'),
        };
        const foreign = { ...unsealed, headers: { ...forged.headers, 'wechatpay-serial': 'PUB_KEY_ID_STRANGER' } };
        for (const sent of [unsealed, foreign])
          assert.equal((await bench().callback('wechat', { method: 'POST', ...sent })).status, 400);
        assert.equal(await alarmed(/./), false, 'anybody can send such');
        wechat.signer = { serial: 'PUB_KEY_ID_0000000002', key: strange.privateKey };
        assert.equal(await report(asked), 400);
        assert.equal(await state(asked.id), 'open');
        await bench().fixture.waitFor(() => alarmed(/PUB_KEY_ID_0000000002/));
        const strangers = { serial: second.serial, key: strange.privateKey };
        later();
        wechat.certificates.push(second);
        wechat.signer = strangers;
        assert.equal(await report(asked), 400, 'the name of a certificate is not its key');
        await bench().audited();
      });

      it('without a public key the certificates are asked for before anything else, and each until it ends', async () => {
        await setUp({ settings, secrets });
        assert.equal((await order()).step, null, 'there are none');
        later();
        wechat.certificates.push(first);
        wechat.signer = first;
        wechat.wanted.length = 0;
        const asked = await order();
        assert.match(asked.step?.text ?? 'none', /^weixin:/);
        assert.equal(wechat.wanted.at(-1), first.serial);
        assert.equal(await report(asked), 200);
        later();
        wechat.certificates.push(second);
        wechat.signer = second;
        assert.equal(await report(await order()), 200);
        await order();
        assert.equal(wechat.wanted.at(-1), second.serial, 'the one that lasts longest');
        await setUp(withPublicKey);
      });

      it('certificates that are sealed with another API v3 key are not taken', async () => {
        await setUp({ settings, secrets: { ...secrets, api_v3_key: 'x'.repeat(32) } });
        wechat.certificates.push(first);
        wechat.signer = first;
        assert.equal((await order()).step, null);
        await setUp(withPublicKey);
      });

      it('a public key without its id, or neither, says what is missing', async () => {
        const change = { enabled: true, settings, secrets: { public_key: pem(wechat.keys.publicKey) } };
        const { status, body } = await bench().fixture.admin('PUT', '/payment-methods/wechat', change);
        assert.deepEqual([status, body.error.param], [400, 'settings.public_key_id']);
      });

      it('an order that the service never made ends at its last question', async () => {
        wechat.instead = () => ({ status: 500, text: '{"code":"SYSTEM_ERROR"}' });
        const { id, step } = await order();
        assert.equal(step, null);
        wechat.instead = () => null;
        wechat.orders.delete(id);
        assert.equal(await queryOrder(control(), { id, isLast: false }), 'open');
        assert.equal(await queryOrder(control(), { id, isLast: true }), 'closed');
        assert.equal(await state(id), 'closed');
      });

      it('an order that is being paid, or of which nothing certain is said, is not closed', async () => {
        const { id } = await order();
        const answers = [
          { status: 202, text: '{"code":"USERPAYING"}' },
          { status: 404, text: '<html>not found</html>', unsigned: true },
          { status: 200, text: '{"code":"SYSTEM_ERROR"}' },
          { status: 400, text: '{"code":"ORDERPAID"}' },
          { status: 502, text: '' },
        ];
        for (const answer of answers) {
          wechat.instead = (path) => (path.endsWith('/close') ? answer : null);
          await assert.rejects(queryOrder(control(), { id, isLast: true }), { name: 'PaymentServiceError' }, answer.text);
          assert.equal(await state(id), 'open');
        }
        wechat.instead = (path) => (path.endsWith('/close') ? { status: 400, text: '{"code":"ORDER_CLOSED"}' } : null);
        assert.equal(await queryOrder(control(), { id, isLast: true }), 'closed');
        for (const answer of [
          { status: 404, text: '<html></html>', unsigned: true },
          { status: 404, text: '{}' },
        ]) {
          const next = await order();
          wechat.instead = () => answer;
          await assert.rejects(queryOrder(control(), { id: next.id, isLast: true }), { name: 'PaymentServiceError' });
          wechat.instead = () => null;
        }
      });
    },
  );
});
