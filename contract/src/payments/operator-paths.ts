import { moneyOperators } from '../people/rights.ts';
import type { RoutePaths } from '../route.ts';

export const operatorPaymentsPaths = {
  listCodeBatches: { method: 'GET', path: '/api/admin/code-batches' },
  createCodeBatch: { method: 'POST', path: '/api/admin/code-batches', operators: moneyOperators },
  withdrawCodeBatch: { method: 'DELETE', path: '/api/admin/code-batches/:id', operators: moneyOperators },
  listOrders: { method: 'GET', path: '/api/admin/orders' },
  readOrder: { method: 'GET', path: '/api/admin/orders/:id' },
  listUndecidedPayments: { method: 'GET', path: '/api/admin/payments/undecided' },
  confirmTransfer: { method: 'POST', path: '/api/admin/orders/:id/confirm', operators: moneyOperators },
  withdrawConfirmation: { method: 'DELETE', path: '/api/admin/orders/:id/confirm', operators: moneyOperators },
  decidePayment: { method: 'POST', path: '/api/admin/payments/decide', operators: moneyOperators },
  listPaymentMethods: { method: 'GET', path: '/api/admin/payment-methods' },
  putPaymentMethod: { method: 'PUT', path: '/api/admin/payment-methods/:name' },
  tryPaymentMethod: { method: 'POST', path: '/api/admin/payment-methods/:name/try', operators: moneyOperators },
  returnTrialPayment: { method: 'POST', path: '/api/admin/orders/:id/return-trial', operators: moneyOperators },
  listPayouts: { method: 'GET', path: '/api/admin/payouts' },
  readPayout: { method: 'GET', path: '/api/admin/payouts/:id' },
  approvePayout: { method: 'POST', path: '/api/admin/payouts/:id/approve', operators: moneyOperators },
  rejectPayout: { method: 'POST', path: '/api/admin/payouts/:id/reject', operators: moneyOperators },
  refundPayment: { method: 'POST', path: '/api/admin/orders/:id/refund', operators: moneyOperators },
  sendPart: { method: 'POST', path: '/api/admin/payouts/:id/parts/:partId/send', operators: moneyOperators },
  confirmPart: { method: 'POST', path: '/api/admin/payouts/:id/parts/:partId/confirm', operators: moneyOperators },
  retryPart: { method: 'POST', path: '/api/admin/payouts/:id/parts/:partId/retry', operators: moneyOperators },
  payPartByBank: {
    method: 'POST',
    path: '/api/admin/payouts/:id/parts/:partId/by-bank',
    operators: moneyOperators,
  },
  creditPart: { method: 'POST', path: '/api/admin/payouts/:id/parts/:partId/give-back', operators: moneyOperators },
} as const satisfies RoutePaths;
