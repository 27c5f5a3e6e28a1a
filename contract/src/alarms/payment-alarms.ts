import { alarmKind } from './alarm-kind.ts';

/** About money that comes in and goes back. */
export const paymentAlarms = {
  payment_mismatch: alarmKind({
    params: ['method', 'order', 'fault'],
    words: {
      zh: {
        title: '收款和订单对不上',
        line: ({ method, order, fault }) => `${method}，订单 ${order}：${fault}`,
        remedy: '在运营后台的充值页核对这笔收款，再确认或退款。钱没有入账。',
      },
      en: {
        title: 'A payment does not match its order',
        line: ({ method, order, fault }) => `${method}, order ${order}: ${fault}`,
        remedy: 'Compare it on the page of top-ups, then confirm it or refund it. Nothing was credited.',
      },
    },
  }),
} as const;
