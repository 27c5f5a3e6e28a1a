import { patchBilling, readBilling } from '../../../src/subjects/ledger/billing.ts';
import { addCredit } from '../../../src/subjects/ledger/credits.ts';
import { listLedger } from '../../../src/subjects/ledger/list-ledger.ts';
import { listOwnPrices } from '../../../src/subjects/catalogue/own-prices.ts';
import { paidMoney } from '../../../src/subjects/ledger/paid-money.ts';
import { listStatements, readStatement, writeStatement } from '../../../src/subjects/ledger/statements/statements.ts';
import { writeUsage } from '../../../src/subjects/calls/usage/usage-file.ts';
import type { ScopeCases } from './scope-case.ts';

const credit = { amount: '1', bucket: 'paid' as const, reason: 'test' };

export const moneyCases: ScopeCases = {
  writeUsage: {
    may: 'account',
    ask: async (control, principal, { account: accountId }) => {
      const form = { format: 'csv', encoding: 'utf-8', locale: 'zh' } as const;
      const file = await writeUsage(control, principal, { ...form, usage: { accountId, groups: ['model'] } });
      for await (const piece of file) return piece;
      return null;
    },
  },
  writeStatement: {
    may: 'whole',
    ask: async (control, principal, { account }) => {
      const form = { format: 'csv', encoding: 'utf-8', locale: 'zh' } as const;
      const file = await writeStatement(control, principal, { accountId: account, month: control.calendar.now().month, ...form });
      for await (const piece of file) return piece;
      return null;
    },
  },
  listOwnPrices: { may: 'account', ask: (control, principal, { account }) => listOwnPrices(control, principal, account) },
  readBilling: { may: 'whole', ask: (control, principal, { account }) => readBilling(control, principal, account) },
  patchBilling: {
    may: 'whole',
    ask: (control, principal, { account }) => patchBilling(control, principal, account, { monthly_budget: '5' }),
  },
  listStatements: { may: 'whole', ask: (control, principal, { account }) => listStatements(control, principal, account) },
  readStatement: {
    may: 'whole',
    ask: (control, principal, { account }) => readStatement(control, principal, account, control.calendar.now().month),
  },
  paidMoney: { may: 'account', ask: (control, principal, { account }) => paidMoney(control, principal, account) },
  listLedger: { may: 'whole', ask: (control, principal, { account }) => listLedger(control, principal, account) },
  addCredit: {
    may: 'operator',
    ask: (control, principal, ids) =>
      addCredit(control, principal, { accountId: ids.account, request: credit, idempotencyKey: null }),
  },
};
