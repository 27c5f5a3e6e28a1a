import type { ControlContext } from '../../../src/control/control-context.ts';
import type { WhichExport } from '../../../src/subjects/calls/exports/export-ports.ts';
import { cancelExport, findExport, listExports, makeExport, readExport } from '../../../src/subjects/calls/exports/exports.ts';
import type { ScopeCases, ScopeIds } from './scope-case.ts';
import { ownerOf } from './scope-world.ts';

const exportOf = (accountId: string) => ({ format: 'csv', encoding: 'utf-8', locale: 'en', filter: { accountId } }) as const;

/** An export created by the sub-account; an unknown account has none. */
async function withExport<Answer>(
  control: ControlContext,
  { account, subAccount }: ScopeIds,
  ask: (which: WhichExport) => Promise<Answer>,
): Promise<Answer> {
  const isKnown = (await control.stores.accounts.find(account)) !== null;
  const made = isKnown ? await makeExport(control, ownerOf(account, subAccount), exportOf(account)) : { id: 'none' };
  return ask({ accountId: account, exportId: made.id });
}

export const exportCases: ScopeCases = {
  makeExport: {
    may: 'account',
    ask: (control, principal, { account }) => makeExport(control, principal, exportOf(account)),
  },
  listExports: { may: 'account', ask: (control, principal, { account }) => listExports(control, principal, account) },
  findExport: {
    may: 'account',
    ask: (control, principal, ids) => withExport(control, ids, (which) => findExport(control, principal, which)),
  },
  cancelExport: {
    may: 'account',
    ask: (control, principal, ids) => withExport(control, ids, (which) => cancelExport(control, principal, which)),
  },
  readExport: {
    may: 'account',
    ask: (control, principal, ids) => withExport(control, ids, (which) => readExport(control, principal, which)),
  },
};
