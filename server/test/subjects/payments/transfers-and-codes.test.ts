/**
 * Goal: money from a bank transfer or redemption code is credited exactly once, to the right account, despite repetitions, concurrent
 * requests and wrong input. Method: the APIs over HTTP on a running service, on both databases.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { confirmTransfer, decidePayment } from '../../../src/subjects/payments/orders/bank-transfers.ts';
import { queryOrder } from '../../../src/subjects/payments/orders/receive-payment.ts';
import { operator } from '../../../src/control/principal.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { atOnce, onBothEngines } from './payment-bench.ts';

const bank = { payee: '示例科技有限公司', account: '6222 0000 1234 5678', bank: '示例银行', second_operator_above: '5000' };
const statusOf = ({ status }: { readonly status: number }): number => status;

onBothEngines(
  'transfers and codes',
  () => Promise.resolve({}),
  (bench) => {
    it('a method that is not set up is not offered, and one without what it needs cannot be switched on', async () => {
      const { ask, fixture } = bench();
      assert.deepEqual((await ask('GET', '/top-up')).body.methods, []);
      assert.equal((await ask('POST', '/orders', { amount: '1', method: 'bank' })).body.error.param, 'method');
      const half = await fixture.admin('PUT', '/payment-methods/bank', { enabled: true, settings: { payee: 'X' } });
      assert.deepEqual([half.status, half.body.error.param], [400, 'settings.account']);
      await bench().setUp('bank', bank);
      assert.deepEqual((await ask('GET', '/top-up')).body.methods, [{ name: 'bank', label: '' }]);
    });

    it('an order is made once under one key: 50 at once and a repetition get one answer, other content is refused', async () => {
      const { ask, must } = bench();
      const content = { amount: '12.34', method: 'bank' };
      const all = await atOnce(50, () => ask('POST', '/orders', content, 'order-key'));
      assert.deepEqual([...new Set(all.map(statusOf))], [201]);
      const [id] = new Set(all.map(({ body }) => String(body.id)));
      assert.equal(new Set(all.map(({ body }) => String(body.id))).size, 1);
      const again = await ask('POST', '/orders', content, 'order-key');
      assert.deepEqual([again.body.id, again.body.step.kind], [id, 'instructions']);
      assert.equal((await ask('POST', '/orders', { ...content, amount: '12.35' }, 'order-key')).status, 409);
      assert.equal((await ask('POST', '/redemptions', { code: 'x' }, 'order-key')).status, 409);
      const { data } = await must('GET', '/orders');
      assert.equal(data.filter((order: { id: string }) => order.id === id).length, 1);
      const without = await bench().console.ask('owner', 'POST', `/accounts/${bench().accountId}/orders`, { body: content });
      assert.equal(without.body.error.param, 'Idempotency-Key');
    });

    it('amounts are whole fen from 0.01; there is no other minimum', async () => {
      const { ask, order } = bench();
      for (const amount of ['0', '0.001', '-1', '1e3', '1000000.01'])
        assert.equal((await ask('POST', '/orders', { amount, method: 'bank' })).status, 400, amount);
      assert.equal((await order('0.01', 'bank')).amount, '0.01');
    });

    it('a transfer confirmed 50 times at once is credited once, ends the free trial, and its reference counts nowhere else', async () => {
      const { fixture, order, credits, admin, must, audited } = bench();
      const made = await order('100', 'bank');
      const other = await order('100', 'bank');
      assert.match(made.step.fields.remark, /^TG[0-9A-Z]{10}$/);
      const seen = { bank_reference: 'REF-1', amount: '100.00', payer: bank.payee };
      const all = await atOnce(50, () => fixture.admin('POST', `/orders/${String(made.id)}/confirm`, seen));
      assert.equal(all.filter(({ status }) => status === 200).length, 1);
      assert.deepEqual([...new Set(all.map(statusOf))].toSorted(), [200, 409]);
      assert.equal(await credits(), '100.0000');
      assert.equal((await admin('GET', `/accounts/${bench().accountId}`)).plan, 'standard');
      assert.equal((await fixture.admin('POST', `/orders/${String(other.id)}/confirm`, seen)).status, 409);
      assert.equal((await must('GET', `/orders/${String(made.id)}`)).state, 'paid');
      await audited();
    });

    it('a sum above the limit needs a second operator who has seen the same', async () => {
      const { fixture, order, credits } = bench();
      const { control } = fixture.service;
      const id = String((await order('6000', 'bank')).id);
      const before = await credits();
      const seen = { bank_reference: 'REF-2', amount: '6000', payer: bank.payee };
      const first = await confirmTransfer(control, operator('one@example.com'), id, seen);
      assert.equal(first.confirmation?.operator, 'one@example.com');
      await assert.rejects(confirmTransfer(control, operator('one@example.com'), id, seen), { code: 'conflict' });
      for (const other of [{ amount: '6001' }, { payer: '王五' }, { bank_reference: 'REF-3' }])
        await assert.rejects(confirmTransfer(control, operator('two@example.com'), id, { ...seen, ...other }), {
          code: 'conflict',
        });
      assert.equal(await credits(), before);
      const second = await confirmTransfer(control, operator('two@example.com'), id, seen);
      assert.deepEqual([second.order.state, second.confirmation], ['paid', null]);
      assert.equal(Number(await credits()), Number(before) + 6000);
    });

    it('money of somebody else than the verified enterprise is taken for a reason alone, by each operator who sees it, and the audit log has it', async () => {
      const { fixture, order, credits, admin, audited } = bench();
      const { control, storage } = fixture.service;
      const { accountId } = bench();
      const verified = '示例科技（北京）有限公司';
      const compiler = compilerFor(storage.engine.sql);
      const change = async (query: ReturnType<typeof sql>) => storage.engine.write([{ query: query.compile(compiler) }], []);
      await change(sql`insert into verifications (id, account_id, state, name, tax_number, requested_by, created_at)
        values ('ver_payer', ${accountId}, 'approved', ${verified}, '91330106673959654P', 'owner', 1)`);
      const id = String((await order('6000', 'bank')).id);
      assert.equal((await admin('GET', `/orders/${id}`)).verified_name, verified);
      const before = await credits();
      const foreign = { bank_reference: 'REF-8', amount: '6000', payer: '王五' };
      const why = 'The owner pays from a private account; a statement of the enterprise is on file.';
      for (const payer_reason of [undefined, null, '  ']) {
        const refused = await fixture.admin('POST', `/orders/${id}/confirm`, { ...foreign, payer_reason });
        assert.deepEqual([refused.status, refused.body.error.param], [400, 'payer_reason'], String(payer_reason));
      }
      const first = await confirmTransfer(control, operator('one@example.com'), id, { ...foreign, payer_reason: why });
      assert.equal(first.confirmation?.payerReason, why);
      assert.equal((await admin('GET', `/orders/${id}`)).confirmation.payer_reason, why);
      await assert.rejects(confirmTransfer(control, operator('two@example.com'), id, foreign), { param: 'payer_reason' });
      assert.equal(await credits(), before);
      await confirmTransfer(control, operator('two@example.com'), id, { ...foreign, payer_reason: 'Seen the statement.' });
      assert.equal(Number(await credits()), Number(before) + 6000);
      const { data } = await admin('GET', '/audit-log?action=order.paid');
      const told = { payer: '王五', verified_name: verified, payer_reason: 'Seen the statement.' };
      assert.deepEqual({ ...data[0].after, ...told }, data[0].after);
      // As the bank writes it, with half-width brackets.
      const own = String((await order('10', 'bank')).id);
      const seen = { bank_reference: 'REF-9', amount: '10', payer: '示例科技(北京) 有限公司', payer_reason: 'not needed' };
      assert.equal((await admin('POST', `/orders/${own}/confirm`, seen)).state, 'paid');
      assert.equal((await admin('GET', '/audit-log?action=order.paid')).data[0].after.payer_reason, null);
      await change(sql`delete from verifications where id = 'ver_payer'`);
      await audited();
    });

    it('another amount than asked for is credited when an operator says so, once; a second transfer for one order likewise', async () => {
      const { fixture, order, credits, admin, must, audited } = bench();
      const { control } = fixture.service;
      const made = await order('50', 'bank');
      const id = String(made.id);
      const before = Number(await credits());
      const seen = { bank_reference: 'REF-3', amount: '49.99', payer: 'somebody' };
      assert.equal((await admin('POST', `/orders/${id}/confirm`, seen)).state, 'mismatch');
      assert.equal(Number(await credits()), before);
      assert.equal((await admin('GET', '/payments/undecided')).data.length, 1);
      const decide = () =>
        decidePayment(control, operator('one@example.com'), { method: 'bank', externalId: 'REF-3' }, 'credit').then(
          () => 1,
          () => 0,
        );
      assert.equal(
        (await atOnce(50, decide)).reduce((sum, one) => sum + one, 0),
        1,
      );
      assert.equal(Number(await credits()), before + 49.99);
      assert.equal((await must('GET', `/orders/${id}`)).state, 'paid');
      await admin('POST', `/orders/${id}/confirm`, { ...seen, bank_reference: 'REF-4', amount: '50' });
      const twice = await must('GET', `/orders/${id}`);
      assert.deepEqual([twice.state, twice.payments[1].state], ['paid', 'surplus']);
      assert.equal(Number(await credits()), before + 49.99);
      await admin('POST', '/payments/decide', { method: 'bank', external_id: 'REF-4', decision: 'credit' });
      assert.equal(Number(await credits()), before + 99.99);
      await audited();
    });

    it('an order that nobody pays ends, and a transfer that comes later is credited all the same', async () => {
      const { fixture, order, credits, admin, must } = bench();
      const id = String((await order('7', 'bank')).id);
      const before = Number(await credits());
      fixture.clock.advance(7 * 24 * 3_600_000 + 1000);
      // Queues on PostgreSQL use its own clock.
      if (fixture.service.storage.engine.sql === 'postgres')
        assert.equal(await queryOrder(fixture.service.control, { id, isLast: true }), 'closed');
      await fixture.waitFor(async () => {
        fixture.clock.advance(1000);
        return (await must('GET', `/orders/${id}`)).state === 'closed';
      });
      assert.equal((await must('GET', `/orders/${id}`)).step, null);
      await admin('POST', `/orders/${id}/confirm`, { bank_reference: 'REF-5', amount: '7', payer: 'late' });
      assert.deepEqual([(await must('GET', `/orders/${id}`)).state, Number(await credits())], ['paid', before + 7]);
    });

    it('a code gives its credit once, to one of 50 attempts under different keys; what was sold counts as paid', async () => {
      const { ask, must, admin, credits, fixture, audited } = bench();
      const made = await admin('POST', '/code-batches', { name: 'Fair', amount: '5.5', count: 3, sold: true });
      assert.match(made.codes[0], /^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
      const before = Number(await credits());
      const all = await atOnce(50, () => ask('POST', '/redemptions', { code: made.codes[0] }));
      assert.equal(all.filter(({ status }) => status === 201).length, 1);
      assert.equal(Number(await credits()), before + 5.5);
      const typed = String(made.codes[1]).toLowerCase().replaceAll('-', ' ');
      const same = await atOnce(50, () => ask('POST', '/redemptions', { code: typed }, 'redeem-key'));
      assert.deepEqual([...new Set(same.map(statusOf))], [201], 'repetitions of one request are answered alike');
      assert.equal(Number(await credits()), before + 11);
      const { data } = await admin('GET', `/accounts/${bench().accountId}/ledger`);
      assert.equal(data[0].bucket, 'paid');
      assert.equal((await must('GET', '/redemptions')).data.length, 2);
      await admin('DELETE', `/code-batches/${String(made.id)}`);
      assert.equal((await ask('POST', '/redemptions', { code: made.codes[2] })).status, 409);
      const gift = await admin('POST', '/code-batches', { name: 'Gift', amount: '1', count: 1, sold: false });
      await must('POST', '/redemptions', { code: gift.codes[0] });
      assert.equal((await admin('GET', `/accounts/${bench().accountId}/ledger`)).data[0].bucket, 'adjustment');
      const wrong = [];
      for (let at = 0; at < 21; at += 1) wrong.push(statusOf(await ask('POST', '/redemptions', { code: '0'.repeat(20) })));
      assert.deepEqual([wrong[0], wrong.at(-1)], [404, 429]);
      fixture.clock.advance(60_001);
      await audited();
    });

    it('no code and no secret is in the database in plain text', async () => {
      const { admin, fixture } = bench();
      const made = await admin('POST', '/code-batches', { name: 'Secret', amount: '1', count: 1, sold: false });
      const { engine } = fixture.service.storage;
      const rows = await engine.read('hot', sql`select last4, batch_id from codes`.compile(compilerFor(engine.sql)));
      const text = rows
        .flatMap((row) => Object.values(row))
        .map(String)
        .join();
      assert.ok(!text.includes(String(made.codes[0])) && !text.includes(String(made.codes[0]).replaceAll('-', '')));
    });

    it('an order is found by a part of its number or remark and by the number of a payment, among those of the account alone', async () => {
      const { console, must, admin, order } = bench();
      const made = await order('43.21', 'bank');
      const [id, remark] = [String(made.id), String(made.step.fields.remark)];
      const reference = 'FIND-20261122-000123';
      await admin('POST', `/orders/${id}/confirm`, { bank_reference: reference, amount: '43.21', payer: bank.payee });
      const other = String((await admin('POST', '/accounts', { name: 'Other', trial_credit: false })).id);
      await console.join(other, 'stranger', 'owner');
      for (const words of [id, id.slice(4, -3).toUpperCase(), remark.slice(2).toLowerCase(), reference]) {
        const query = `/orders?search=${encodeURIComponent(words)}`;
        const ids = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map((row) => row.id);
        assert.deepEqual(ids(await must('GET', query)), [id], words);
        assert.deepEqual(ids(await admin('GET', query)), [id], words);
        assert.deepEqual(ids((await console.ask('stranger', 'GET', `/accounts/${other}${query}`)).body), [], words);
      }
      for (const words of ['%', '_rd', reference.slice(1)])
        assert.deepEqual((await must('GET', `/orders?search=${encodeURIComponent(words)}`)).data, [], words);
    });
  },
);
