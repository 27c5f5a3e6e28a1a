import type { RoutePaths } from '../route.ts';

export const paymentsPaths = {
  readAutoTopUp: { method: 'GET', path: '/api/console/accounts/:accountId/auto-top-up', who: 'money.read' },
  changeAutoTopUp: { method: 'PATCH', path: '/api/console/accounts/:accountId/auto-top-up', who: 'money.write' },
  beginCardSaving: { method: 'POST', path: '/api/console/accounts/:accountId/auto-top-up/card', who: 'money.write' },
  checkCardSaving: { method: 'POST', path: '/api/console/accounts/:accountId/auto-top-up/card/check', who: 'money.write' },
  removeSavedCard: { method: 'DELETE', path: '/api/console/accounts/:accountId/auto-top-up/card', who: 'money.write' },
  readTopUp: { method: 'GET', path: '/api/console/accounts/:accountId/top-up', who: 'money.read' },
  createOrder: { method: 'POST', path: '/api/console/accounts/:accountId/orders', who: 'money.write' },
  listOrders: { method: 'GET', path: '/api/console/accounts/:accountId/orders', who: 'money.read' },
  readOrder: { method: 'GET', path: '/api/console/accounts/:accountId/orders/:orderId', who: 'money.read' },
  checkOrder: { method: 'POST', path: '/api/console/accounts/:accountId/orders/:orderId/prepare', who: 'money.write' },
  readPayoutOffer: { method: 'GET', path: '/api/console/accounts/:accountId/payout-offer', who: 'money.read' },
  requestPayout: { method: 'POST', path: '/api/console/accounts/:accountId/payouts', who: 'payouts.write' },
  listPayouts: { method: 'GET', path: '/api/console/accounts/:accountId/payouts', who: 'money.read' },
  readPayout: { method: 'GET', path: '/api/console/accounts/:accountId/payouts/:payoutId', who: 'money.read' },
  withdrawPayout: { method: 'POST', path: '/api/console/accounts/:accountId/payouts/:payoutId/withdraw', who: 'payouts.write' },
  listRedemptions: { method: 'GET', path: '/api/console/accounts/:accountId/redemptions', who: 'money.read' },
  redeemCode: { method: 'POST', path: '/api/console/accounts/:accountId/redemptions', who: 'money.write' },
} as const satisfies RoutePaths;
