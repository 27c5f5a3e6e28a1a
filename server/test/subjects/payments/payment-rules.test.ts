/**
 * Goal: rules for single payments hold: what can be refunded of a payment, that a report counts only for orders of its method, and that
 * many concurrent reports do not block everything else. Method: the APIs over HTTP on a running service; on both databases.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { VirtualClock } from '../../virtual-clock.ts';
import { atOnce, onBothEngines } from './payment-bench.ts';
import { alipayIds, startFakeAlipay } from './services/fake-alipay.ts';
import { pem } from './services/fake-service.ts';

const clock = new VirtualClock();
const alipay = await startFakeAlipay();
after(() => alipay.close());

onBothEngines(
  'rules of payments',
  () => Promise.resolve({ clock, env: { TOLLGATE_PAYMENT_URLS: `alipay=${alipay.url}` } }),
  (bench) => {
    const report = (order: { readonly id: string; readonly amount: string }, own: Record<string, string> = {}) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return bench().callback('alipay', { method: 'POST', body: alipay.report(order, own), headers });
    };
    const pay = async (amount: string, paid = amount): Promise<string> => {
      const id = String((await bench().order(amount, 'alipay')).id);
      assert.equal((await report({ id, amount: paid })).status, 200);
      return id;
    };
    const refund = async (order: string, own: object = {}) => {
      const content = { method: 'alipay', external_id: `T${order}`, reason: 'x', ...own };
      const { status, body } = await bench().fixture.admin('POST', `/orders/${order}/refund`, content);
      return [status, status === 200 ? null : (body.error.param ?? null)];
    };

    before(async () => {
      await bench().setUp(
        'alipay',
        { app_id: alipayIds.appId, seller_id: alipayIds.sellerId },
        { private_key: pem(alipay.merchant.privateKey), alipay_public_key: pem(alipay.keys.publicKey) },
      );
      await bench().setUp('bank', { payee: 'a', account: 'b', bank: 'c' });
    });

    it('a report counts only for orders of its method', async () => {
      const earlier = await bench().credits();
      const id = String((await bench().order('5.00', 'bank')).id);
      assert.equal((await report({ id, amount: '5.00' })).status, 400);
      assert.deepEqual([await bench().credits(), (await bench().admin('GET', `/orders/${id}`)).state], [earlier, 'open']);
    });

    it('a payment that is reported for another order, too, stays where it is', async () => {
      const first = await pay('4.00');
      const earlier = await bench().credits();
      const second = String((await bench().order('4.00', 'alipay')).id);
      assert.equal((await report({ id: second, amount: '4.00' }, { trade_no: `T${first}` })).status, 200);
      assert.deepEqual([await bench().credits(), (await bench().admin('GET', `/orders/${second}`)).state], [earlier, 'open']);
    });

    it('an operator refunds of a payment no more than is left of it, and only of its order', async () => {
      const [one, other] = [await pay('10.00'), await pay('3.00')];
      assert.deepEqual(await refund(one, { external_id: `T${other}` }), [404, null]);
      assert.deepEqual(await refund(one, { amount: '10.01' }), [409, null]);
      assert.deepEqual(await refund(one, { amount: '0' }), [400, 'amount']);
      assert.deepEqual(await refund(one, { amount: '4.00' }), [200, null]);
      assert.deepEqual(await refund(one, { amount: '6.01' }), [409, null]);
      assert.deepEqual(await refund(one), [200, null], 'what is left of it');
      assert.deepEqual(await refund(one), [409, null]);
      await bench().audited();
    });

    it('a payment that was never credited is refunded as a whole, once', async () => {
      const wrong = await pay('5.00', '6.00');
      assert.deepEqual(await refund(wrong, { amount: '5.00' }), [400, 'amount']);
      assert.deepEqual(await refund(wrong, { amount: '6.00' }), [200, null]);
      assert.deepEqual(await refund(wrong), [409, null]);
      await bench().audited();
    });

    it('an operator approves no more than was asked for, and a decision is taken once', async () => {
      await pay('20.00');
      const id = String((await bench().must('POST', '/payouts', { amount: '5.00' })).id);
      const approve = (amount: string) => bench().fixture.admin('POST', `/payouts/${id}/approve`, { amount });
      const more = await approve('5.01');
      assert.deepEqual([more.status, more.body.error.param], [400, 'amount']);
      assert.equal((await approve('2.00')).body.amount, '2.00');
      assert.equal((await approve('2.00')).status, 409);
    });

    it('64 reports at once are worked on, and what comes beyond them is asked to come again', async () => {
      const id = String((await bench().order('7.00', 'alipay')).id);
      const { orders } = bench().fixture.service.control.stores;
      const find = orders.find.bind(orders);
      const gate = Promise.withResolvers<null>();
      orders.find = async (wanted) => {
        await gate.promise;
        return find(wanted);
      };
      const refused: number[] = [];
      const all = atOnce(80, async () => {
        const { status } = await report({ id, amount: '7.00' });
        if (status !== 200) refused.push(status);
      });
      await bench().fixture.waitFor(() => Promise.resolve(refused.length === 16));
      gate.resolve(null);
      orders.find = find;
      await all;
      assert.deepEqual([refused.length, [...new Set(refused)]], [16, [429]]);
      assert.equal((await report({ id, amount: '7.00' })).status, 200);
    });
  },
);
