import type { IncomingMessage } from 'node:http';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin';
import { fen, newKeys, serve, type FakeFaults, type FakeService, type KeyPair, type ServiceOrder } from './fake-service.ts';

export const wechatIds = {
  mchid: '1900000001',
  appid: 'wx0000000000000001',
  keyId: 'PUB_KEY_ID_0000000001',
  apiKey: 'WechatApiV3KeyOfTheseTests012345',
};

interface Signer {
  readonly serial: string;
  readonly key: KeyObject;
}

/** A platform certificate and its key. */
export interface Certificate extends Signer {
  readonly pem: string;
}

/** Created by OpenSSL like that of the service; expires after this many days of the machine's clock. */
export function newCertificate(serial: string, days: number): Certificate {
  const wish = ['-subj', '/CN=Tenpay.com Root CA', '-set_serial', `0x${serial}`, '-days', String(days)];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', '-', ...wish];
  const text = execFileSync('openssl', made, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return { serial, key: createPrivateKey(text), pem: text.slice(text.indexOf('-----BEGIN CERTIFICATE')) };
}

export interface FakeWechat extends FakeService {
  readonly keys: KeyPair;
  readonly merchant: KeyPair;
  /** The current signing key; initially the public key. */
  signer: Signer;
  /** Certificates that the service publishes. */
  readonly certificates: Certificate[];
  /** Signing keys that requests asked for, newest last. */
  readonly wanted: (string | undefined)[];
  /** Replaces the usual responses of a path; `null` for the usual one. */
  instead: (
    path: string,
    method: string,
  ) => { readonly status: number; readonly text: string; readonly unsigned?: boolean } | null;
  /** A report with the headers that prove it. */
  report(
    order: { readonly id: string; readonly amount: string },
    own?: {
      readonly told?: object;
      readonly type?: string;
      readonly atSeconds?: number;
      readonly key?: KeyObject;
      readonly createdAtMs?: number;
    },
  ): { readonly body: string; readonly headers: Record<string, string> };
}

export async function startFakeWechat(nowMs: () => number): Promise<FakeWechat> {
  const keys = newKeys();
  const merchant = newKeys();
  const orders = new Map<string, ServiceOrder>();
  const own: FakeFaults & Pick<FakeWechat, 'signer' | 'certificates' | 'wanted' | 'instead'> = {
    isDown: false,
    refunds: 'given',
    refundAnswer: null,
    certificates: [],
    wanted: [],
    signer: { serial: wechatIds.keyId, key: keys.privateKey },
    instead: () => null,
  };
  const proof = (body: string, atSeconds: number, signer: Signer): Record<string, string> => ({
    'wechatpay-timestamp': String(atSeconds),
    'wechatpay-nonce': 'nonce',
    'wechatpay-serial': signer.serial,
    'wechatpay-signature': Rsa.sign(Formatter.response(String(atSeconds), 'nonce', body), signer.key),
  });
  const sealed = (plain: string, data: string) => {
    const nonce = 'n'.repeat(12);
    return {
      algorithm: 'AEAD_AES_256_GCM',
      nonce,
      associated_data: data,
      ciphertext: Aes.AesGcm.encrypt(plain, wechatIds.apiKey, nonce, data),
    };
  };
  const told = (order: { readonly id: string; readonly amount: string }, state = 'SUCCESS'): object => ({
    mchid: wechatIds.mchid,
    appid: wechatIds.appid,
    out_trade_no: order.id,
    transaction_id: `W${order.id}`,
    trade_state: state,
    // Lower because of a coupon.
    amount: { total: fen(order.amount), payer_total: fen(order.amount) - 1, currency: 'CNY' },
  });
  const report: FakeWechat['report'] = (
    order,
    { told: more = {}, type = 'TRANSACTION.SUCCESS', atSeconds = Math.floor(nowMs() / 1000), key, createdAtMs } = {},
  ) => {
    const plain = JSON.stringify({ ...told(order), ...more });
    const body = JSON.stringify({
      id: 'e1',
      create_time: new Date(createdAtMs ?? nowMs()).toISOString(),
      event_type: type,
      resource_type: 'encrypt-resource',
      resource: sealed(plain, 'transaction'),
    });
    const signer = key === undefined ? own.signer : { serial: own.signer.serial, key };
    return { body, headers: { 'content-type': 'application/json', ...proof(body, atSeconds, signer) } };
  };
  const refundOf = (name: string, transaction: string, status: string): object => {
    const order = orders.get(transaction.slice(1));
    const refund = fen(order?.refunds.get(name) ?? '0');
    return {
      refund_id: `R${name}`,
      out_refund_no: name,
      transaction_id: transaction,
      out_trade_no: order?.id,
      status,
      amount: { total: fen(order?.amount ?? '0'), refund, currency: 'CNY' },
    };
  };
  // oxlint-disable-next-line complexity -- the whole protocol of a service, in one place
  function answer(method: string, path: string, body: string): { status: number; body: object | string | null } {
    const content = (body === '' ? {} : JSON.parse(body)) as Record<string, never>;
    if (path === '/v3/certificates') {
      const data = own.certificates.map(({ serial, pem: text }) => ({
        serial_no: serial,
        encrypt_certificate: sealed(text, 'certificate'),
      }));
      return data.length === 0 ? { status: 404, body: { code: 'RESOURCE_NOT_EXISTS' } } : { status: 200, body: { data } };
    }
    if (path.endsWith('/native')) {
      const {
        out_trade_no: id,
        notify_url: notifyUrl,
        amount,
      } = content as unknown as { out_trade_no: string; notify_url: string; amount: { total: number } };
      orders.set(id, {
        id,
        notifyUrl,
        returnUrl: '',
        amount: (amount.total / 100).toFixed(2),
        paid: false,
        closed: false,
        refunds: new Map(),
      });
      return { status: 200, body: { code_url: `weixin://wxpay/bizpayurl?pr=${id}` } };
    }
    if (path.startsWith('/v3/refund')) {
      const told = content as unknown as { transaction_id: string; out_refund_no: string; amount: { refund: number } };
      const name = told.out_refund_no;
      if (method === 'POST') {
        if (own.refunds === 'refused') return { status: 403, body: { code: 'NOT_ENOUGH' } };
        const { refundAnswer: instead } = own;
        if (instead?.isGiven === false) return { status: instead.status ?? 200, body: instead.body };
        orders.get(told.transaction_id.slice(1))?.refunds.set(name, (told.amount.refund / 100).toFixed(2));
        if (instead !== null) return { status: instead.status ?? 200, body: instead.body };
        if (own.refunds === 'lost') return { status: 500, body: { code: 'SYSTEM_ERROR' } };
        return { status: 200, body: refundOf(name, told.transaction_id, 'PROCESSING') };
      }
      const wanted = path.split('/').at(-1) ?? '';
      const known = [...orders.values()].find(({ refunds }) => refunds.has(wanted));
      return known !== undefined
        ? { status: 200, body: refundOf(wanted, `W${known.id}`, 'SUCCESS') }
        : { status: 404, body: { code: 'RESOURCE_NOT_EXISTS' } };
    }
    const [, id = '', isClose] = /out-trade-no\/(\w+)(\/close)?/.exec(path) ?? [];
    const order = orders.get(id);
    if (order === undefined) return { status: 404, body: { code: isClose === undefined ? 'ORDER_NOT_EXIST' : 'ORDERNOTEXIST' } };
    if (isClose !== undefined) {
      if (order.paid) return { status: 400, body: { code: 'ORDERPAID' } };
      order.closed = true;
      return { status: 204, body: null };
    }
    return {
      status: 200,
      body: told(order, order.paid ? (order.refunds.size > 0 ? 'REFUND' : 'SUCCESS') : order.closed ? 'CLOSED' : 'NOTPAY'),
    };
  }
  /** Requests are signed by the merchant over destination, time and content. */
  function isOfMerchant({ method = '', url: path = '', headers }: IncomingMessage, body: string): boolean {
    const [scheme, listed = ''] = (headers.authorization ?? '').split(' ', 2);
    const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(listed)?.[1] ?? '';
    const text = Formatter.request(method, path, field('timestamp'), field('nonce_str'), body);
    const isRight = field('mchid') === wechatIds.mchid && field('serial_no') !== '' && scheme === 'WECHATPAY2-SHA256-RSA2048';
    return isRight && Rsa.verify(text, field('signature'), merchant.publicKey);
  }
  function usually({ method = '' }: IncomingMessage, pathname: string, body: string) {
    const { status, body: content } = answer(method, pathname, body);
    return {
      status,
      text: typeof content === 'string' ? content : content === null ? '' : JSON.stringify(content),
      unsigned: false,
    };
  }
  const { url, end } = await serve((request, body) => {
    if (own.isDown) return { status: 500, body: '{}' };
    if (!isOfMerchant(request, body)) return { status: 401, body: '{"code":"SIGN_ERROR"}' };
    own.wanted.push(request.headers['wechatpay-serial'] as string | undefined);
    const { pathname } = new URL(request.url ?? '', 'http://fake');
    const { status, text, unsigned = false } = own.instead(pathname, request.method ?? '') ?? usually(request, pathname, body);
    return unsigned
      ? { status, body: text }
      : { status, body: text, headers: proof(text, Math.floor(nowMs() / 1000), own.signer) };
  });
  return Object.assign(own, { url, orders, keys, merchant, report, close: end });
}
