/**
 * Goal: a payment that a service reports is credited exactly once, to its order, and no other message is. Method: the services' own
 * libraries against local servers with their protocols and separate keys. Reports are forged, repeated, late, for another merchant or
 * amount, 50 at once, before the order is stored, or missing; a crash in between; on both databases.
 */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import { queryOrder } from '../../../src/subjects/payments/orders/receive-payment.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { alipayIds, startFakeAlipay } from './services/fake-alipay.ts';
import { epayIds, startFakeEpay } from './services/fake-epay.ts';
import { fen, newKeys, pem, type FakeService } from './services/fake-service.ts';
import { startFakeStripe, stripeSecrets } from './services/fake-stripe.ts';
import { startFakeWechat, wechatIds } from './services/fake-wechat.ts';
import { atOnce, onBothEngines, type PaymentBench } from './payment-bench.ts';

interface Order {
  readonly id: string;
  readonly amount: string;
}

/** A report as sent. */
type Report = readonly [init: RequestInit, query?: string];

interface Service {
  readonly fake: FakeService;
  readonly settings: Record<string, string>;
  readonly secrets: Record<string, string>;
  readonly step: RegExp;
  readonly report: (order: Order) => Report;
  /** Reports without proof or for others; whatever they say, they must have no effect. */
  readonly forged: (order: Order) => Readonly<Record<string, Report>>;
  /** A valid report with another amount; `null` if such a report is queried and the response counts. */
  readonly wrongAmount: ((order: Order) => Report) | null;
  readonly canRefund: boolean;
}

const clock = new VirtualClock();
const form = (body: string): Report => [
  { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
];
const post = ({ body, headers }: { readonly body: string; readonly headers: Record<string, string> }): Report => [
  { method: 'POST', body, headers },
];
const oneMore = (amount: string): string => (Number(amount) + 1).toFixed(2);

async function alipay(): Promise<Service> {
  const fake = await startFakeAlipay();
  const stranger = await startFakeAlipay();
  await stranger.close();
  return {
    fake,
    settings: { app_id: alipayIds.appId, seller_id: alipayIds.sellerId },
    secrets: { private_key: pem(fake.merchant.privateKey), alipay_public_key: pem(fake.keys.publicKey) },
    step: /"kind":"qr","text":"https:\/\/qr\.test\/ord_/,
    report: (order) => form(fake.report(order)),
    forged: (order) => ({
      'signed by somebody else': form(stranger.report(order)),
      'signed in the weaker way': form(fake.report(order, {}, 'RSA-SHA1')),
      'with another amount put in': form(fake.report(order).replace(/total_amount=[\d.]+/, 'total_amount=99999.00')),
      'with a field twice': form(`${fake.report(order)}&total_amount=1`),
      'for another app': form(fake.report(order, { app_id: '1' })),
      'for another seller': form(fake.report(order, { seller_id: '1' })),
      'not paid': form(fake.report(order, { trade_status: 'WAIT_BUYER_PAY' })),
      'per cent signs alone': form('%'),
      nothing: form(''),
    }),
    wrongAmount: (order) => form(fake.report(order, { total_amount: oneMore(order.amount) })),
    canRefund: true,
  };
}

async function wechat(): Promise<Service> {
  const fake = await startFakeWechat(() => clock.nowMs());
  const nowSeconds = (): number => Math.floor(clock.nowMs() / 1000);
  return {
    fake,
    settings: { mchid: wechatIds.mchid, appid: wechatIds.appid, serial: 'MERCHANTSERIAL', public_key_id: wechatIds.keyId },
    secrets: { private_key: pem(fake.merchant.privateKey), public_key: pem(fake.keys.publicKey), api_v3_key: wechatIds.apiKey },
    step: /"kind":"qr","text":"weixin:\/\/wxpay/,
    report: (order) => post(fake.report(order)),
    forged: (order) => {
      const good = fake.report(order);
      return {
        'signed by somebody else': post(fake.report(order, { key: newKeys().privateKey })),
        'more than five minutes old': post(fake.report(order, { atSeconds: nowSeconds() - 301 })),
        'of the future': post(fake.report(order, { atSeconds: nowSeconds() + 301 })),
        'with another body': post({ ...good, body: good.body.replace('"e1"', '"e2"') }),
        'of another key': post({ ...good, headers: { ...good.headers, 'wechatpay-serial': 'PUB_KEY_ID_2' } }),
        'for another merchant': post(fake.report(order, { told: { mchid: '1' } })),
        'for another app': post(fake.report(order, { told: { appid: 'wx1' } })),
        'not paid': post(fake.report(order, { told: { trade_state: 'NOTPAY' } })),
        nothing: post({ body: '{}', headers: { 'content-type': 'application/json' } }),
      };
    },
    wrongAmount: (order) => post(fake.report(order, { told: { amount: { total: fen(order.amount) + 100, currency: 'CNY' } } })),
    canRefund: true,
  };
}

async function stripe(): Promise<Service> {
  const fake = await startFakeStripe(() => clock.nowMs());
  const paid = (order: Order, own = {}): object => ({
    type: 'checkout.session.completed',
    data: { object: fake.session(order.id, { payment_status: 'paid', amount_total: fen(order.amount), ...own }) },
  });
  const nowSeconds = (): number => Math.floor(clock.nowMs() / 1000);
  return {
    fake,
    settings: {},
    secrets: { secret_key: stripeSecrets.secretKey, webhook_secret: stripeSecrets.webhookSecret },
    step: /"kind":"redirect","url":"https:\/\/checkout\.test\/ord_/,
    report: (order) => post(fake.report({ ...paid(order), type: 'checkout.session.async_payment_succeeded' })),
    forged: (order) => {
      const good = fake.report(paid(order));
      return {
        'signed with another secret': post(fake.report(paid(order), { secret: 'whsec_else' })),
        'signed with no secret': post(fake.report(paid(order), { secret: '' })),
        'six minutes old': post(fake.report(paid(order), { atSeconds: nowSeconds() - 360 })),
        'with another body': post({ ...good, body: good.body.replace('"cny"', '"usd"') }),
        'not paid yet': post(fake.report(paid(order, { payment_status: 'unpaid' }))),
        'without a signature': post({ body: good.body, headers: { 'content-type': 'application/json' } }),
      };
    },
    wrongAmount: (order) => post(fake.report(paid(order, { amount_total: fen(order.amount), currency: 'jpy' }))),
    canRefund: true,
  };
}

async function epay(): Promise<Service> {
  const fake = await startFakeEpay();
  const get = (query: string): Report => [{ method: 'GET' }, query];
  return {
    fake,
    settings: { pid: epayIds.pid },
    secrets: { key: epayIds.key },
    step: /"kind":"redirect","url":"http:\/\/127\.0\.0\.1:\d+\/submit\.php\?pid=1001/,
    report: (order) => {
      fake.orders.set(order.id, { ...order, notifyUrl: '', returnUrl: '', paid: true, closed: false, refunds: new Map() });
      return get(fake.report(order));
    },
    forged: (order) => ({
      'right, but the service knows of no payment': get(fake.report(order)),
      'with another amount put in': get(fake.report(order).replace(/money=[\d.]+/, 'money=99999.00')),
      'for another pid': get(fake.report(order, { pid: '1' })),
      nothing: get(''),
    }),
    wrongAmount: null,
    canRefund: false,
  };
}

const makers = { alipay, wechat, stripe, epay } as const;

for (const [key, make] of Object.entries(makers)) {
  const name = key as PaymentMethodName;
  let service: Service;
  onBothEngines(
    name,
    async () => {
      service = await make();
      return { clock, env: { TOLLGATE_PAYMENT_URLS: `${name}=${service.fake.url}` } };
    },
    (bench) => {
      after(() => service.fake.close());
      tests(name, () => service, bench);
    },
  );
}

function tests(name: PaymentMethodName, service: () => Service, bench: () => PaymentBench): void {
  const send = ([init, query]: Report): Promise<{ readonly status: number }> => bench().callback(name, init, query);
  const stateOf = async (id: string): Promise<string> => String((await bench().must('GET', `/orders/${id}`)).state);
  const open = async (amount = '12.30'): Promise<Order> => {
    const { id } = await bench().order(amount, name);
    return { id: String(id), amount };
  };
  const nano = async (): Promise<number> => Math.round(Number(await bench().credits()) * 100);

  it('takes an order, and shows what is to be done', async () => {
    await bench().setUp(name, service().settings, service().secrets);
    const made = await bench().order('12.30', name);
    assert.match(JSON.stringify(made.step), service().step);
  });

  it('is tested with 0.01 that is paid, credits nobody and is refunded, if the service can refund', async () => {
    const { admin } = bench();
    const { id } = await admin('POST', `/payment-methods/${name}/try`);
    const earlier = await nano();
    assert.equal((await send(service().report({ id, amount: '0.01' }))).status, 200);
    const order = await admin('GET', `/orders/${String(id)}`);
    assert.deepEqual([order.state, order.account_id, await nano()], ['paid', null, earlier]);
    const known = service().fake.orders.get(String(id));
    if (known !== undefined) known.paid = true;
    const states = await atOnce(5, async () => (await admin('POST', `/orders/${String(id)}/return-trial`)).state);
    const expected = !service().canRefund ? 'failed' : name === 'wechat' ? 'pending' : 'done';
    assert.deepEqual([...new Set(states)], [expected]);
    assert.equal(known?.refunds.size, service().canRefund ? 1 : 0);
  });

  it('its secrets are never shown again', async () => {
    const { data } = await bench().admin('GET', '/payment-methods');
    const text = JSON.stringify(data);
    for (const secret of Object.values(service().secrets)) assert.ok(!text.includes(secret.trim().slice(-60).trim()), name);
    assert.ok(
      data.find((method: { name: string }) => method.name === name).fields.some((field: { is_set: boolean }) => field.is_set),
    );
  });

  it('a setting with choices lists them, and accepts nothing else', async () => {
    const { data } = await bench().admin('GET', '/payment-methods');
    const { settings, fields } = data.find((method: { name: string }) => method.name === name);
    for (const field of fields as { name: string; choices: readonly string[] | null }[])
      for (const [value, status] of field.choices === null
        ? []
        : [...field.choices.map((choice) => [choice, 200]), ['other', 400]]) {
        const change = { enabled: true, settings: { ...settings, [field.name]: value } };
        const answer = await bench().fixture.admin('PUT', `/payment-methods/${name}`, change);
        assert.equal(answer.status, status, `${field.name} ${String(value)}`);
        if (status === 400) assert.equal(answer.body.error.param, `settings.${field.name}`);
      }
    await bench().admin('PUT', `/payment-methods/${name}`, { enabled: true, settings });
  });

  it('a report that is forged, too old, unpaid or for others has no effect', async () => {
    const order = await open();
    const earlier = await nano();
    for (const [what, report] of Object.entries(service().forged(order))) {
      await send(report);
      assert.deepEqual([await stateOf(order.id), await nano()], ['open', earlier], what);
    }
    bench().fixture.clock.advance(61_000);
    const isRaised = async (): Promise<boolean> => {
      clock.advance(10_000);
      const { data } = await bench().admin('GET', '/alarms');
      return (data as { kind: string }[]).some(
        (one) => one.kind === 'payment_report_refused' && JSON.stringify(one).includes(name),
      );
    };
    await bench().fixture.waitFor(isRaised);
  });

  it('50 reports of one payment at once, and one a day later, are credited once and all taken', async () => {
    const order = await open();
    const earlier = await nano();
    const all = await atOnce(50, () => send(service().report(order)));
    assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
    assert.deepEqual([await stateOf(order.id), await nano()], ['paid', earlier + 1230]);
    bench().fixture.clock.advance(24 * 3_600_000);
    assert.equal((await send(service().report(order))).status, 200);
    assert.equal(await nano(), earlier + 1230);
    await bench().audited();
  });

  it('of a missing order is refused, so that it is sent again', async () => {
    const order = { id: 'ord_of_nobody', amount: '1.00' };
    const report = service().report(order);
    const all = [...(await atOnce(35, () => send(report))), ...(await atOnce(35, () => send(report)))];
    // The service itself has sent them, so its reports are still accepted.
    assert.ok(all.every(({ status }) => status >= 400 && status !== 429));
  });

  it('about what the merchant sells elsewhere is taken, and comes to nothing', async () => {
    if (name !== 'stripe') return;
    assert.equal((await send(service().report({ id: 'another-shop-17', amount: '1.00' }))).status, 200);
  });

  it('another amount or currency credits nothing and waits for an operator', async () => {
    const { wrongAmount } = service();
    if (wrongAmount === null) return;
    const order = await open('5.00');
    const earlier = await nano();
    assert.equal((await send(wrongAmount(order))).status, 200);
    assert.deepEqual([await stateOf(order.id), await nano()], ['mismatch', earlier]);
    const { data } = await bench().admin('GET', '/payments/undecided');
    assert.ok(data.some((payment: { order_id: string }) => payment.order_id === order.id));
  });

  it('a payment that nobody reports is found by asking, once; a service that is away is asked again', async () => {
    const order = await open('3.00');
    service().report(order);
    const known = service().fake.orders.get(order.id);
    assert.ok(known !== undefined);
    known.paid = true;
    const { control } = bench().fixture.service;
    const earlier = await nano();
    service().fake.isDown = true;
    await assert.rejects(queryOrder(control, { id: order.id, isLast: true }));
    service().fake.isDown = false;
    assert.equal(await stateOf(order.id), 'open');
    await atOnce(10, () => queryOrder(control, { id: order.id, isLast: true }));
    assert.deepEqual([await stateOf(order.id), await nano()], ['paid', earlier + 300]);
  });

  it('an order that ends unpaid is closed, and a late payment is credited all the same', async () => {
    const order = await open('4.00');
    const { control } = bench().fixture.service;
    assert.equal(await queryOrder(control, { id: order.id, isLast: false }), 'open');
    assert.equal(await queryOrder(control, { id: order.id, isLast: true }), 'closed');
    const earlier = await nano();
    assert.equal((await send(service().report(order))).status, 200);
    assert.deepEqual([await stateOf(order.id), await nano()], ['paid', earlier + 400]);
    await bench().audited();
  });

  it('a crash between the payment and its answer leaves it credited once', async () => {
    const order = await open('6.00');
    const earlier = await nano();
    const { orders } = bench().fixture.service.control.stores;
    const receive = orders.receive.bind(orders);
    // The transaction is committed, but the process does not receive the result.
    orders.receive = async (...given) => {
      await receive(...given);
      throw new Error('died');
    };
    assert.equal((await send(service().report(order))).status, 500);
    orders.receive = () => Promise.reject(new Error('died before'));
    const other = await open('7.00');
    assert.equal((await send(service().report(other))).status, 500);
    orders.receive = receive;
    for (const one of [order, other]) assert.equal((await send(service().report(one))).status, 200);
    assert.deepEqual([await stateOf(order.id), await stateOf(other.id)], ['paid', 'paid']);
    assert.equal(await nano(), earlier + 1300);
    await bench().audited();
  });

  it('a report of more than 64 kB is refused, and so is a sender of many that is not the service', async () => {
    assert.equal((await send([{ method: 'POST', body: 'x'.repeat(65 * 1024) }])).status, 413);
    const junk = () => send([{ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }]);
    await atOnce(60, junk);
    assert.equal((await junk()).status, 429);
    bench().fixture.clock.advance(61_000);
  });
}
