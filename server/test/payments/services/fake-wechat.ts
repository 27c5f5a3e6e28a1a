import { createCipheriv, type KeyObject } from 'node:crypto';
import {
  fen,
  newKeys,
  rsaSign,
  serve,
  type FakeFaults,
  type FakeService,
  type KeyPair,
  type ServiceOrder,
} from './fake-service.ts';

export const wechatIds = {
  mchid: '1900000001',
  appid: 'wx0000000000000001',
  keyId: 'PUB_KEY_ID_0000000001',
  apiKey: 'WechatApiV3KeyOfTheseTests012345',
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
