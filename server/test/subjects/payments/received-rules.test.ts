/**
 * Goal: a received payment credits its order, once, and anything else waits for an operator, who decides once. Method: the rules themselves
 * on a real database, with services that respond as each row says.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
  confirmTransfer,
  decidePayment,
  listUndecided,
  verifiedPayer,
} from '../../../src/subjects/payments/orders/bank-transfers.ts';
import { waitingConfirmation, withdrawConfirmation } from '../../../src/subjects/payments/orders/bank-transfers.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import type { Receipt } from '../../../src/subjects/payments/payment-ports.ts';
import { operator, type Principal } from '../../../src/control/principal.ts';
import { queryOrder, receivePayment } from '../../../src/subjects/payments/orders/receive-payment.ts';
import type { OrderStatus } from '../../../src/domain/payments/payment-method.ts';
import type { PaymentOrder, ReceivedPayment } from '../../../src/domain/payments/payment-order.ts';
import { refusedAs } from '../../refused-as.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { onSqlite } from './payment-bench.ts';
import { RulesWorld, type OwnStores } from './rules-world.ts';

const clock = new VirtualClock();
const nanoPerFen = 10_000_000n;

onSqlite(
  'rules of money that arrives',
  () => Promise.resolve({ clock }),
  (bench) => {
    const w = new RulesWorld(bench);
    const [one, two] = [w.one, operator('two@example.com')];
    /** An owner of the account. */
    const member = (): Principal => ({
      ...one,
      scope: { kind: 'account', accountId: w.accountId, subAccountId: null, role: 'owner' },
    });
    const ctx = (own: OwnStores = {}): ControlContext => w.context(own);
    const credits = async (): Promise<bigint> => (await w.control.stores.ledger.totals(w.accountId)).credits / nanoPerFen;
    const read = async (id: string): Promise<PaymentOrder> => {
      const order = await w.control.stores.orders.find(id);
      assert.ok(order !== null);
      return order;
    };
    const receive = (payment: ReceivedPayment, context = ctx()) => receivePayment(context, one, payment);
    const alarms = () => w.told.raised.map(({ kind, params }) => [kind, (params as { fault?: string }).fault]);
    /** Changes of payments. */
    function watched() {
      const receipts: Receipt[] = [];
      const { orders } = w.control.stores;
      const own: OwnStores = {
        orders: {
          receive: (receipt, audit) => {
            receipts.push(receipt);
            return orders.receive(receipt, audit);
          },
        },
      };
      return { receipts, own };
    }

    beforeEach(() => {
      w.forget();
    });

    describe('a payment', () => {
      it('credits its order, and the first one ends the free trial, both in force at once', async () => {
        const [first, second] = [await w.order(500n), await w.order(700n)];
        assert.equal(await receive(w.payment(first)), 'taken');
        assert.deepEqual([(await read(first.id)).state, await credits()], ['paid', 500n]);
        assert.deepEqual(w.told.inForce, [w.accountId, w.accountId], 'its money, and its plan');
        await receive(w.payment(second));
        assert.deepEqual([w.told.inForce.length, await credits()], [3, 1200n]);
        assert.deepEqual([alarms(), w.told.logged], [[], []]);
        const { data } = await bench().admin('GET', '/audit-log?action=order.paid');
        assert.deepEqual((data as { actor: string }[])[0]?.actor, one.name);
      });

      it('for an order that is not there, or of another method, is none of ours', async () => {
        const order = await w.order(500n);
        const earlier = await credits();
        assert.equal(await receive(w.payment({ ...order, id: 'ord_none' })), 'unknown');
        assert.equal(await receive(w.payment(order, { method: 'wechat' })), 'unknown');
        assert.deepEqual([await credits(), (await read(order.id)).state], [earlier, 'open']);
      });

      it('counts once, and for one order', async () => {
        const [order, other] = [await w.order(500n), await w.order(500n)];
        const payment = w.payment(order);
        await receive(payment);
        const earlier = await credits();
        w.forget();
        assert.equal(await receive(payment), 'taken');
        assert.deepEqual([alarms(), w.told.inForce], [[], []]);
        assert.equal(await receive({ ...payment, orderId: other.id }), 'taken');
        assert.deepEqual(alarms(), [['payment_mismatch', `was also reported for order ${order.id}`]]);
        assert.deepEqual([w.told.logged.length, await credits(), (await read(other.id)).state], [1, earlier, 'open']);
      });

      it('that is not what its order asks for waits for an operator', async () => {
        const earlier = await credits();
        const rows: readonly (readonly [own: Partial<ReceivedPayment>, state: string, fault: string])[] = [
          [{ amountFen: 499n }, 'mismatch', '4.99 CNY instead of 5.00 CNY'],
          [{ currency: 'USD' }, 'mismatch', '5.00 USD instead of 5.00 CNY'],
          [{ goneBack: 'unknown' }, 'mismatch', 'part of it was refunded at the payment service before it was credited'],
        ];
        for (const [own, state, fault] of rows) {
          w.forget();
          const order = await w.order(500n);
          assert.equal(await receive(w.payment(order, own)), 'taken');
          assert.deepEqual(
            [(await read(order.id)).state, await credits(), alarms()],
            [state, earlier, [['payment_mismatch', fault]]],
          );
          assert.deepEqual(w.told.inForce, []);
        }
        w.forget();
        const order = await w.order(500n);
        for (let times = 0; times < 2; times += 1) await receive(w.payment(order));
        assert.deepEqual([await credits(), alarms()], [earlier + 500n, [['payment_mismatch', 'paid twice']]]);
      });

      it('credits what had not gone back of it, also where that is learned of later', async () => {
        const order = await w.order(500n);
        const earlier = await credits();
        const payment = w.payment(order);
        const gone = (reference: string) => [{ reference, amountFen: 100n }];
        await receive({ ...payment, goneBack: gone('gone-1') });
        assert.equal(await credits(), earlier + 400n);
        await receive({ ...payment, goneBack: gone('gone-1') });
        await receive({ ...payment, goneBack: gone('gone-2') });
        assert.equal(await credits(), earlier + 300n);
        await bench().audited();
      });

      it('of a trial of the method is nobody’s', async () => {
        const order = await w.order(1n, { accountId: null });
        const earlier = await credits();
        const { receipts, own } = watched();
        assert.equal(await receive(w.payment(order), ctx(own)), 'taken');
        assert.deepEqual([receipts[0]?.credit, (await read(order.id)).state, await credits()], [null, 'paid', earlier]);
        assert.deepEqual([alarms(), w.told.inForce], [[], []]);
      });

      it('that came for an account that ends is an alarm', async () => {
        const { accounts, orders } = w.control.stores;
        const own: OwnStores = {
          accounts: {
            find: async (id) => {
              const known = await accounts.find(id);
              return known === null ? null : { ...known, account: { ...known.account, closesAtMs: 1 } };
            },
          },
        };
        await receive(w.payment(await w.order(500n)), ctx(own));
        assert.deepEqual(alarms(), [['payment_after_end', undefined]]);
        const lost = ctx({ orders: { ...orders, receive: () => Promise.resolve(null) } });
        await assert.rejects(receive(w.payment(await w.order(500n)), lost), /an order changed while/);
      });

      it('that was charged automatically is reported, with its card if it is known', async () => {
        const { receipts, own } = watched();
        const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2031 };
        const autoTopUps = {
          find: () => Promise.resolve({ threshold: 20_000_000_000n } as never),
          chargeOf: () => Promise.resolve({ card } as never),
        };
        await receive(w.payment(await w.order(500n)), ctx(own));
        for (const more of [{ autoTopUps }, {}]) {
          const order = await w.order(500n, { purpose: 'auto' });
          await receive(w.payment(order), ctx({ ...own, ...more }));
        }
        const wrong = await w.order(500n, { purpose: 'auto' });
        await receive(w.payment(wrong, { amountFen: 1n }), ctx({ ...own, autoTopUps }));
        const trial = await w.order(1n, { purpose: 'auto', accountId: null });
        await receive(w.payment(trial), ctx({ ...own, autoTopUps }));
        assert.deepEqual(
          receipts.map(({ notice }) => notice?.params ?? null),
          [
            null,
            { amount: '5.00', card: 'visa ···· 4242', threshold: '20.00' },
            { amount: '5.00', card: '-', threshold: '0.00' },
            null,
            null,
          ],
        );
      });
    });

    describe('an order that nobody reports', () => {
      const standing = (told: OrderStatus): string[] => {
        const asked: string[] = [];
        w.script = {
          query: ({ id }) => {
            asked.push(`query ${id}`);
            return Promise.resolve(told);
          },
          close: ({ id }) => {
            asked.push(`close ${id}`);
            return Promise.resolve();
          },
          reversals: () => Promise.resolve([{ reference: 'gone-3', amountFen: 100n }]),
        };
        return asked;
      };
      const ask = (id: string, own: object = {}) => queryOrder(ctx(), { id, isLast: false, ...own });

      it('is asked about while it is open, ended with the last question, and credited where it is paid', async () => {
        const [open, paid, closed] = [await w.order(500n), await w.order(500n), await w.order(500n)];
        let asked = standing({ kind: 'open' });
        assert.equal(await ask(open.id), 'open');
        assert.deepEqual([asked, (await read(open.id)).state], [[`query ${open.id}`], 'open']);
        assert.equal(await ask(open.id, { isLast: true }), 'closed');
        assert.deepEqual([asked.at(-1), (await read(open.id)).state], [`close ${open.id}`, 'closed']);
        assert.equal(await ask(open.id), 'nothing to do');
        asked = standing({ kind: 'closed' });
        assert.equal(await ask(closed.id), 'closed');
        assert.deepEqual([asked, (await read(closed.id)).state], [[`query ${closed.id}`], 'closed']);
        const earlier = await credits();
        standing({ kind: 'paid', payment: w.payment(paid) });
        assert.equal(await ask(paid.id), 'paid');
        assert.deepEqual([(await read(paid.id)).state, await credits()], ['paid', earlier + 500n]);
        assert.equal(await ask(paid.id, { isPaid: true }), 'the refund is booked');
        assert.equal(await credits(), earlier + 400n);
      });

      it('ends where its method is gone, and is left alone where it is charged by itself', async () => {
        const asked = standing({ kind: 'open' });
        const [order, auto] = [await w.order(500n), await w.order(500n, { purpose: 'auto' })];
        assert.equal(await ask(auto.id, { isLast: true }), 'nothing to do');
        assert.equal(await ask('ord_none'), 'nothing to do');
        w.isGone = true;
        assert.equal(await ask(order.id), 'closed');
        assert.deepEqual([asked, (await read(order.id)).state, (await read(auto.id)).state], [[], 'closed', 'open']);
      });
    });

    describe('a transfer', () => {
      const transfer = (amountFen = 500n) => w.order(amountFen, { method: 'bank' });
      let references = 0;
      const seen = (amount: string, own: object = {}) => {
        references += 1;
        return { bank_reference: `IN-${String(references)}`, amount, payer: 'Payer', ...own };
      };
      const confirm = (id: string, what: ReturnType<typeof seen>, who: Principal = one, context = ctx()) =>
        confirmTransfer(context, who, id, what);
      const verified = (name: string | null): OwnStores => ({
        invoicing: { verifications: { inForce: () => Promise.resolve(name === null ? null : { name }) } as never },
      });

      it('is entered by operators, for an order by bank, with a sum and a reference that counts once', async () => {
        const [order, other] = [await transfer(), await w.order(500n)];
        await assert.rejects(confirm(order.id, seen('5'), member()), { code: 'not_found' });
        await assert.rejects(confirm(other.id, seen('5')), refusedAs('order_not_by_transfer'));
        for (const amount of ['0', '0.001'])
          await assert.rejects(confirm(order.id, seen(amount)), { code: 'invalid_parameter', param: 'amount' });
        const earlier = await credits();
        const paid = await confirm(order.id, seen('5', { bank_reference: ' REF-A ', payer: ' Payer ' }));
        assert.deepEqual([paid.order.state, paid.confirmation, await credits()], ['paid', null, earlier + 500n]);
        assert.deepEqual(
          paid.payments.map(({ externalId, payer }) => [externalId, payer]),
          [['REF-A', 'Payer']],
        );
        await assert.rejects(
          confirm((await transfer()).id, seen('5', { bank_reference: 'REF-A' })),
          refusedAs('transfer_counted', { order: order.id }),
        );
        assert.equal((await confirm((await transfer(1n)).id, seen('0.01'))).order.state, 'paid');
      });

      it('of more than 50,000 CNY, or what is set, is seen by two operators who see the same', async () => {
        const exact = await transfer(5_000_000n);
        assert.equal((await confirm(exact.id, seen('50000'))).order.state, 'paid');
        const order = await transfer(5_000_001n);
        const first = seen('50000.01');
        assert.equal(await waitingConfirmation(ctx(), one, order.id), null);
        const waits = await confirm(order.id, first);
        assert.deepEqual([waits.order.state, waits.confirmation?.operator], ['open', one.name]);
        assert.equal((await waitingConfirmation(ctx(), one, order.id))?.bankReference, first.bank_reference);
        await assert.rejects(waitingConfirmation(ctx(), member(), order.id), { code: 'not_found' });
        await assert.rejects(confirm(order.id, first), refusedAs('transfer_needs_second'));
        for (const other of [{ amount: '50000.02' }, { payer: 'Else' }, { bank_reference: 'ELSE' }])
          await assert.rejects(
            confirm(order.id, { ...first, ...other }, two),
            refusedAs('transfer_seen_otherwise', { operator: 'one@example.com' }),
          );
        await assert.rejects(confirm((await transfer(5_000_001n)).id, first), refusedAs('transfer_of_other_order'));
        assert.equal((await confirm(order.id, first, two)).order.state, 'paid');
        const set = ctx({
          paymentMethods: { find: () => Promise.resolve({ settings: { second_operator_above: '4' } } as never) },
        });
        const small = await transfer();
        assert.notEqual((await confirm(small.id, seen('5'), one, set)).confirmation, null);
      });

      it('that was seen wrongly is withdrawn by operators', async () => {
        const order = await transfer(5_000_001n);
        await assert.rejects(withdrawConfirmation(ctx(), one, order.id), { code: 'not_found' });
        await confirm(order.id, seen('50000.01'));
        await assert.rejects(withdrawConfirmation(ctx(), member(), order.id), { code: 'not_found' });
        assert.equal((await withdrawConfirmation(ctx(), one, order.id)).order.id, order.id);
        assert.equal(await waitingConfirmation(ctx(), one, order.id), null);
      });

      it('of somebody else than the verified enterprise is taken for a reason alone', async () => {
        await assert.rejects(verifiedPayer(ctx(), member(), w.accountId), { code: 'not_found' });
        assert.equal(await verifiedPayer(ctx(verified('Corp')), one, w.accountId), 'Corp');
        assert.equal(await verifiedPayer(ctx(verified('Corp')), one, null), null);
        assert.equal(await verifiedPayer(ctx(verified(null)), one, w.accountId), null);
        const entered = async (own: object, name: string | null) => {
          const order = await transfer();
          await confirm(order.id, seen('5', own), one, ctx(verified(name)));
          const { data } = await bench().admin('GET', '/audit-log?action=order.paid&limit=1');
          return (data as { after: { payer_reason: unknown } }[])[0]?.after.payer_reason;
        };
        for (const payer_reason of [undefined, null, ' '])
          await assert.rejects(entered({ payer_reason }, 'Corp'), { code: 'invalid_parameter', param: 'payer_reason' });
        assert.equal(await entered({ payer_reason: ' of the owner ' }, 'Corp'), 'of the owner');
        assert.equal(await entered({ payer: 'Corp', payer_reason: 'x' }, 'Corp'), null);
        assert.equal(await entered({ payer_reason: 'x' }, null), null);
      });
    });

    describe('a payment that lies beside its order', () => {
      const lying = async (own: Partial<ReceivedPayment> = { amountFen: 600n }): Promise<ReceivedPayment> => {
        const wrong = w.payment(await w.order(500n), own);
        await receive(wrong);
        w.forget();
        return wrong;
      };
      const decide = (payment: ReceivedPayment, decision: 'credit' | 'returned', who: Principal = one, context = ctx()) =>
        decidePayment(context, who, payment, decision);

      it('is listed for operators and decided by them, once', async () => {
        const payment = await lying();
        await assert.rejects(listUndecided(ctx(), member()), { code: 'not_found' });
        assert.ok((await listUndecided(ctx(), one)).some(({ externalId }) => externalId === payment.externalId));
        await assert.rejects(decide(payment, 'credit', member()), { code: 'not_found' });
        await assert.rejects(decide({ ...payment, externalId: 'none' }, 'credit'), { code: 'not_found' });
        const lost = ctx({ orders: { decide: () => Promise.resolve(null) } });
        await assert.rejects(decide(payment, 'credit', one, lost), refusedAs('payment_decided'));
        const earlier = await credits();
        const { order, payments } = await decide(payment, 'credit');
        assert.deepEqual([order.state, payments[0]?.state, await credits()], ['paid', 'credited', earlier + 600n]);
        assert.deepEqual(w.told.inForce, [w.accountId]);
        for (const decision of ['credit', 'returned'] as const)
          await assert.rejects(decide(payment, decision), refusedAs('payment_decided'));
      });

      it('credits a second one next to the first, and nothing if it was refunded', async () => {
        const order = await w.order(500n);
        await receive(w.payment(order));
        const second = w.payment(order);
        await receive(second);
        const earlier = await credits();
        await decide(second, 'credit');
        assert.equal(await credits(), earlier + 500n);
        const payment = await lying();
        const { payments } = await decide(payment, 'returned');
        assert.deepEqual([payments[0]?.state, await credits(), w.told.inForce], ['returned', earlier + 500n, []]);
        await bench().audited();
      });

      it('credits CNY of an account alone', async () => {
        const foreign = await lying({ currency: 'USD' });
        await assert.rejects(decide(foreign, 'credit'), refusedAs('payment_not_creditable'));
        const trial = w.payment(await w.order(1n, { accountId: null }), { amountFen: 2n });
        await receive(trial);
        await assert.rejects(decide(trial, 'credit'), refusedAs('payment_not_creditable'));
        for (const payment of [foreign, trial]) assert.equal((await decide(payment, 'returned')).payments[0]?.state, 'returned');
      });
    });
  },
);
