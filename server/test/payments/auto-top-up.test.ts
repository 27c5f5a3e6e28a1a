/**
 * Goal: an account that wants it is topped up when its balance has fallen, once per fall, never beyond its monthly maximum, never while
 * it is not known how the charge before it ended; and whoever pays is told. Method: the interfaces over HTTP on a running service, a
 * payment service that keeps cards, charges them once per order, refuses, loses its answers, is away and reports late; 50 runs of the job
 * at once, steps broken off; on both databases, with an audit at each end.
 */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { chargeOrder, orderAutomatically } from '../../src/control/charge-cards.ts';
import { runCardErrand } from '../../src/control/saved-cards.ts';
import { momentIn } from '../../src/domain/limits/calendar.ts';
import type { ControlContext } from '../../src/control/control-context.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { atOnce, onBothEngines, type PaymentBench } from './payment-bench.ts';
import { startFakeStripe, stripeSecrets } from './services/fake-stripe.ts';

const clock = new VirtualClock();
const stripe = await startFakeStripe(() => clock.nowMs());
const { cards } = stripe;
after(() => stripe.close());
const hourMs = 3_600_000;

type Body = Record<string, unknown>;

function world(bench: () => PaymentBench) {
  const control = (): ControlContext => bench().fixture.service.control;
  const path = '/auto-top-up';
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', below = '', body?: object) => {
    const { accountId, console: own } = bench();
    return own.ask('owner', method, `/accounts/${accountId}${path}${below}`, body === undefined ? {} : { body });
  };
  const must = async (...given: Parameters<typeof ask>): Promise<Body> => {
    const { status, body } = await ask(...given);
    assert.ok(status < 300, JSON.stringify(body));
    return body as Body;
  };
  const automatic = async (): Promise<readonly { id: string; state: string; fault: string | null }[]> => {
    const { data } = await bench().must('GET', '/orders?limit=100');
    return (data as { id: string; purpose: string; state: string; fault: string | null }[]).filter(
      ({ purpose }) => purpose === 'auto',
    );
  };
  const report = (type: string, object: object): Promise<{ readonly status: number }> =>
    bench().callback('stripe', { method: 'POST', ...stripe.report({ type, data: { object } }) });
  return {
    ...{ control, ask, must, automatic, report },
    async setUp(): Promise<void> {
      const { secretKey, webhookSecret } = stripeSecrets;
      await bench().setUp('stripe', {}, { secret_key: secretKey, webhook_secret: webhookSecret });
    },
    /** Goes to the page of the service, enters a card and comes back. */
    async saveCard(): Promise<string> {
      const { url } = await must('POST', '/card');
      assert.equal((await fetch(`${String(url)}/done`)).status, 200);
      await must('POST', '/card/check');
      return String(url).split('/').at(-1) ?? '';
    },
    /** The order that stands open. */
    async openOrder(): Promise<string> {
      const [order] = (await automatic()).filter(({ state }) => state === 'open');
      assert.ok(order !== undefined, 'an automatic order is open');
      return order.id;
    },
    order: () => orderAutomatically(control()),
    charge: (id: string) => chargeOrder(control(), { id }),
    async nano(): Promise<number> {
      return Math.round(Number(await bench().credits()) * 100);
    },
    /** Takes away what there is, so that the balance has fallen. */
    async fall(): Promise<void> {
      const { balance } = await bench().admin('GET', `/accounts/${bench().accountId}`);
      const available = String(balance.available);
      if (Number(available) <= 0) return;
      await bench().admin('POST', `/accounts/${bench().accountId}/credits`, {
        ...{ amount: `-${available}`, bucket: 'adjustment', reason: 'used' },
      });
    },
    async notices(kind: string): Promise<readonly Body[]> {
      const { data } = await bench().must('GET', '/notices?limit=100');
      return (data as Body[]).filter((notice) => notice.kind === kind);
    },
  };
}

onBothEngines(
  'automatic top-up',
  () => Promise.resolve({ clock, env: { TOLLGATE_PAYMENT_URLS: `stripe=${stripe.url}` } }),
  (bench) => {
    const w = world(bench);

    it('is offered only where a way to pay keeps cards, and on only with a card', async () => {
      assert.equal((await w.must('GET')).offered, false);
      assert.equal((await w.ask('POST', '/card')).status, 409);
      await w.setUp();
      const { offered, state, card } = await w.must('GET');
      assert.deepEqual([offered, state, card], [true, 'off', null]);
      const refused = await w.ask('PATCH', '', { enabled: true });
      assert.deepEqual([refused.status, JSON.stringify(refused.body).includes('Save a card first')], [409, true]);
    });

    it('a card is saved once, whoever tells of it, and its ids are shown to nobody', async () => {
      const { url } = await w.must('POST', '/card');
      const saving = String(url).split('/').at(-1) ?? '';
      assert.equal((await w.must('POST', '/card/check')).card, null);
      assert.equal((await w.must('GET')).saving, true);
      await fetch(`${String(url)}/done`);
      const session = cards.setupSession(saving);
      const all = await atOnce(10, () => w.report('checkout.session.completed', session));
      assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
      await atOnce(5, () => w.ask('POST', '/card/check'));
      const shown = await w.must('GET');
      assert.deepEqual([(shown.card as Body).brand, (shown.card as Body).last4, shown.saving], ['visa', '4242', false]);
      for (const text of [
        JSON.stringify(shown),
        JSON.stringify(await bench().must('GET', '/orders')),
        JSON.stringify(await bench().admin('GET', '/audit-log?limit=50')),
      ])
        assert.ok(!/cus_|pm_sav/.test(text), text);
      // Taken away, an old report does not bring it back; the service forgets it.
      await w.must('DELETE', '/card');
      assert.equal((await w.report('checkout.session.completed', session)).status, 200);
      assert.equal((await w.must('GET')).card, null);
      await runCardErrand(w.control(), { kind: 'forget', accountId: bench().accountId });
      assert.ok(cards.detached.has(`pm_${saving}`));
      assert.equal((await w.must('DELETE', '/card')).card, null);
    });

    it('a report that a card was saved which the service has not sent does nothing', async () => {
      const { url } = await w.must('POST', '/card');
      const session = cards.setupSession(String(url).split('/').at(-1) ?? '');
      const body = { type: 'checkout.session.completed', data: { object: { ...session, status: 'complete' } } };
      const forged = stripe.report(body, { secret: 'whsec_else' });
      assert.ok((await bench().callback('stripe', { method: 'POST', ...forged })).status >= 400);
      // Truly sent, and the service says when asked that nothing was saved.
      assert.equal((await w.report('checkout.session.completed', session)).status, 200);
      assert.equal((await w.must('GET')).card, null);
    });

    it('what is set is bounded, and a refusal names the field and what to do', async () => {
      for (const [body, field] of [
        [{ amount: '9.99' }, 'amount'],
        [{ amount: '100', monthly_maximum: '99' }, 'monthly_maximum'],
        [{ threshold: '0' }, 'threshold'],
        [{ amount: '10.001' }, 'amount'],
        [{ monthly_maximum: '1000001' }, 'monthly_maximum'],
      ] as const) {
        const { status, body: told } = await w.ask('PATCH', '', body);
        assert.deepEqual([status, told.error.param], [400, field], JSON.stringify(body));
      }
      const {
        threshold,
        amount,
        monthly_maximum: maximum,
      } = await w.must('PATCH', '', { threshold: '20', amount: '100', monthly_maximum: '350' });
      assert.deepEqual([threshold, amount, maximum], ['20.00', '100.00', '350.00']);
    });

    it('the rights are those of topping up, and another tenant finds nothing', async () => {
      const { accountId, console: own } = bench();
      await own.join(accountId, 'developer', 'developer');
      assert.equal((await own.ask('developer', 'GET', `/accounts/${accountId}/auto-top-up`)).status, 403);
      assert.equal(
        (await own.ask('developer', 'PATCH', `/accounts/${accountId}/auto-top-up`, { body: { enabled: true } })).status,
        403,
      );
      for (const [method, below] of [
        ['GET', ''],
        ['PATCH', ''],
        ['POST', '/card'],
        ['POST', '/card/check'],
        ['DELETE', '/card'],
      ] as const) {
        const { status } = await own.ask(
          'stranger',
          method,
          `/accounts/${accountId}/auto-top-up${below}`,
          method === 'PATCH' ? { body: {} } : {},
        );
        assert.equal(status, 404, `${method} ${below}`);
      }
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

    it('beyond the monthly maximum nothing is charged, which is told once, and the next month begins anew', async () => {
      await w.fall();
      assert.deepEqual([...new Set(await atOnce(50, () => w.order()))], [0]);
      assert.equal((await w.notices('auto_top_up_limit')).length, 1);
      const { charged_this_month: charged } = await w.must('GET');
      assert.equal(charged, '300.00');
      const { calendar } = w.control();
      const nextMs = calendar.clock.nowMs() + 31 * 24 * hourMs;
      const next = {
        ...w.control(),
        clock: { nowMs: () => nextMs } as ControlContext['clock'],
        calendar: { ...calendar, now: () => momentIn(nextMs, calendar.timeZone) },
      };
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

    it('what was broken off stays unknown for as long as the service may still come to hear of it', async () => {
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
      await bench().admin('PATCH', `/accounts/${bench().accountId}`, { status: 'disabled' });
      assert.equal(await w.order(), 0);
      await bench().admin('PATCH', `/accounts/${bench().accountId}`, { status: 'active' });
      await bench().admin('PUT', '/payment-methods/stripe', { enabled: false });
      assert.equal(await w.order(), 0);
      assert.equal((await w.must('GET')).offered, false);
      await bench().admin('PUT', '/payment-methods/stripe', { enabled: true });
    });

    it('refused three times in a row it is switched off, with a mail that says what to do; another card begins anew', async () => {
      const earlier = await w.nano();
      let nowMs = clock.nowMs();
      for (const [charges, waitMs] of [
        ['declined', 0],
        ['authentication_required', hourMs],
        ['declined', 6 * hourMs],
      ] as const) {
        const at = (ms: number): ControlContext => ({ ...w.control(), clock: { nowMs: () => ms } as ControlContext['clock'] });
        if (waitMs > 0) assert.equal(await orderAutomatically(at(nowMs + waitMs - 1000)), 0, 'not at once after a refusal');
        nowMs += waitMs + 1000;
        cards.charges = charges;
        assert.equal(await orderAutomatically(at(nowMs)), 1);
        const id = await w.openOrder();
        assert.equal(await chargeOrder(at(nowMs), { id }), 'failed');
        assert.equal(cards.intents.get(id)?.status, 'canceled', 'nobody can pay it any more');
        assert.equal((await w.report('payment_intent.payment_failed', cards.intent(id))).status, 200);
      }
      cards.charges = 'taken';
      const { state, stop, fault } = await w.must('GET');
      assert.deepEqual([state, stop, fault], ['stopped', 'failures', 'declined']);
      const failed = await w.notices('auto_top_up_failed');
      assert.deepEqual(
        failed.map(({ params }) => (params as Body).fault),
        ['authentication_required', 'declined'],
      );
      assert.equal((await w.notices('auto_top_up_off')).length, 1);
      assert.equal(await orderAutomatically(w.control()), 0);
      assert.equal(await w.nano(), earlier);
      await w.saveCard();
      await w.must('PATCH', '', { enabled: true });
      assert.equal(await w.order(), 1);
      assert.equal(await w.charge(await w.openOrder()), 'paid');
      assert.equal(await w.nano(), earlier + 10_000);
      await bench().audited();
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

    it('what goes back to the card switches it off, so that it is not charged again at once', async () => {
      await w.fall();
      await w.must('PATCH', '', { enabled: true });
      assert.equal(await w.order(), 1);
      const id = await w.openOrder();
      assert.equal(await w.charge(id), 'paid');
      const { payments } = await bench().admin('GET', `/orders/${id}`);
      const [payment] = payments as { external_id: string }[];
      await bench().admin('POST', `/orders/${id}/refund`, {
        method: 'stripe',
        external_id: payment?.external_id,
        reason: 'asked for',
      });
      const { state, stop } = await w.must('GET');
      assert.deepEqual([state, stop, await w.order()], ['stopped', 'money_returned', 0]);
      await bench().audited();
    });

    it('an account that is closed is charged no more, and its card is forgotten', async () => {
      await w.must('PATCH', '', { enabled: true });
      const { name } = await bench().admin('GET', `/accounts/${bench().accountId}`);
      const closed = await bench().console.ask('owner', 'POST', `/accounts/${bench().accountId}/closing`, {
        body: { name, password: 'right' },
      });
      assert.ok(closed.status < 300, JSON.stringify(closed.body));
      const { state, stop, card } = await w.must('GET');
      assert.deepEqual([state, stop, card, await w.order()], ['stopped', 'closing', null, 0]);
      const forgotten = cards.detached.size;
      await runCardErrand(w.control(), { kind: 'forget', accountId: bench().accountId });
      assert.ok(cards.detached.size > forgotten);
      assert.equal((await w.ask('POST', '/card')).status, 409);
      await bench().audited();
    });
  },
);
