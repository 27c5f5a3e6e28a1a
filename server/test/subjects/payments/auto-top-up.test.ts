/**
 * Goal: an account with automatic top-up is topped up when its balance has fallen: once per fall, never beyond its monthly maximum, and
 * never while the result of the previous charge is unknown. Method: the APIs over HTTP on a running service. The payment service saves
 * cards, charges once per order, loses responses, is unreachable and reports late. 50 concurrent runs of the job, and interrupted steps; on
 * both databases, with an audit at each end.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { chargeOrder, orderAutomatically } from '../../../src/subjects/payments/cards/charge-cards.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { momentIn } from '../../../src/domain/limits/calendar.ts';
import { hourMs, withAutoTopUps } from './auto-top-up-world.ts';
import { atOnce } from './payment-bench.ts';

await withAutoTopUps('automatic top-up', (w, bench) => {
  const { cards, stripe } = w;

  before(async () => {
    await w.setUp();
    await w.must('PATCH', '', { threshold: '20', amount: '100', monthly_maximum: '350' });
  });

  it('one fall is one charge, found by 50 runs at once, and is credited once by charge, report and question together', async () => {
    await w.saveCard();
    const [earlier, intents] = [await w.nano(), cards.intents.size];
    await w.must('PATCH', '', { enabled: true });
    const made = await atOnce(50, () => w.order());
    assert.equal(
      made.reduce((sum, one) => sum + one, 0),
      1,
    );
    const id = await w.openOrder();
    await atOnce(5, () => w.charge(id).catch(() => 'again'));
    await atOnce(20, () => w.report('payment_intent.succeeded', cards.intent(id)));
    await w.charge(id);
    assert.deepEqual(
      (await w.automatic()).map(({ state }) => state),
      ['paid'],
    );
    assert.equal(await w.nano(), earlier + 10_000);
    assert.equal(cards.intents.size, intents + 1);
    assert.equal((await w.notices('auto_top_up_done')).length, 1);
    const { charged_this_month: charged } = await w.must('GET');
    assert.equal(charged, '100.00');
    assert.deepEqual([await w.order(), await w.order()], [0, 0]);
    await bench().audited();
  });

  it('an answer that is lost is asked about, and nothing is charged twice', async () => {
    await w.fall();
    const [earlier, intents] = [await w.nano(), cards.intents.size];
    assert.equal(await w.order(), 1);
    const id = await w.openOrder();
    cards.charges = 'lost';
    await assert.rejects(w.charge(id));
    assert.deepEqual(await atOnce(20, () => w.order()).then((all) => [...new Set(all)]), [0], 'no other while it is open');
    cards.charges = 'taken';
    const asked = cards.asked;
    assert.equal(await w.charge(id), 'paid');
    assert.equal(cards.asked, asked, 'it was asked about, not asked for again');
    assert.deepEqual([await w.nano(), cards.intents.size], [earlier + 10_000, intents + 1]);
    await bench().audited();
  });

  it('an order of which no step was taken, or the answer to its writing was lost, is charged once', async () => {
    await w.fall();
    const { autoTopUps } = w.control().stores;
    const [order, begin] = [autoTopUps.order.bind(autoTopUps), autoTopUps.begin.bind(autoTopUps)];
    const [earlier, intents] = [await w.nano(), cards.intents.size];
    autoTopUps.order = async (...given) => {
      await order(...given);
      throw new Error('died');
    };
    await assert.rejects(w.order());
    autoTopUps.order = order;
    assert.equal(await w.order(), 0);
    const id = await w.openOrder();
    autoTopUps.begin = async (...given) => {
      await begin(...given);
      throw new Error('died before the service was asked');
    };
    await assert.rejects(w.charge(id));
    autoTopUps.begin = begin;
    const { orders } = w.control().stores;
    const receive = orders.receive.bind(orders);
    orders.receive = () => Promise.reject(new Error('died before the credit'));
    await assert.rejects(w.charge(id));
    orders.receive = async (...given) => {
      await receive(...given);
      throw new Error('died after the credit');
    };
    await assert.rejects(w.charge(id));
    orders.receive = receive;
    assert.equal(await w.charge(id), 'nothing to do');
    assert.deepEqual([await w.nano(), cards.intents.size], [earlier + 10_000, intents + 1]);
    await bench().audited();
  });

  it('beyond the monthly maximum nothing is charged, which is reported once, and the next month starts again', async () => {
    await w.fall();
    assert.deepEqual([...new Set(await atOnce(50, () => w.order()))], [0]);
    assert.equal((await w.notices('auto_top_up_limit')).length, 1);
    const { charged_this_month: charged } = await w.must('GET');
    assert.equal(charged, '300.00');
    const { calendar } = w.control();
    const nextMs = calendar.clock.nowMs() + 31 * 24 * hourMs;
    const nextCalendar = { ...calendar, now: () => momentIn(nextMs, calendar.timeZone) };
    const ahead = { ...w.control(), calendar: nextCalendar };
    assert.equal(await orderAutomatically(ahead), 0, 'a calendar that stays where a wrong clock was frees nothing');
    const next = { ...ahead, clock: { nowMs: () => nextMs } as ControlContext['clock'] };
    assert.equal(await orderAutomatically(next), 1);
    assert.equal(await chargeOrder(next, { id: await w.openOrder() }), 'paid');
    await w.fall();
    assert.equal(await orderAutomatically(w.control()), 0, 'the month that is full stays full');
    await w.must('PATCH', '', { monthly_maximum: '1000' });
    assert.equal(await w.order(), 1);
    assert.equal(await w.charge(await w.openOrder()), 'paid');
    await bench().audited();
  });

  it('switched off while a charge waits, nothing is taken; while one is in flight, what was taken is credited', async () => {
    await w.fall();
    const earlier = await w.nano();
    assert.equal(await w.order(), 1);
    const first = await w.openOrder();
    await w.must('PATCH', '', { enabled: false });
    assert.equal(await w.charge(first), 'failed');
    assert.equal(cards.intents.has(first), false);
    await w.must('PATCH', '', { enabled: true });
    assert.equal(await w.order(), 1);
    const second = await w.openOrder();
    cards.charges = 'lost';
    await assert.rejects(w.charge(second));
    cards.charges = 'taken';
    await w.must('PATCH', '', { enabled: false });
    assert.equal(await w.charge(second), 'paid');
    assert.equal(await w.nano(), earlier + 10_000);
    await bench().audited();
  });

  it('an interrupted charge stays unknown as long as the service may still receive it', async () => {
    await w.fall();
    await w.must('PATCH', '', { enabled: true, monthly_maximum: '5000' });
    assert.equal(await w.order(), 1);
    const id = await w.openOrder();
    cards.charges = 'away';
    await assert.rejects(w.charge(id));
    cards.charges = 'taken';
    await w.must('PATCH', '', { enabled: false });
    await assert.rejects(w.charge(id), /not known yet/);
    await w.must('PATCH', '', { enabled: true });
    assert.equal(await w.order(), 0);
    assert.equal(await w.charge(id), 'paid');
    await bench().audited();
  });

  it('a balance that rises before the charge is not topped up, and accounts that are off are never charged', async () => {
    await w.fall();
    assert.equal(await w.order(), 1);
    const id = await w.openOrder();
    await bench().admin('POST', `/accounts/${bench().accountId}/credits`, {
      amount: '50',
      bucket: 'adjustment',
      reason: 'help',
    });
    assert.equal(await w.charge(id), 'failed');
    assert.equal(cards.intents.has(id), false);
    await w.fall();
    await bench().admin('PATCH', `/accounts/${bench().accountId}`, { status: 'disabled', status_reason: 'bill unpaid' });
    assert.equal(await w.order(), 0);
    await bench().admin('PATCH', `/accounts/${bench().accountId}`, { status: 'active' });
    await bench().admin('PUT', '/payment-methods/stripe', { enabled: false });
    assert.equal(await w.order(), 0);
    assert.equal((await w.must('GET')).offered, false);
    await bench().admin('PUT', '/payment-methods/stripe', { enabled: true });
  });

  it('a late report credits an order once that was given up, and one of somebody else credits nothing', async () => {
    await w.fall();
    assert.equal(await w.order(), 1);
    const id = await w.openOrder();
    await w.must('PATCH', '', { enabled: false });
    assert.equal(await w.charge(id), 'failed');
    const earlier = await w.nano();
    const intent = { ...cards.intent(id), status: 'succeeded', amount_received: 10_000, customer: 'cus_1' };
    const forged = stripe.report({ type: 'payment_intent.succeeded', data: { object: intent } }, { secret: 'whsec_else' });
    assert.ok((await bench().callback('stripe', { method: 'POST', ...forged })).status >= 400);
    assert.equal((await w.report('payment_intent.succeeded', { ...intent, metadata: {} })).status, 200);
    assert.equal(await w.nano(), earlier);
    await atOnce(20, () => w.report('payment_intent.succeeded', intent));
    assert.equal(await w.nano(), earlier + 10_000);
    await bench().audited();
  });
});
