import { addCredit } from '../../../src/subjects/ledger/credits.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { approvePayout, refundPayment } from '../../../src/subjects/payments/payouts/payout-approval.ts';
import { actOnPart } from '../../../src/subjects/payments/payouts/act-on-part.ts';
import { movePart } from '../../../src/subjects/payments/payouts/payout-parts.ts';
import {
  endPayout,
  findPayout,
  listPayouts,
  payoutWays,
  readPayoutOffer,
  readReturnable,
  refundWays,
  requestPayout,
} from '../../../src/subjects/payments/payouts/payouts.ts';
import { confirmTransfer } from '../../../src/subjects/payments/orders/bank-transfers.ts';
import { operator } from '../../../src/control/principal.ts';
import type { ScopeCase, ScopeCases, ScopeIds } from './scope-case.ts';

const everything = operator('test');
const payee = { name: 'P', account: 'A', bank: 'B' };

/** Creates a waiting request of the account. */
async function waiting(control: ControlContext, { account: accountId }: ScopeIds): Promise<string> {
  const earlier = await control.stores.payouts.waiting(accountId);
  if (earlier !== null) return earlier;
  const paid = { amount: '1', bucket: 'paid' as const, reason: 'test' };
  await addCredit(control, everything, { accountId, request: paid, idempotencyKey: null });
  const { payout } = await requestPayout(control, everything, { accountId, amount: '0.01', reason: null, payee }, null);
  return payout.id;
}

const prepare = (control: ControlContext, ids: ScopeIds) => waiting(control, ids);
const id = async (control: ControlContext, { account }: ScopeIds) => (await control.stores.payouts.waiting(account)) ?? 'none';

async function approved(control: ControlContext, ids: ScopeIds): Promise<unknown> {
  return approvePayout(control, everything, await waiting(control, ids), {});
}

/** Runs an action on the first part of the latest approved payout. */
function doneToPart(act: typeof movePart): ScopeCase['ask'] {
  return async (control, principal, { account: accountId }) => {
    const [newest] = await control.stores.payouts.list({ accountId, state: 'approved' }, { limit: 1, after: null });
    const record = await control.stores.payouts.find(newest?.payout.id ?? 'none');
    const which = { id: record?.payout.id ?? 'none', partId: record?.parts[0]?.id ?? 'none' };
    return act(control, principal, which, { kind: 'send', reference: control.ids.uuid() });
  };
}

export const payoutCases: ScopeCases = {
  readReturnable: { may: 'whole', ask: (control, principal, { account }) => readReturnable(control, principal, account) },
  readPayoutOffer: { may: 'whole', ask: (control, principal, { account }) => readPayoutOffer(control, principal, account) },
  payoutWays: { may: 'whole', ask: (control, principal, { account }) => payoutWays(control, principal, account, 1n) },
  refundWays: {
    may: 'whole',
    ask: async (control, principal, { account }) => {
      await readReturnable(control, principal, account);
      return refundWays(control, principal);
    },
  },
  requestPayout: {
    may: 'whole',
    prepare: async (control, ids) => {
      const which = { id: await waiting(control, ids), accountId: ids.account };
      await endPayout(control, everything, which, null);
    },
    ask: (control, principal, { account: accountId }) =>
      requestPayout(control, principal, { accountId, amount: '0.01', reason: null, payee }, null),
  },
  findPayout: {
    may: 'whole',
    prepare,
    ask: async (control, principal, ids) =>
      findPayout(control, principal, { id: await id(control, ids), accountId: ids.account }),
  },
  listPayouts: {
    may: 'whole',
    ask: (control, principal, { account }) => listPayouts(control, principal, { accountId: account }),
  },
  endPayout: {
    may: 'whole',
    prepare,
    ask: async (control, principal, ids) =>
      endPayout(control, principal, { id: await id(control, ids), accountId: ids.account }, null),
  },
  approvePayout: {
    may: 'operator',
    prepare,
    ask: async (control, principal, ids) => approvePayout(control, principal, await id(control, ids), {}),
  },
  movePart: { may: 'operator', prepare: approved, ask: doneToPart(movePart) },
  actOnPart: { may: 'operator', prepare: approved, ask: doneToPart(actOnPart) },
  refundPayment: {
    may: 'operator',
    prepare: (control, { account, order }) =>
      confirmTransfer(control, operator('another'), order, {
        bank_reference: `ref-${account}`,
        amount: '2',
        payer: 'somebody',
      }),
    ask: (control, principal, { account, order }) =>
      refundPayment(control, principal, order, { method: 'bank', external_id: `ref-${account}`, reason: 'wrong', payee }),
  },
};
