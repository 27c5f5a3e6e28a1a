/**
 * Goal: a card is saved only by people who may top up, and only once. Automatic top-up needs a card and turns itself off when the card is
 * refused, money is refunded or the account closes; the payers are notified. Method: the APIs over HTTP on a running service, with a
 * payment service that saves cards and refuses them; on both databases.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chargeOrder, orderAutomatically } from '../../../src/subjects/payments/cards/charge-cards.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { runCardTask } from '../../../src/subjects/payments/cards/saved-cards.ts';
import { hourMs, withAutoTopUps, type Body } from './auto-top-up-world.ts';
import { atOnce } from './payment-bench.ts';

await withAutoTopUps('automatic top-up, its card', (w, bench) => {
  const { cards, stripe } = w;

  it('is offered only where a way to pay keeps cards, and on only with a card', async () => {
    assert.equal((await w.must('GET')).offered, false);
    assert.equal((await w.ask('POST', '/card')).status, 409);
    await w.setUp();
    const { offered, state, card } = await w.must('GET');
    assert.deepEqual([offered, state, card], [true, 'off', null]);
    const refused = await w.ask('PATCH', '', { enabled: true });
    assert.deepEqual([refused.status, JSON.stringify(refused.body).includes('has no saved card. Save a card')], [409, true]);
  });

  it('a card is saved once, from any source, and its ids are shown to nobody', async () => {
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
    // An old report does not restore a removed card, and the payment service deletes it.
    await w.must('DELETE', '/card');
    assert.equal((await w.report('checkout.session.completed', session)).status, 200);
    assert.equal((await w.must('GET')).card, null);
    await runCardTask(w.control(), { kind: 'forget', accountId: bench().accountId });
    assert.ok(cards.detached.has(`pm_${saving}`));
    assert.equal((await w.must('DELETE', '/card')).card, null);
  });

  it('a report that a card was saved which the service has not sent does nothing', async () => {
    const { url } = await w.must('POST', '/card');
    const session = cards.setupSession(String(url).split('/').at(-1) ?? '');
    const body = { type: 'checkout.session.completed', data: { object: { ...session, status: 'complete' } } };
    const forged = stripe.report(body, { secret: 'whsec_else' });
    assert.ok((await bench().callback('stripe', { method: 'POST', ...forged })).status >= 400);
    // Correctly signed, but the query shows that nothing was saved.
    assert.equal((await w.report('checkout.session.completed', session)).status, 200);
    assert.equal((await w.must('GET')).card, null);
  });

  it('settings have limits, and a refusal names the field and what to do', async () => {
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

  it('refused three times in a row it is switched off, with a mail that says what to do; another card restarts it', async () => {
    await w.saveCard();
    await w.must('PATCH', '', { enabled: true });
    const earlier = await w.nano();
    let nowMs = w.control().clock.nowMs();
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

  it('a refund to the card disables it, so that it is not charged again at once', async () => {
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
    await runCardTask(w.control(), { kind: 'forget', accountId: bench().accountId });
    assert.ok(cards.detached.size > forgotten);
    assert.equal((await w.ask('POST', '/card')).status, 409);
    await bench().audited();
  });
});
