import {
  askForAccountData,
  cancelAccountData,
  findAccountData,
  listAccountData,
  readAccountData,
} from '../../../src/subjects/account-life/account-data.ts';
import {
  actOnClosing,
  beginClosing,
  closer,
  listClosings,
  readClosing,
  remainderOf,
  undoClosing,
} from '../../../src/subjects/account-life/closing.ts';
import { closingsForOperators, closingWaitsFor } from '../../../src/subjects/account-life/closing-waits.ts';
import { stepClosings } from '../../../src/subjects/account-life/closing-steps.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { operator } from '../../../src/control/principal.ts';
import { HeardAlarms } from '../../heard-alarms.ts';
import type { ScopeCases, ScopeIds } from './scope-case.ts';

const asked = ({ account }: ScopeIds) => ({ accountId: account, personId: 'usr_x', locale: 'en' as const });

async function exportOf(control: ControlContext, { account }: ScopeIds) {
  const [record] = await control.accountData.store.list(account, { limit: 1, after: null });
  return { accountId: account, exportId: record?.id ?? 'none' };
}

/** Ends all open requests of the account. */
async function clear(control: ControlContext, { account }: ScopeIds): Promise<void> {
  for (const { id } of await control.accountData.store.list(account, { limit: 100, after: null }))
    await control.accountData.store.cancel(id);
}

async function ready(control: ControlContext, ids: ScopeIds): Promise<void> {
  await clear(control, ids);
  await askForAccountData(control, operator('test'), asked(ids));
}

/** Reopens the account. */
async function open(control: ControlContext, { account }: ScopeIds): Promise<void> {
  await undoClosing(control, closer, account);
  // Hides the requests that other cases need, so that they need not be ended.
  Object.assign(control.stores.closings, { invoicesUnderWay: () => Promise.resolve(0) });
}

async function closing(control: ControlContext, ids: ScopeIds): Promise<void> {
  await open(control, ids);
  await beginClosing(control, closer, { accountId: ids.account, name: null });
}

export const lifeCases: ScopeCases = {
  readClosing: { may: 'whole', ask: (control, principal, { account }) => readClosing(control, principal, account) },
  remainderOf: { may: 'whole', ask: (control, principal, { account }) => remainderOf(control, principal, account) },
  beginClosing: {
    may: 'operator',
    prepare: open,
    ask: (control, principal, { account }) => beginClosing(control, principal, { accountId: account, name: null }),
  },
  undoClosing: {
    may: 'whole',
    prepare: closing,
    ask: (control, principal, { account }) => undoClosing(control, principal, account),
  },
  actOnClosing: {
    may: 'operator',
    prepare: closing,
    ask: (control, principal, { account }) =>
      actOnClosing(control, principal, { accountId: account, act: 'take_back', reason: 'x' }),
  },
  closingWaitsFor: {
    may: 'operator',
    prepare: closing,
    ask: async (control, principal, { account }) =>
      closingWaitsFor(control, principal, await readClosing(control, closer, account)),
  },
  closingsForOperators: { may: 'operator', ask: (control, principal) => closingsForOperators(control, principal, 10) },
  listClosings: { may: 'operator', ask: (control, principal) => listClosings(control, principal, 'open') },
  stepClosings: {
    may: 'operator',
    prepare: open,
    ask: (control, principal) =>
      stepClosings(control, principal, {
        closings: control.stores.closings,
        alarms: new HeardAlarms(),
        consoleOrigin: () => 'https://x.test',
        people: { findPerson: () => Promise.resolve(null), forget: () => Promise.resolve() },
      }),
  },
  askForAccountData: {
    may: 'whole',
    prepare: clear,
    ask: (control, principal, ids) => askForAccountData(control, principal, asked(ids)),
  },
  listAccountData: { may: 'whole', ask: (control, principal, { account }) => listAccountData(control, principal, account) },
  findAccountData: {
    may: 'whole',
    prepare: ready,
    ask: async (control, principal, ids) => findAccountData(control, principal, await exportOf(control, ids)),
  },
  readAccountData: {
    may: 'whole',
    prepare: async (control, ids) => {
      await ready(control, ids);
      const { exportId } = await exportOf(control, ids);
      await control.accountData.store.ended(exportId, { rows: 1, bytes: 1 });
      Object.assign(control.accountData.files, { open: () => Promise.resolve([]) });
    },
    ask: async (control, principal, ids) => readAccountData(control, principal, await exportOf(control, ids)),
  },
  cancelAccountData: {
    may: 'whole',
    prepare: ready,
    ask: async (control, principal, ids) => cancelAccountData(control, principal, await exportOf(control, ids)),
  },
};
