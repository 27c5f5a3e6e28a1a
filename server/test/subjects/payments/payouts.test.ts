/**
 * Goal: a payout leaves an account once and arrives once, or is visible with the possible actions; it never exceeds what was paid and is
 * unused. Method: the APIs over HTTP on a running service; payment services with their protocols and separate keys that refuse, respond
 * late or lose responses; 50 concurrent attempts, repetitions, running calls; on both databases.
 */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { endPayout } from '../../../src/subjects/payments/payouts/payouts.ts';
import { operator } from '../../../src/control/principal.ts';
import { whileReserved } from '../../../src/subjects/ledger/while-reserved.ts';
import { sendRefund } from '../../../src/subjects/payments/payouts/send-refunds.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { fen } from './services/fake-service.ts';
import { startOnlineServices, type Online } from './services/online-services.ts';
import { atOnce, onBothEngines, type PaymentBench } from './payment-bench.ts';

const clock = new VirtualClock();
const online = await startOnlineServices(() => clock.nowMs());
const { alipay, wechat, stripe, services } = online;
after(() => online.close());

const payee = { name: '示例科技有限公司', account: '6222 0000 1234 5678', bank: '示例银行上海分行' };
const statusOf = ({ status }: { readonly status: number }): number => status;

interface Paid {
  readonly id: string;
  readonly amount: string;
}

/** Payments by a method, and their payouts. */
function world(bench: () => PaymentBench) {
  const reports: Readonly<Record<Online, (order: Paid) => RequestInit>> = {
    alipay: (order) => ({
      method: 'POST',
      body: alipay.report(order),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    wechat: (order) => ({ method: 'POST', ...wechat.report(order) }),
    stripe: ({ id, amount }) => {
      const session = stripe.session(id, { payment_status: 'paid', amount_total: fen(amount) });
      return { method: 'POST', ...stripe.report({ type: 'checkout.session.completed', data: { object: session } }) };
    },
  };
  return {
    async setUp(): Promise<void> {
      await online.setUp(bench());
      await bench().setUp('bank', payeeSettings);
    },
    pay: async (method: Online, amount: string): Promise<Paid> => {
      const { id } = await bench().order(amount, method);
      const paid = { id: String(id), amount };
      const answer = await bench().callback(method, reports[method](paid));
      assert.equal(answer.status, 200, answer.text);
      clock.advance(1000);
      return paid;
    },
    report: (method: Online, order: Paid) => bench().callback(method, reports[method](order)),
    given: (method: Online, { id }: Paid): readonly string[] => [...(services[method].orders.get(id)?.refunds.values() ?? [])],
    ask: (amount: string, more: object = {}, key?: string) => bench().ask('POST', '/payouts', { amount, ...more }, key),
    offer: () => bench().must('GET', '/payout-offer'),
    read: (id: string) => bench().admin('GET', `/payouts/${id}`),
    /** Waits until the queue has sent everything. */
    settled: async (id: string, done: (payout: { state: string; parts: { state: string }[] }) => boolean) => {
      await bench().fixture.waitFor(async () => {
        // A small step, because time limits of attempts use this clock as well.
        clock.advance(100);
        return done(await bench().admin('GET', `/payouts/${id}`));
      });
      return bench().admin('GET', `/payouts/${id}`);
    },
  };
}

const payeeSettings = { payee: payee.name, account: payee.account, bank: payee.bank };

onBothEngines(
  'returns',
  () => Promise.resolve({ clock, env: online.newEnvironment() }),
  (bench) => {
    const { pay, given, ask, offer, read, settled, report, ...own } = world(bench);
    const cents = async (): Promise<number> => Math.round(Number(await bench().credits()) * 100);
    const approve = (id: string, body: object = {}) => bench().fixture.admin('POST', `/payouts/${id}/approve`, body);
    const withdrawAll = async (): Promise<void> => {
      const { waiting } = await offer();
      if (waiting !== null) await bench().must('POST', `/payouts/${String(waiting)}/withdraw`);
    };

    it('only paid and unused money can be refunded: neither trial credit nor gifts', async () => {
      await own.setUp();
      await bench().admin('POST', `/accounts/${bench().accountId}/credits`, { bucket: 'trial', amount: '10', reason: 'trial' });
      await bench().admin('POST', `/accounts/${bench().accountId}/credits`, {
        bucket: 'adjustment',
        amount: '5',
        reason: 'gift',
      });
      assert.equal((await offer()).returnable, '0.00');
      assert.equal((await ask('0.01')).status, 409);
      await pay('alipay', '30.00');
      const seen = await offer();
      assert.deepEqual([seen.returnable, seen.paid, seen.as_paid, seen.available], ['30.00', '30.0000', '30.00', '45.0000']);
      assert.equal((await ask('30.01')).status, 409);
      for (const amount of ['0', '0.001', '-1']) assert.equal((await ask(amount)).status, 400, amount);
    });

    it('50 requests at once under one key make one, and under 50 keys one that waits; withdrawn, nothing has changed', async () => {
      const before = await cents();
      const same = await atOnce(50, () => ask('5.00', {}, 'return-once'));
      assert.deepEqual([...new Set(same.map(statusOf))], [201]);
      assert.equal(new Set(same.map(({ body }) => String(body.id))).size, 1);
      const others = await atOnce(50, () => ask('5.00'));
      assert.deepEqual([...new Set(others.map(statusOf))], [409]);
      await withdrawAll();
      const many = await atOnce(50, () => ask('5.00'));
      assert.equal(many.filter(({ status }) => status === 201).length, 1);
      await withdrawAll();
      assert.equal(await cents(), before);
      await bench().audited();
    });

    it('members other than owners cannot ask for money back', async () => {
      await bench().console.join(bench().accountId, 'payer', 'finance');
      const path = `/accounts/${bench().accountId}/payouts`;
      const headers = { 'idempotency-key': 'finance' };
      const asked = await bench().console.ask('payer', 'POST', path, { body: { amount: '1' }, headers });
      assert.equal(asked.status, 403);
      assert.equal((await bench().console.ask('payer', 'GET', path)).status, 200);
    });

    it('approved 50 times at once it leaves the balance once, and goes back to the newest payments first', async () => {
      const older = await pay('stripe', '20.00');
      const newer = await pay('alipay', '10.00');
      const before = await cents();
      const { body } = await ask('15.00', { reason: '不再使用' });
      const all = await atOnce(50, () => approve(String(body.id)));
      assert.deepEqual([...new Set(all.map(statusOf))].toSorted(), [200, 409]);
      assert.equal(all.filter(({ status }) => status === 200).length, 1);
      assert.equal(await cents(), before - 1500);
      const done = await settled(String(body.id), ({ state }) => state === 'confirmed');
      assert.deepEqual([given('alipay', newer), given('stripe', older)], [['10.00'], ['5.00']]);
      assert.deepEqual(
        done.steps.map(({ state }: { state: string }) => state).filter((state: string) => state !== 'sent'),
        ['requested', 'approved', 'confirmed'],
      );
      const [first, second] = await Promise.all([
        bench().must('GET', `/orders/${newer.id}`),
        bench().must('GET', `/orders/${older.id}`),
      ]);
      assert.deepEqual(
        [first.state, first.refunded, second.state, second.refunded],
        ['refunded', '10.00', 'partly_refunded', '5.00'],
      );
      const { data } = await bench().must('GET', '/notices');
      const told = data.filter(({ params }: { params: { event?: string } }) => params.event !== undefined);
      assert.deepEqual(
        told.slice(0, 3).map(({ params }: { params: { event: string } }) => params.event),
        ['confirmed', 'approved', 'requested'],
      );
      await bench().audited();
    });

    it('a service that takes its time is asked, and its own report counts once and only with its signature', async () => {
      const paid = await pay('wechat', '8.00');
      const { body } = await ask('8.00');
      await approve(String(body.id));
      const sent = await settled(String(body.id), ({ state }) => state === 'sent');
      const [{ id: refundId }] = sent.parts;
      assert.equal((await bench().must('GET', `/orders/${paid.id}`)).state, 'refunding');
      const told = { out_refund_no: refundId, refund_id: 'R1', refund_status: 'SUCCESS' };
      const made = (own: object) => wechat.report(paid, { type: 'REFUND.SUCCESS', told, ...own });
      const foreign = await bench().callback('wechat', { method: 'POST', ...made({ key: alipay.keys.privateKey }) });
      assert.equal(foreign.status, 400);
      assert.equal((await read(String(body.id))).state, 'sent');
      const all = await atOnce(50, () => bench().callback('wechat', { method: 'POST', ...made({}) }));
      assert.deepEqual([...new Set(all.map(statusOf))], [200]);
      const done = await read(String(body.id));
      assert.deepEqual([done.state, done.parts[0].reference], ['confirmed', 'R1']);
      assert.equal(done.steps.filter(({ state }: { state: string }) => state === 'confirmed').length, 1);
      const { control } = bench().fixture.service;
      assert.equal(await sendRefund(control, { id: refundId, attempt: 1, asked: 1 }), 'nothing to do');
      const pending = await pay('wechat', '2.00');
      const second = await ask('2.00');
      await approve(String(second.body.id));
      const waits = await settled(String(second.body.id), ({ state }) => state === 'sent');
      await sendRefund(control, { id: waits.parts[0].id, attempt: 1, asked: 1 });
      assert.equal((await read(String(second.body.id))).state, 'confirmed');
      assert.deepEqual(given('wechat', pending), ['2.00']);
    });

    it('an answer that is lost is asked about, and the money goes back once', async () => {
      for (const method of ['alipay', 'wechat', 'stripe'] as const) {
        const paid = await pay(method, '3.00');
        services[method].refunds = 'lost';
        const { body } = await ask('3.00');
        await approve(String(body.id));
        const asked = await settled(String(body.id), ({ parts }) => parts[0]?.state === 'asked');
        const [{ id }] = asked.parts;
        await bench().fixture.waitFor(() => given(method, paid).length === 1);
        const { control } = bench().fixture.service;
        const attempt = (): Promise<unknown> => sendRefund(control, { id, attempt: 1, asked: 0 }).catch(String);
        await atOnce(10, attempt);
        services[method].refunds = 'given';
        await atOnce(10, attempt);
        await settled(String(body.id), ({ state }) => state === 'confirmed');
        assert.deepEqual(given(method, paid), ['3.00'], method);
      }
      await bench().audited();
    });

    it('a refusal stays visible with what can be done: tried again, paid by bank, or returned to the balance', async () => {
      const paid = await pay('alipay', '9.00');
      alipay.refunds = 'refused';
      const before = await cents();
      const { body } = await ask('9.00');
      const id = String(body.id);
      await approve(id);
      const refused = await settled(id, ({ parts }) => parts[0]?.state === 'failed');
      assert.match(refused.parts[0].fault, /SELLER_BALANCE_NOT_ENOUGH/);
      const { data } = await bench().admin('GET', '/payouts?open=true');
      assert.equal(data.find((row: { id: string }) => row.id === id).troubled, true);
      const part = `/payouts/${id}/parts/${String(refused.parts[0].id)}`;
      await bench().admin('POST', `${part}/retry`);
      await settled(id, ({ parts }) => parts[0]?.state === 'failed');
      alipay.refunds = 'given';
      const again = await atOnce(50, () => bench().fixture.admin('POST', `${part}/retry`));
      assert.ok(again.some(({ status }) => status === 200));
      await settled(id, ({ state }) => state === 'confirmed');
      assert.deepEqual([given('alipay', paid), await cents()], [['9.00'], before - 900]);

      const second = await pay('alipay', '7.00');
      alipay.refunds = 'refused';
      const other = String((await ask('7.00')).body.id);
      await approve(other);
      const failed = await settled(other, ({ parts }) => parts[0]?.state === 'failed');
      const at = `/payouts/${other}/parts/${String(failed.parts[0].id)}`;
      assert.equal((await bench().fixture.admin('POST', `${at}/by-bank`, {})).body.error.param, 'payee');
      const now = await cents();
      const back = await atOnce(50, () => bench().fixture.admin('POST', `${at}/give-back`, { reason: '商户余额不足' }));
      assert.equal(back.filter(({ status }) => status === 200).length, 1);
      assert.deepEqual([await cents(), (await read(other)).state, given('alipay', second)], [now + 700, 'failed', []]);
      assert.ok(Number((await offer()).as_paid) >= 7, 'it can be asked for again');
      alipay.refunds = 'given';
      await bench().audited();
    });

    it('a report that comes late changes nothing that is over but by what the service says now, and money does not go another way before it is asked', async () => {
      const refused = async (amount: string) => {
        const paid = await pay('wechat', amount);
        wechat.refunds = 'refused';
        const id = String((await ask(amount)).body.id);
        await approve(id);
        const { parts } = await settled(id, (payout) => payout.parts[0]?.state === 'failed');
        wechat.refunds = 'given';
        const refundId = String(parts[0].id);
        const report = async (status: string): Promise<void> => {
          const told = { out_refund_no: refundId, refund_id: `R${refundId}`, refund_status: status };
          const sent = { method: 'POST', ...wechat.report(paid, { type: `REFUND.${status}`, told }) };
          assert.equal((await bench().callback('wechat', sent)).status, 200);
        };
        const state = async (): Promise<string> => String((await read(id)).parts[0].state);
        const goesThrough = (): void => {
          wechat.orders.get(paid.id)?.refunds.set(refundId, amount);
        };
        const act = (name: string, body: object) =>
          bench().fixture.admin('POST', `/payouts/${id}/parts/${refundId}/${name}`, body);
        return { report, state, goesThrough, act };
      };
      const late = await refused('4.00');
      for (const status of ['SUCCESS', 'PROCESSING']) {
        await late.report(status);
        assert.equal(await late.state(), 'failed', `late: ${status}`);
      }
      late.goesThrough();
      await late.report('SUCCESS');
      assert.equal(await late.state(), 'done');
      for (const status of ['ABNORMAL', 'CLOSED', 'PROCESSING']) {
        await late.report(status);
        assert.equal(await late.state(), 'done', `late: ${status}`);
      }
      const stuck = await refused('5.00');
      stuck.goesThrough();
      const before = await cents();
      const ways = { 'give-back': { reason: 'x' }, 'by-bank': { payee } };
      for (const [name, body] of Object.entries(ways)) assert.equal((await stuck.act(name, body)).status, 409, name);
      assert.deepEqual([await stuck.state(), await cents()], ['done', before]);
      const gone = await refused('6.00');
      assert.equal((await gone.act('give-back', { reason: 'x' })).status, 200);
      gone.goesThrough();
      await gone.report('SUCCESS');
      const told = async (): Promise<boolean> => {
        clock.advance(1000);
        return JSON.stringify(await bench().admin('GET', '/alarms')).includes('already been returned another way');
      };
      await bench().fixture.waitFor(told);
      await bench().audited();
    });

    it('an amount that cannot be refunded to its source is paid by hand; each bank reference counts once', async () => {
      const order = await bench().order('40.00', 'bank');
      await bench().admin('POST', `/orders/${String(order.id)}/confirm`, {
        bank_reference: 'IN-1',
        amount: '40',
        payer: payee.name,
      });
      clock.advance(1000);
      assert.equal((await ask('40.00')).body.error.param, 'payee');
      const id = String((await ask('40.00', { payee })).body.id);
      const approved = (await approve(id)).body;
      const [{ id: partId, by_hand: byHand }] = approved.parts;
      assert.equal(byHand, true);
      const at = `/payouts/${id}/parts/${String(partId)}`;
      assert.equal((await bench().fixture.admin('POST', `${at}/confirm`)).status, 409, 'not sent yet');
      const all = await atOnce(50, () => bench().fixture.admin('POST', `${at}/send`, { reference: 'OUT-1' }));
      assert.equal(all.filter(({ status }) => status === 200).length, 1);
      assert.equal((await read(id)).state, 'sent');
      await atOnce(50, () => bench().fixture.admin('POST', `${at}/confirm`));
      assert.equal((await read(id)).state, 'confirmed');
      assert.equal((await bench().must('GET', `/orders/${String(order.id)}`)).state, 'refunded');
      const next = await bench().order('4.00', 'bank');
      await bench().admin('POST', `/orders/${String(next.id)}/confirm`, {
        bank_reference: 'IN-2',
        amount: '4',
        payer: payee.name,
      });
      clock.advance(1000);
      const other = String((await ask('4.00', { payee })).body.id);
      const { parts } = (await approve(other)).body;
      const twice = `/payouts/${other}/parts/${String(parts[0].id)}/send`;
      assert.equal((await bench().fixture.admin('POST', twice, { reference: 'OUT-1' })).status, 409);
      assert.equal((await bench().fixture.admin('POST', twice, { reference: 'OUT-2' })).status, 200);
      await bench().audited();
    });

    it('an operator refunds one payment with a reason, once: a credited one leaves the balance, one paid twice is returned directly', async () => {
      const paid = await pay('stripe', '6.00');
      const before = await cents();
      const content = { method: 'stripe', external_id: `pi_${paid.id}`, reason: '付错了' };
      const all = await atOnce(50, () => bench().fixture.admin('POST', `/orders/${paid.id}/refund`, content));
      assert.equal(all.filter(({ status }) => status === 200).length, 1);
      await settled(String(all.find(({ status }) => status === 200)?.body.id), ({ state }) => state === 'confirmed');
      assert.deepEqual([given('stripe', paid), await cents()], [['6.00'], before - 600]);

      const wrong = { id: String((await bench().order('5.00', 'alipay')).id), amount: '6.00' };
      await report('alipay', wrong);
      assert.equal((await bench().must('GET', `/orders/${wrong.id}`)).state, 'mismatch');
      const give = { method: 'alipay', external_id: `T${wrong.id}`, reason: '金额不符' };
      const back = await atOnce(50, () => bench().fixture.admin('POST', `/orders/${wrong.id}/refund`, give));
      assert.equal(back.filter(({ status }) => status === 200).length, 1);
      const id = String(back.find(({ status }) => status === 200)?.body.id);
      await settled(id, ({ state }) => state === 'confirmed');
      assert.deepEqual([given('alipay', wrong), await cents()], [['6.00'], before - 600]);
      assert.equal(
        (await bench().fixture.admin('POST', '/payments/decide', { ...give, decision: 'credit', reason: undefined })).status,
        409,
      );
      await bench().audited();
    });

    it('reservations of running calls stay; if they are used meanwhile, less of a request can be approved', async () => {
      const { control } = bench().fixture.service;
      await pay('alipay', '50.00');
      const most = Number((await offer()).returnable);
      const id = String((await ask(String(most), { payee })).body.id);
      const { credits } = await control.stores.ledger.totals(bench().accountId);
      const running = { accountId: bench().accountId, amount: credits - 1_000_000_000n, credits };
      const results = await whileReserved(control, running, () => atOnce(50, () => approve(id)));
      assert.deepEqual([...new Set(results?.map(statusOf))], [409], 'a call has it');
      const { accountId } = bench();
      const gift = { bucket: 'adjustment', amount: '-20', reason: 'taken back' };
      assert.equal((await bench().fixture.admin('POST', `/accounts/${accountId}/credits`, gift)).status, 201);
      assert.equal((await approve(id)).status, 409);
      const left = (await offer()).returnable;
      const done = await approve(id, { amount: left });
      assert.deepEqual([done.status, done.body.amount], [200, left]);
      const { balance } = await bench().admin('GET', `/accounts/${accountId}`);
      assert.ok(Number(balance.available) >= 0);
      assert.equal((await offer()).returnable, '0.00');
      await bench().audited();
    });

    it('nobody can move the payouts of others, and a rejected request changes nothing', async () => {
      await pay('alipay', '2.00');
      const before = await cents();
      const id = String((await ask('2.00')).body.id);
      const rejected = await atOnce(20, () => bench().fixture.admin('POST', `/payouts/${id}/reject`, { reason: '有争议' }));
      assert.equal(rejected.filter(({ status }) => status === 200).length, 1);
      assert.deepEqual([(await read(id)).state, await cents()], ['rejected', before]);
      assert.equal((await approve(id)).status, 409);
      const { control } = bench().fixture.service;
      const elsewhere = { id, accountId: bench().fixture.accountId };
      await assert.rejects(endPayout(control, operator('x'), elsewhere, null), { code: 'not_found' });
      await bench().audited();
    });
  },
);
