import { hash } from 'node:crypto';
import { serve, type FakeFaults, type FakeService, type ServiceOrder } from './fake-service.ts';

export const epayIds = { pid: '1001', key: 'epay-key-of-these-tests' };

export interface FakeEpay extends FakeService {
  report(order: { readonly id: string; readonly amount: string }, own?: Readonly<Record<string, string>>): string;
}

export async function startFakeEpay(): Promise<FakeEpay> {
  const orders = new Map<string, ServiceOrder>();
  const fake: FakeFaults = { isDown: false, refunds: 'given', refundAnswer: null };
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
      pid: epayIds.pid,
      trade_no: `E${order.id}`,
      out_trade_no: order.id,
      type: 'alipay',
      name: 'x',
      money: order.amount,
      trade_status: 'TRADE_SUCCESS',
      ...own,
    };
    const text = Object.keys(fields)
      .toSorted()
      .map((name) => `${name}=${fields[name] ?? ''}`)
      .join('&');
    return `?${new URLSearchParams({ ...fields, sign: hash('md5', text + epayIds.key), sign_type: 'MD5' }).toString()}`;
  };
  return Object.assign(fake, { url, orders, report, close: end });
}
