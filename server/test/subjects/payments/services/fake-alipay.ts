import { createVerify } from 'node:crypto';
import {
  newKeys,
  rsaSign,
  serve,
  type Answered,
  type FakeFaults,
  type FakeService,
  type KeyPair,
  type ServiceOrder,
} from './fake-service.ts';

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

/** Implements the protocol of Alipay's gateway, with a payment page. */
export async function startFakeAlipay(): Promise<FakeAlipay> {
  const keys = newKeys();
  const merchant = newKeys();
  const orders = new Map<string, ServiceOrder>();
  const fake: FakeFaults = { isDown: false, refunds: 'given', refundAnswer: null };
  const signed = (name: string, content: object): Answered => {
    const text = JSON.stringify(content);
    return { body: `{"${name}_response":${text},"sign":"${rsaSign(text, keys.privateKey)}"}` };
  };
  const none = { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: 'none' };
  const ok = { code: '10000', msg: 'Success' };

  // oxlint-disable-next-line complexity -- the whole protocol of a service, in one place
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
      const { refundAnswer: instead } = fake;
      if (instead?.isGiven !== false) order.refunds.set(content.out_request_no ?? '', content.refund_amount ?? '');
      if (instead !== null) return JSON.parse(instead.body) as object;
      if (fake.refunds === 'lost') return { code: '20000', sub_code: 'aop.unknow-error' };
      return { ...ok, out_trade_no: id, trade_no: `T${id}`, fund_change: 'Y' };
    }
    if (method === 'alipay.trade.fastpay.refund.query') {
      const amount = order.refunds.get(content.out_request_no ?? '');
      const about = { ...ok, out_trade_no: id, trade_no: `T${id}`, out_request_no: content.out_request_no };
      return amount === undefined ? about : { ...about, refund_status: 'REFUND_SUCCESS', refund_amount: amount };
    }
    const status = order.paid ? 'TRADE_SUCCESS' : order.closed ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY';
    return { ...ok, out_trade_no: id, trade_no: `T${id}`, total_amount: order.amount, trade_status: status };
  }

  /** Requests are signed over everything except the signature, sorted by name. */
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
      app_id: alipayIds.appId,
      seller_id: alipayIds.sellerId,
      out_trade_no: order.id,
      trade_no: `T${order.id}`,
      total_amount: order.amount,
      trade_status: 'TRADE_SUCCESS',
      subject: '充值 100% 到账',
      charset: 'utf-8',
      notify_id: 'n1',
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
        method: 'POST',
        body: report(order),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
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
