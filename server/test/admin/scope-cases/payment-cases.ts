import { ApiError } from '@tollgate/contract/errors';
import {
  confirmTransfer,
  decidePayment,
  listUndecided,
  verifiedPayer,
  waitingConfirmation,
  withdrawConfirmation,
} from '../../../src/subjects/payments/orders/bank-transfers.ts';
import { patchAutoTopUp, readAutoTopUp, removeCard } from '../../../src/subjects/payments/cards/auto-top-ups.ts';
import { beginSaving, collectSavedCards } from '../../../src/subjects/payments/cards/saved-cards.ts';
import { accountNames } from '../../../src/subjects/tenants/accounts/account-names.ts';
import {
  createCodeBatch,
  listCodeBatches,
  listRedemptions,
  redeemCode,
  withdrawCodeBatch,
} from '../../../src/subjects/payments/codes/codes.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import type { OnceMark } from '../../../src/control/once-ports.ts';
import { createOrder, findOrder, listOrders, prepareOrder } from '../../../src/subjects/payments/orders/orders.ts';
import { listPaymentMethods, offeredMethods, putPaymentMethod } from '../../../src/subjects/payments/payment-methods.ts';
import { operator } from '../../../src/control/principal.ts';
import { returnTrial, tryPayment } from '../../../src/subjects/payments/try-payment.ts';
import { findAccount } from '../../../src/control/within-scope.ts';
import type { ScopeCases } from './scope-case.ts';

const everything = operator('test');
const other = operator('another');
const bank = { enabled: true, settings: { payee: 'P', account: 'A', bank: 'B' } };
const request = { amount: '1', method: 'bank' as const };
const batch = { name: 'Batch', amount: '1', count: 1, sold: false };
const seen = (reference: string, amount = '1') => ({ bank_reference: reference, amount, payer: 'somebody' });

function markOf({ ids, clock }: ControlContext, accountId: string): OnceMark {
  return { accountId, key: ids.uuid(), contentHash: Buffer.from('x'), answer: { status: 201, body: '{}' }, atMs: clock.nowMs() };
}

/** Bank transfers cannot be tested and save no cards; this refusal shows that access was granted. */
function refusedAsUseless(error: unknown): string {
  if (error instanceof ApiError && error.code === 'conflict') return 'conflict';
  throw error;
}

export const paymentCases: ScopeCases = {
  createOrder: {
    may: 'whole',
    ask: (control, principal, { account }) =>
      createOrder(control, principal, { accountId: account, request }, () => markOf(control, account)),
  },
  prepareOrder: {
    may: 'account',
    ask: async (control, principal, ids) => {
      const order = await control.stores.orders.find(ids.order);
      if (order === null) return findAccount(control, principal, ids.account);
      return prepareOrder(control, principal, order, null);
    },
  },
  findOrder: {
    may: 'whole',
    ask: (control, principal, { account, order }) => findOrder(control, principal, { accountId: account, id: order }),
  },
  listOrders: { may: 'whole', ask: (control, principal, { account }) => listOrders(control, principal, { accountId: account }) },
  offeredMethods: { may: 'whole', ask: (control, principal, { account }) => offeredMethods(control, principal, account) },
  listRedemptions: { may: 'whole', ask: (control, principal, { account }) => listRedemptions(control, principal, account) },
  redeemCode: {
    may: 'whole',
    ask: async (control, principal, ids) => {
      await listRedemptions(control, principal, ids.account);
      const { codes } = await createCodeBatch(control, everything, batch);
      return redeemCode(control, principal, { accountId: ids.account, typed: codes[0] ?? '' }, () =>
        markOf(control, ids.account),
      );
    },
  },
  readAutoTopUp: { may: 'whole', ask: (control, principal, { account }) => readAutoTopUp(control, principal, account) },
  patchAutoTopUp: {
    may: 'whole',
    ask: (control, principal, { account }) => patchAutoTopUp(control, principal, account, { threshold: '5' }),
  },
  removeCard: { may: 'whole', ask: (control, principal, { account }) => removeCard(control, principal, account) },
  beginSaving: {
    may: 'whole',
    ask: (control, principal, { account }) => beginSaving(control, principal, account).catch(refusedAsUseless),
  },
  collectSavedCards: { may: 'whole', ask: (control, principal, { account }) => collectSavedCards(control, principal, account) },
  listPaymentMethods: { may: 'operator', ask: (control, principal) => listPaymentMethods(control, principal) },
  putPaymentMethod: { may: 'operator', ask: (control, principal) => putPaymentMethod(control, principal, 'bank', bank) },
  tryPayment: {
    may: 'operator',
    ask: (control, principal) => tryPayment(control, principal, 'bank').catch(refusedAsUseless),
  },
  returnTrial: {
    may: 'operator',
    ask: (control, principal, { order }) => returnTrial(control, principal, order).catch(refusedAsUseless),
  },
  accountNames: { may: 'operator', ask: (control, principal, { account }) => accountNames(control, principal, [account]) },
  createCodeBatch: { may: 'operator', ask: (control, principal) => createCodeBatch(control, principal, batch) },
  listCodeBatches: { may: 'operator', ask: (control, principal) => listCodeBatches(control, principal) },
  withdrawCodeBatch: {
    may: 'operator',
    prepare: (control) => createCodeBatch(control, everything, batch),
    ask: async (control, principal) => {
      const [newest] = await control.stores.codes.batches({ limit: 1, after: null });
      return withdrawCodeBatch(control, principal, newest?.id ?? 'none');
    },
  },
  verifiedPayer: {
    may: 'operator',
    ask: async (control, principal, { account }) => (await verifiedPayer(control, principal, account)) ?? 'nobody',
  },
  waitingConfirmation: {
    may: 'operator',
    ask: async (control, principal, { order }) => (await waitingConfirmation(control, principal, order)) ?? 'none',
  },
  confirmTransfer: {
    may: 'operator',
    ask: (control, principal, { account, order }) => confirmTransfer(control, principal, order, seen(account)),
  },
  withdrawConfirmation: {
    may: 'operator',
    prepare: (control, { account, order }) => confirmTransfer(control, other, order, seen(account, '60000')),
    ask: (control, principal, { order }) => withdrawConfirmation(control, principal, order),
  },
  listUndecided: { may: 'operator', ask: (control, principal) => listUndecided(control, principal) },
  decidePayment: {
    may: 'operator',
    prepare: (control, { account, order }) => confirmTransfer(control, other, order, seen(account, '2')),
    ask: (control, principal, { account }) =>
      decidePayment(control, principal, { method: 'bank', externalId: account }, 'returned'),
  },
};
