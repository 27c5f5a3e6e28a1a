import {
  askForAccountData,
  cancelAccountData,
  findAccountData,
  listAccountData,
  readAccountData,
} from '../../../src/control/account-data.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { operator } from '../../../src/control/principal.ts';
import type { ScopeCases, ScopeIds } from './scope-case.ts';

const asked = ({ account }: ScopeIds) => ({ accountId: account, personId: 'usr_x', locale: 'en' as const });

async function exportOf(control: ControlContext, { account }: ScopeIds) {
  const [record] = await control.accountData.store.list(account, { limit: 1, after: null });
  return { accountId: account, id: record?.id ?? 'none' };
}

/** None of the account is under way. */
async function clear(control: ControlContext, { account }: ScopeIds): Promise<void> {
  for (const { id } of await control.accountData.store.list(account, { limit: 100, after: null }))
    await control.accountData.store.cancel(id);
}

async function ready(control: ControlContext, ids: ScopeIds): Promise<void> {
  await clear(control, ids);
  await askForAccountData(control, operator('test'), asked(ids));
}

export const lifeCases: ScopeCases = {
  askForAccountData: {
    ...{ may: 'whole', prepare: clear },
    ask: (control, principal, ids) => askForAccountData(control, principal, asked(ids)),
  },
  listAccountData: { may: 'whole', ask: (control, principal, { account }) => listAccountData(control, principal, account) },
  findAccountData: {
    ...{ may: 'whole', prepare: ready },
    ask: async (control, principal, ids) => findAccountData(control, principal, await exportOf(control, ids)),
  },
  readAccountData: {
    may: 'whole',
    prepare: async (control, ids) => {
      await ready(control, ids);
      const { id } = await exportOf(control, ids);
      await control.accountData.store.ended(id, { rows: 1, bytes: 1 });
      Object.assign(control.accountData.files, { open: () => Promise.resolve([]) });
    },
    ask: async (control, principal, ids) => readAccountData(control, principal, await exportOf(control, ids)),
  },
  cancelAccountData: {
    ...{ may: 'whole', prepare: ready },
    ask: async (control, principal, ids) => cancelAccountData(control, principal, await exportOf(control, ids)),
  },
};
