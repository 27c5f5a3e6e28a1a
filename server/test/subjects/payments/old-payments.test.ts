/**
 * Goal: a payment older than 365 days, which its service no longer refunds, is refunded by bank transfer, exact to the second; younger ones
 * are refunded to their source. Method: the APIs over HTTP on a running service, a payment service with its protocol, a wall clock moved by
 * almost a year; on both databases.
 */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { VirtualClock } from '../../virtual-clock.ts';
import { onBothEngines } from './payment-bench.ts';
import { alipayIds, startFakeAlipay } from './services/fake-alipay.ts';
import { pem } from './services/fake-service.ts';

const dayMs = 86_400_000;
const payee = { name: '示例科技有限公司', account: '6222 0000 1234 5678', bank: '示例银行上海分行' };

let clock: VirtualClock;
const alipay = await startFakeAlipay();
after(() => alipay.close());

onBothEngines(
  'returns of old payments',
  () => {
    alipay.orders.clear();
    // A year later is still a day that the database knows.
    clock = new VirtualClock(Date.UTC(2025, 9, 1, 4));
    return Promise.resolve({ clock, env: { TOLLGATE_PAYMENT_URLS: `alipay=${alipay.url}` } });
  },
  (bench) => {
    async function pay(amount: string): Promise<string> {
      const { id } = await bench().order(amount, 'alipay');
      const body = alipay.report({ id: String(id), amount });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      assert.equal((await bench().callback('alipay', { method: 'POST', body, headers })).status, 200);
      return String(id);
    }
    const given = (order: string): readonly string[] => [...(alipay.orders.get(order)?.refunds.values() ?? [])];
    const offered = async (): Promise<readonly string[]> => {
      const { returnable, as_paid: asPaid } = await bench().must('GET', '/payout-offer');
      return [returnable, asPaid];
    };
    const payout = (id: string) => bench().admin('GET', `/payouts/${id}`);

    it('until 365 days have passed it goes back as it came, and from then on to a bank account', async () => {
      await bench().setUp(
        'alipay',
        { app_id: alipayIds.appId, seller_id: alipayIds.sellerId },
        { private_key: pem(alipay.merchant.privateKey), alipay_public_key: pem(alipay.keys.publicKey) },
      );
      const paidMs = clock.nowMs();
      const older = await pay('30.00');
      clock.jumpWall(300 * dayMs);
      const newer = await pay('10.00');
      clock.jumpWall(paidMs + 365 * dayMs - clock.nowMs());
      assert.deepEqual(await offered(), ['40.00', '40.00'], 'on the last millisecond of the 365 days');
      clock.jumpWall(1000);
      assert.deepEqual(await offered(), ['40.00', '10.00'], 'a second later');

      const before = Number(await bench().credits());
      assert.equal((await bench().ask('POST', '/payouts', { amount: '25.00' })).body.error.param, 'payee');
      const { id } = await bench().must('POST', '/payouts', { amount: '25.00', payee });
      await bench().admin('POST', `/payouts/${String(id)}/approve`, {});
      await bench().fixture.waitFor(async () => {
        // A small step, because time limits of attempts use this clock as well.
        clock.advance(500);
        return given(newer).length === 1 && (await payout(String(id))).parts[0].state === 'done';
      });
      const { parts } = await payout(String(id));
      assert.deepEqual(
        parts.map((part: { method: string; amount: string; by_hand: boolean }) => [part.method, part.amount, part.by_hand]),
        [
          ['alipay', '10.00', false],
          ['bank', '15.00', true],
        ],
      );
      const byBank = `/payouts/${String(id)}/parts/${String(parts[1].id)}`;
      await bench().admin('POST', `${byBank}/send`, { reference: 'OUT-1' });
      await bench().admin('POST', `${byBank}/confirm`);
      assert.equal((await payout(String(id))).state, 'confirmed');
      assert.deepEqual([given(newer), given(older)], [['10.00'], []], 'the service is asked for nothing of the old one');
      assert.equal(Number(await bench().credits()), before - 25);
      assert.deepEqual(await offered(), ['15.00', '0.00']);

      const content = { method: 'alipay', external_id: `T${older}`, amount: '5.00', reason: '付错了' };
      const refused = await bench().fixture.admin('POST', `/orders/${older}/refund`, content);
      assert.deepEqual([refused.status, refused.body.error.param], [400, 'payee'], 'nor by the hand of an operator');
      const byHand = await bench().admin('POST', `/orders/${older}/refund`, { ...content, payee });
      assert.deepEqual([byHand.parts.length, byHand.parts[0].method, byHand.parts[0].by_hand], [1, 'bank', true]);
      assert.deepEqual(given(older), []);
      await bench().audited();
    });
  },
);
