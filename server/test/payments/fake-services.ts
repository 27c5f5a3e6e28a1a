import {
  createCipheriv,
  createHmac,
  createSign,
  createVerify,
  generateKeyPairSync,
  hash,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a payment service knows of an order. */
export interface ServiceOrder {
  readonly id: string;
  readonly amount: string;
  readonly notifyUrl: string;
  readonly returnUrl: string;
  paid: boolean;
  closed: boolean;
  readonly refunds: Map<string, string>;
}

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const newKeys = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 });
export const pem = (key: KeyObject): string => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' });
const rsaSign = (text: string, key: KeyObject, algorithm = 'RSA-SHA256'): string =>
  createSign(algorithm).update(text, 'utf8').sign(key, 'base64');

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** `total` in fen. */
export const fen = (amount: string): number => Math.round(Number(amount) * 100);

export interface FakeService {
  readonly url: string;
  readonly orders: Map<string, ServiceOrder>;
  /** Answers every question with 500 while it is so. */
  isDown: boolean;
  /** Refuses to give back; or gives back, and its answer is lost. */
  refunds: 'given' | 'refused' | 'lost';
  close(): Promise<void>;
}

type FakeFaults = Pick<FakeService, 'isDown' | 'refunds'>;

interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

async function serve(
  handle: (request: IncomingMessage, body: string) => Answered,
): Promise<{ server: Server; url: string; end: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { status = 200, headers = {}, body: text } = handle(request, body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const end = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => {
        resolve();
      });
    });
  return { server, url, end };
}

export const alipayIds = { appId: '2021000000000001', sellerId: '2088000000000001' };

export interface FakeAlipay extends FakeService {
  readonly keys: KeyPair;
  readonly merchant: KeyPair;
  /** The report of a payment, as a form. */
  report(
    order: { readonly id: string; readonly amount: string },
    own?: Readonly<Record<string, string>>,
    sign?: 'RSA-SHA256' | 'RSA-SHA1',
  ): string;
}

/** Speaks the protocol of Alipay's gateway and shows a page on which one pays. */
export async function startFakeAlipay(): Promise<FakeAlipay> {
  const keys = newKeys();
  const merchant = newKeys();
  const orders = new Map<string, ServiceOrder>();
  const fake: FakeFaults = { isDown: false, refunds: 'given' };
  const signed = (name: string, content: object): Answered => {
    const text = JSON.stringify(content);
    return { body: `{"${name}_response":${text},"sign":"${rsaSign(text, keys.privateKey)}"}` };
  };
  const none = { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: 'none' };
  const ok = { code: '10000', msg: 'Success' };

  // eslint-disable-next-line complexity -- the whole protocol of a service, told in one place
  function answer(method: string, content: Record<string, string>, fields: URLSearchParams): object {
    const id = content.out_trade_no ?? '';
    const order = orders.get(id);
    if (method === 'alipay.trade.precreate' || method === 'alipay.trade.page.pay') {
      const made = {
        id,
        amount: content.total_amount ?? '',
        notifyUrl: fields.get('notify_url') ?? '',
        returnUrl: fields.get('return_url') ?? '',
      };
      if (order === undefined) orders.set(id, { ...made, paid: false, closed: false, refunds: new Map() });
      return { ...ok, out_trade_no: id, qr_code: `https://qr.test/${id}` };
    }
    if (order === undefined) return none;
    if (method === 'alipay.trade.close') {
      if (order.paid) return { ...none, sub_code: 'ACQ.TRADE_STATUS_ERROR' };
      order.closed = true;
      return { ...ok, out_trade_no: id };
    }
    if (method === 'alipay.trade.refund') {
      if (fake.refunds === 'refused') return { ...none, sub_code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' };
      order.refunds.set(content.out_request_no ?? '', content.refund_amount ?? '');
      if (fake.refunds === 'lost') return { code: '20000', sub_code: 'aop.unknow-error' };
      return { ...ok, out_trade_no: id, trade_no: `T${id}`, fund_change: 'Y' };
    }
    if (method === 'alipay.trade.fastpay.refund.query') {
      const known = order.refunds.has(content.out_request_no ?? '');
      return { ...ok, out_trade_no: id, trade_no: `T${id}`, ...(known ? { refund_status: 'REFUND_SUCCESS' } : {}) };
    }
    const status = order.paid ? 'TRADE_SUCCESS' : order.closed ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY';
    return { ...ok, out_trade_no: id, trade_no: `T${id}`, total_amount: order.amount, trade_status: status };
  }

  /** Requests are signed over everything but the signature, in order of the names. */
  function isOfMerchant(fields: URLSearchParams): boolean {
    const named = Object.fromEntries(fields);
    const text = Object.keys(named)
      .filter((name) => name !== 'sign')
      .toSorted()
      .map((name) => `${name}=${named[name] ?? ''}`)
      .join('&');
    return createVerify('RSA-SHA256')
      .update(text)
      .verify(merchant.publicKey, named.sign ?? '', 'base64');
  }

  const report: FakeAlipay['report'] = (order, own = {}, algorithm = 'RSA-SHA256') => {
    const fields: Record<string, string> = {
      ...{ app_id: alipayIds.appId, seller_id: alipayIds.sellerId, out_trade_no: order.id, trade_no: `T${order.id}` },
      ...{
        total_amount: order.amount,
        trade_status: 'TRADE_SUCCESS',
        subject: '充值 100% 到账',
        charset: 'utf-8',
        notify_id: 'n1',
      },
      ...own,
    };
    const text = Object.entries(fields)
      .filter(([, value]) => value !== '')
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const signType = algorithm === 'RSA-SHA1' ? 'RSA' : 'RSA2';
    return new URLSearchParams({ ...fields, sign_type: signType, sign: rsaSign(text, keys.privateKey, algorithm) }).toString();
  };

  const { url, end } = await serve((request, body) => {
    if (fake.isDown) return { status: 500, body: 'down' };
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
    if (pathname === '/pay') {
      const order = orders.get(searchParams.get('id') ?? '');
      if (order === undefined) return { status: 404, body: 'none' };
      order.paid = true;
      void fetch(order.notifyUrl, {
        ...{ method: 'POST', body: report(order), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      });
      return {
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: `<p>付款成功</p><a href="${order.returnUrl}">返回商户</a>`,
      };
    }
    const fields = new URLSearchParams([...searchParams, ...new URLSearchParams(body)]);
    const method = fields.get('method') ?? '';
    if (!isOfMerchant(fields)) return { body: '{"error_response":{"code":"40002","sub_code":"isv.invalid-signature"}}' };
    const told = answer(method, JSON.parse(fields.get('biz_content') ?? '{}') as Record<string, string>, fields);
    if (method === 'alipay.trade.page.pay') {
      const { out_trade_no: id } = told as { out_trade_no: string };
      return {
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: `<h1>支付宝</h1><a id="pay" href="/pay?id=${id}">确认付款</a>`,
      };
    }
    return signed(method.replaceAll('.', '_'), told);
  });
  return Object.assign(fake, { url, orders, keys, merchant, report, close: end });
}

export const wechatIds = {
  mchid: '1900000001',
  appid: 'wx0000000000000001',
  keyId: 'PUB_KEY_ID_0000000001',
  apiKey: 'k'.repeat(32),
};

export interface FakeWechat extends FakeService {
  readonly keys: KeyPair;
  readonly merchant: KeyPair;
  /** A report with the headers that prove it. */
  report(
    order: { readonly id: string; readonly amount: string },
    own?: { readonly told?: object; readonly type?: string; readonly atSeconds?: number; readonly key?: KeyObject },
  ): { readonly body: string; readonly headers: Record<string, string> };
}

export async function startFakeWechat(nowMs: () => number): Promise<FakeWechat> {
  const keys = newKeys();
  const merchant = newKeys();
  const orders = new Map<string, ServiceOrder>();
  const fake: FakeFaults = { isDown: false, refunds: 'given' };
  const proof = (body: string, atSeconds: number, key = keys.privateKey): Record<string, string> => ({
    ...{ 'wechatpay-timestamp': String(atSeconds), 'wechatpay-nonce': 'nonce', 'wechatpay-serial': wechatIds.keyId },
    'wechatpay-signature': rsaSign(`${String(atSeconds)}\nnonce\n${body}\n`, key),
  });
  const told = (order: { readonly id: string; readonly amount: string }, state = 'SUCCESS'): object => ({
    ...{
      mchid: wechatIds.mchid,
      appid: wechatIds.appid,
      out_trade_no: order.id,
      transaction_id: `W${order.id}`,
      trade_state: state,
    },
    // Less, because of a coupon.
    amount: { total: fen(order.amount), payer_total: fen(order.amount) - 1, currency: 'CNY' },
  });
  const report: FakeWechat['report'] = (
    order,
    { told: own = {}, type = 'TRANSACTION.SUCCESS', atSeconds = Math.floor(nowMs() / 1000), key = keys.privateKey } = {},
  ) => {
    const nonce = 'n'.repeat(12);
    const cipher = createCipheriv('aes-256-gcm', wechatIds.apiKey, nonce).setAAD(Buffer.from('transaction'));
    const plain = JSON.stringify({ ...told(order), ...own });
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
    const body = JSON.stringify({
      ...{ id: 'e1', event_type: type, resource_type: 'encrypt-resource' },
      resource: { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: 'transaction' },
    });
    return { body, headers: { 'content-type': 'application/json', ...proof(body, atSeconds, key) } };
  };
  // eslint-disable-next-line complexity -- the whole protocol of a service, told in one place
  function answer(method: string, path: string, body: string): { status: number; body: object | null } {
    const content = (body === '' ? {} : JSON.parse(body)) as Record<string, never>;
    if (path.endsWith('/native')) {
      const {
        out_trade_no: id,
        notify_url: notifyUrl,
        amount,
      } = content as unknown as { out_trade_no: string; notify_url: string; amount: { total: number } };
      orders.set(id, {
        ...{ id, notifyUrl, returnUrl: '', amount: (amount.total / 100).toFixed(2), paid: false, closed: false },
        refunds: new Map(),
      });
      return { status: 200, body: { code_url: `weixin://wxpay/bizpayurl?pr=${id}` } };
    }
    if (path.startsWith('/v3/refund')) {
      const told = content as unknown as { transaction_id: string; out_refund_no: string; amount: { refund: number } };
      const name = told.out_refund_no;
      if (method === 'POST') {
        if (fake.refunds === 'refused') return { status: 403, body: { code: 'NOT_ENOUGH' } };
        orders.get(told.transaction_id.slice(1))?.refunds.set(name, (told.amount.refund / 100).toFixed(2));
        if (fake.refunds === 'lost') return { status: 500, body: { code: 'SYSTEM_ERROR' } };
        return { status: 200, body: { status: 'PROCESSING', refund_id: `R${name}` } };
      }
      const wanted = path.split('/').at(-1) ?? '';
      const known = [...orders.values()].some(({ refunds }) => refunds.has(wanted));
      return known
        ? { status: 200, body: { status: 'SUCCESS', refund_id: `R${wanted}` } }
        : { status: 404, body: { code: 'RESOURCE_NOT_EXISTS' } };
    }
    const [, id = '', isClose] = /out-trade-no\/(\w+)(\/close)?/.exec(path) ?? [];
    const order = orders.get(id);
    if (order === undefined) return { status: 404, body: { code: 'ORDER_NOT_EXIST' } };
    if (isClose !== undefined) {
      if (order.paid) return { status: 400, body: { code: 'ORDERPAID' } };
      order.closed = true;
      return { status: 204, body: null };
    }
    return { status: 200, body: told(order, order.paid ? 'SUCCESS' : order.closed ? 'CLOSED' : 'NOTPAY') };
  }
  const { url, end } = await serve((request, body) => {
    if (fake.isDown) return { status: 500, body: '{}' };
    const { status, body: content } = answer(request.method ?? '', new URL(request.url ?? '', 'http://fake').pathname, body);
    const text = content === null ? '' : JSON.stringify(content);
    // The library compares with the machine's clock.
    return { status, body: text, headers: proof(text, Math.floor(Date.now() / 1000)) };
  });
  return Object.assign(fake, { url, orders, keys, merchant, report, close: end });
}

export const stripeSecrets = { secretKey: 'sk_test_of_these_tests', webhookSecret: 'whsec_of_these_tests' };

export interface FakeStripe extends FakeService {
  report(
    event: object,
    own?: { readonly atSeconds?: number; readonly secret?: string },
  ): { readonly body: string; readonly headers: Record<string, string> };
  session(orderId: string, own?: object): object;
}

export async function startFakeStripe(nowMs: () => number): Promise<FakeStripe> {
  const orders = new Map<string, ServiceOrder>();
  const fake: FakeFaults = { isDown: false, refunds: 'given' };
  const session: FakeStripe['session'] = (orderId, own = {}) => {
    const order = orders.get(orderId);
    return {
      ...{
        id: `cs_${orderId}`,
        object: 'checkout.session',
        client_reference_id: orderId,
        url: `https://checkout.test/${orderId}`,
      },
      ...{ amount_total: fen(order?.amount ?? '0'), currency: 'cny', payment_intent: `pi_${orderId}` },
      ...{
        payment_status: order?.paid === true ? 'paid' : 'unpaid',
        status: order?.closed === true ? 'expired' : order?.paid === true ? 'complete' : 'open',
      },
      ...own,
    };
  };
  // eslint-disable-next-line complexity -- the whole protocol of a service, told in one place
  const { url, end } = await serve((request, body) => {
    if (fake.isDown) return { status: 500, body: '{"error":{"message":"down"}}' };
    const { pathname } = new URL(request.url ?? '', 'http://fake');
    const fields = new URLSearchParams(body);
    if (request.method === 'POST' && pathname === '/v1/checkout/sessions') {
      const id = fields.get('client_reference_id') ?? '';
      const amount = (Number(fields.get('line_items[0][price_data][unit_amount]')) / 100).toFixed(2);
      if (!orders.has(id))
        orders.set(id, {
          id,
          amount,
          notifyUrl: '',
          returnUrl: fields.get('success_url') ?? '',
          paid: false,
          closed: false,
          refunds: new Map(),
        });
      return { body: JSON.stringify(session(id)) };
    }
    const [, id = '', isExpire] = /sessions\/cs_(\w+?)(\/expire)?$/.exec(pathname) ?? [];
    const order = orders.get(id);
    if (order !== undefined && isExpire !== undefined) {
      if (order.paid) return { status: 400, body: '{"error":{"message":"complete"}}' };
      order.closed = true;
    }
    if (order !== undefined) return { body: JSON.stringify(session(id)) };
    if (pathname === '/v1/refunds') {
      const intent =
        fields.get('payment_intent') ?? new URL(request.url ?? '', 'http://fake').searchParams.get('payment_intent') ?? '';
      const paid = orders.get(intent.slice(3));
      const name = fields.get('metadata[refund]') ?? '';
      if (request.method === 'POST' && fake.refunds === 'refused')
        return { status: 400, body: '{"error":{"type":"invalid_request_error","code":"balance_insufficient","message":"no"}}' };
      if (request.method === 'POST') paid?.refunds.set(name, (Number(fields.get('amount')) / 100).toFixed(2));
      if (request.method === 'POST' && fake.refunds === 'lost') return { status: 500, body: '{"error":{"message":"lost"}}' };
      const all = [...(paid?.refunds.keys() ?? [])].map((name) => ({
        id: `re_${name}`,
        status: 'succeeded',
        metadata: { refund: name },
      }));
      const one = all.find(({ metadata }) => metadata.refund === name);
      return { body: JSON.stringify(request.method === 'POST' ? one : { object: 'list', data: all, has_more: false }) };
    }
    return { status: 404, body: '{"error":{"message":"none"}}' };
  });
  const report: FakeStripe['report'] = (
    event,
    { atSeconds = Math.floor(nowMs() / 1000), secret = stripeSecrets.webhookSecret } = {},
  ) => {
    const body = JSON.stringify({ id: `evt_${randomBytes(6).toString('hex')}`, object: 'event', ...event });
    const signature = createHmac('sha256', secret)
      .update(`${String(atSeconds)}.${body}`)
      .digest('hex');
    return {
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${String(atSeconds)},v1=${signature}` },
    };
  };
  return Object.assign(fake, { url, orders, report, session, close: end });
}

export const epayIds = { pid: '1001', key: 'epay-key-of-these-tests' };

export interface FakeEpay extends FakeService {
  report(order: { readonly id: string; readonly amount: string }, own?: Readonly<Record<string, string>>): string;
}

export async function startFakeEpay(): Promise<FakeEpay> {
  const orders = new Map<string, ServiceOrder>();
  const fake: FakeFaults = { isDown: false, refunds: 'given' };
  const { url, end } = await serve((request) => {
    if (fake.isDown) return { status: 500, body: 'down' };
    const order = orders.get(new URL(request.url ?? '', 'http://fake').searchParams.get('out_trade_no') ?? '');
    if (order === undefined) return { body: '{"code":-1,"msg":"none"}' };
    const told = {
      code: 1,
      pid: epayIds.pid,
      trade_no: `E${order.id}`,
      out_trade_no: order.id,
      money: order.amount,
      status: order.paid ? 1 : 0,
    };
    return { body: JSON.stringify(told) };
  });
  const report: FakeEpay['report'] = (order, own = {}) => {
    const fields: Record<string, string> = {
      ...{ pid: epayIds.pid, trade_no: `E${order.id}`, out_trade_no: order.id, type: 'alipay', name: 'x', money: order.amount },
      ...{ trade_status: 'TRADE_SUCCESS', ...own },
    };
    const text = Object.keys(fields)
      .toSorted()
      .map((name) => `${name}=${fields[name] ?? ''}`)
      .join('&');
    return `?${new URLSearchParams({ ...fields, sign: hash('md5', text + epayIds.key), sign_type: 'MD5' }).toString()}`;
  };
  return Object.assign(fake, { url, orders, report, close: end });
}
