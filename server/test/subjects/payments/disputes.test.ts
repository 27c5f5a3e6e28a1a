/**
 * Goal: an account with a disputed payment spends nothing more, whatever its owner does, and the disputed money can be neither spent nor
 * refunded. A won dispute leaves everything as it was; a lost one takes the money. Method: a running service, and a payment service that
 * reports disputes in every order; on both databases.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { VirtualClock } from '../../virtual-clock.ts';
import { withAutoTopUps } from './auto-top-up-world.ts';
import { onBothEngines, type PaymentBench } from './payment-bench.ts';
import { fen } from './services/fake-service.ts';
import { startFakeStripe, stripeSecrets } from './services/fake-stripe.ts';

await withAutoTopUps('a disputed payment', (w, bench) => {
  let intent = '';
  before(async () => {
    await w.setUp();
    await w.must('PATCH', '', { threshold: '20', amount: '100', monthly_maximum: '350' });
    await w.saveCard();
    await w.fall();
    await w.must('PATCH', '', { enabled: true });
    assert.equal(await w.order(), 1);
    const id = await w.openOrder();
    await w.charge(id);
    ({ id: intent } = w.cards.intent(id) as { id: string });
  });

  const status = async (): Promise<string> => String((await bench().admin('GET', `/accounts/${bench().accountId}`)).status);
  const close = (method: 'POST' | 'PATCH', more: object = {}): Promise<unknown> =>
    bench().admin(method, `/accounts/${bench().accountId}/closing`, { reason: 'test', ...more });
  const opened = { id: 'dp_1', status: 'needs_response', amount: 10_000 };
  const dispute = async (): Promise<number> =>
    (await w.report('charge.dispute.created', { ...opened, payment_intent: intent })).status;

  it('disables its account, however often it is reported', async () => {
    assert.equal(await status(), 'active');
    assert.deepEqual([await dispute(), await status(), await dispute()], [200, 'disabled', 200]);
    const { state, stop_cause: cause } = await w.must('GET');
    assert.match(JSON.stringify([state, cause, await w.must('GET')]), /money_returned/, 'and the card is not charged again');
    await bench().admin('PATCH', `/accounts/${bench().accountId}`, { status: 'active' });
  });

  it('is not evaded by closing the account and taking that back', async () => {
    await close('POST');
    assert.deepEqual([await dispute(), await dispute()], [200, 200]);
    await close('PATCH', { act: 'take_back' });
    assert.equal(await status(), 'disabled');
    await bench().audited();
  });
});

const clock = new VirtualClock();
const stripe = await startFakeStripe(() => clock.nowMs());
after(() => stripe.close());

/** Payments by Checkout, and the reports about them. */
function world(bench: () => PaymentBench) {
  let disputes = 0;
  const report = async (type: string, object: object): Promise<void> => {
    const answer = await bench().callback('stripe', { method: 'POST', ...stripe.report({ type, data: { object } }) });
    assert.equal(answer.status, 200, `${type}: ${answer.text}`);
  };
  return {
    report,
    pay: async (amount: string): Promise<string> => {
      const { id } = await bench().order(amount, 'stripe');
      const session = stripe.session(String(id), { payment_status: 'paid', amount_total: fen(amount) });
      await report('checkout.session.completed', session);
      clock.advance(1000);
      return String(id);
    },
    /** A dispute about an order; the returned function reports its state. */
    disputed: (order: string, amount: string) => {
      disputes += 1;
      const id = `dp_${String(disputes)}`;
      return (type: string, status: string): Promise<void> =>
        report(`charge.dispute.${type}`, { id, status, amount: fen(amount), currency: 'cny', payment_intent: `pi_${order}` });
    },
    status: async (): Promise<string> => String((await bench().admin('GET', `/accounts/${bench().accountId}`)).status),
    enable: () => bench().admin('PATCH', `/accounts/${bench().accountId}`, { status: 'active' }),
    cents: async (): Promise<number> => Math.round(Number(await bench().credits()) * 100),
    order: (id: string) => bench().admin('GET', `/orders/${id}`),
    alarms: async (kind: string): Promise<string> => {
      clock.advance(10_000);
      const { data } = await bench().admin('GET', '/alarms');
      return JSON.stringify((data as { kind: string }[]).filter((alarm) => alarm.kind === kind));
    },
  };
}

onBothEngines(
  'disputes',
  () => {
    stripe.orders.clear();
    return Promise.resolve({ clock, env: { TOLLGATE_PAYMENT_URLS: `stripe=${stripe.url}` } });
  },
  (bench) => {
    const { report, pay, disputed, status, enable, cents, order, alarms } = world(bench);
    const refund = (id: string) =>
      bench().fixture.admin('POST', `/orders/${id}/refund`, { method: 'stripe', external_id: `pi_${id}`, reason: 'x' });

    before(async () => {
      const { secretKey, webhookSecret } = stripeSecrets;
      await bench().setUp('stripe', {}, { secret_key: secretKey, webhook_secret: webhookSecret });
    });

    it('opened, the money leaves the balance and cannot be returned, too; won, money and account are as before', async () => {
      const [id, earlier] = [await pay('20.00'), await cents()];
      const tell = disputed(id, '20.00');
      await tell('created', 'needs_response');
      await tell('funds_withdrawn', 'needs_response');
      assert.deepEqual([await status(), await cents()], ['disabled', earlier - 2000]);
      assert.equal((await refund(id)).status, 409);
      await enable();
      await tell('updated', 'under_review');
      assert.equal(await status(), 'active', 'what goes on is no reason to disable it again');
      await bench().admin('PATCH', `/accounts/${bench().accountId}`, { status: 'disabled', status_reason: 'bill unpaid' });
      for (const type of ['closed', 'funds_reinstated', 'closed']) await tell(type, 'won');
      assert.deepEqual([await status(), await cents(), (await order(id)).state], ['active', earlier, 'paid']);
      await tell('created', 'needs_response');
      await tell('updated', 'under_review');
      assert.deepEqual([await status(), await cents()], ['active', earlier], 'reports of before change nothing');
      await bench().fixture.waitFor(async () => (await alarms('dispute_ended')).includes('"won"'));
      await bench().audited();
    });

    it('lost, the money is gone, the account stays disabled and operators are notified', async () => {
      const [id, earlier] = [await pay('30.00'), await cents()];
      const tell = disputed(id, '30.00');
      await tell('created', 'needs_response');
      await tell('closed', 'lost');
      await tell('closed', 'won');
      assert.deepEqual([await status(), await cents(), (await order(id)).state], ['disabled', earlier - 3000, 'refunded']);
      assert.equal((await refund(id)).status, 409);
      await bench().fixture.waitFor(async () => (await alarms('dispute_ended')).includes('"lost"'));
      await enable();
      await bench().audited();
    });

    it('that end before they begin are over; a part of a payment takes that part', async () => {
      const [won, lost, earlier] = [await pay('5.00'), await pay('6.00'), await cents()];
      const first = disputed(won, '5.00');
      await first('closed', 'won');
      await first('created', 'needs_response');
      assert.deepEqual([await status(), await cents()], ['active', earlier]);
      const second = disputed(lost, '4.00');
      await second('closed', 'lost');
      await second('created', 'needs_response');
      assert.deepEqual(
        [await status(), await cents(), (await order(lost)).state],
        ['disabled', earlier - 400, 'partly_refunded'],
      );
      await enable();
      await bench().audited();
    });

    it("a bank's question takes no money, and its end enables the account again unless another dispute is open", async () => {
      const [asked, open, earlier] = [await pay('7.00'), await pay('8.00'), await cents()];
      const question = disputed(asked, '7.00');
      const dispute = disputed(open, '8.00');
      await question('created', 'warning_needs_response');
      assert.deepEqual([await status(), await cents()], ['disabled', earlier]);
      await enable();
      await dispute('created', 'needs_response');
      await question('closed', 'warning_closed');
      assert.deepEqual([await status(), await cents()], ['disabled', earlier - 800]);
      await dispute('closed', 'won');
      assert.deepEqual([await status(), await cents()], ['active', earlier]);
      await bench().audited();
    });

    it('an account that was disabled before stays so, and of what has gone back no more than is left is taken', async () => {
      const [id, earlier] = [await pay('9.00'), await cents()];
      await bench().admin('PATCH', `/accounts/${bench().accountId}`, { status: 'disabled', status_reason: 'bill unpaid' });
      const tell = disputed(id, '12.00');
      await tell('created', 'needs_response');
      assert.equal(await cents(), earlier - 900);
      await tell('closed', 'won');
      assert.deepEqual([await status(), await cents()], ['disabled', earlier]);
      await bench().fixture.waitFor(async () => (await alarms('payment_reversed')).includes('by 3.00 CNY'));
      await enable();
      await bench().audited();
    });

    it('of a payment that is not ours notifies operators and affects nobody', async () => {
      const earlier = await cents();
      await report('charge.dispute.created', { id: 'dp_else', status: 'needs_response', amount: 100, payment_intent: 'pi_else' });
      assert.deepEqual([await status(), await cents()], ['active', earlier]);
    });
  },
);
