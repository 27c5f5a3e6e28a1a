import { createKey, deleteKey, patchKey, resetKey } from '../../../src/subjects/tenants/keys/keys.ts';
import { lastUses } from '../../../src/subjects/tenants/keys/last-uses.ts';
import { lendKey } from '../../../src/subjects/tenants/keys/lend-key.ts';
import { listKeys } from '../../../src/subjects/tenants/keys/list-keys.ts';
import { namesOf } from '../../../src/control/names.ts';
import { operator } from '../../../src/control/principal.ts';
import { suggestedCaps } from '../../../src/subjects/tenants/keys/suggested-caps.ts';
import { findAccount, findKey } from '../../../src/control/within-scope.ts';
import type { ScopeCases } from './scope-case.ts';

export const keyCases: ScopeCases = {
  namesOf: {
    may: 'account',
    ask: async (control, principal, { account, key }) => {
      const names = await namesOf(control, principal, account, [{ keyId: key }]);
      await findAccount(control, operator('test'), account);
      return names;
    },
  },
  lendKey: {
    may: 'see',
    ask: (control, principal, { key }) => lendKey(control, principal, key, { userId: 'person', sessionId: 'ses' }),
  },
  listKeys: { may: 'account', ask: (control, principal, { account }) => listKeys(control, principal, { accountId: account }) },
  suggestedCaps: { may: 'see', ask: (control, principal, { key }) => suggestedCaps(control, principal, key) },
  lastUses: {
    may: 'account',
    ask: async (control, principal, { account, key }) => {
      const record = await findKey(control, operator('test'), key).catch(() => null);
      await findAccount(control, principal, account);
      return lastUses(control, principal, record === null ? [] : [record]);
    },
  },
  findKey: { may: 'see', ask: (control, principal, { key }) => findKey(control, principal, key) },
  createKey: {
    may: 'see',
    ask: (control, principal, ids) => createKey(control, principal, ids.account, { sub_account_id: ids.subAccount }),
  },
  patchKey: { may: 'see', ask: (control, principal, { key }) => patchKey(control, principal, key, { remark: 'changed' }) },
  resetKey: { may: 'see', ask: (control, principal, { key }) => resetKey(control, principal, key) },
  deleteKey: { may: 'see', ask: (control, principal, { key }) => deleteKey(control, principal, key) },
};
