import {
  createRequest,
  listOwnRequests,
  listRequests,
  stepRequest,
  withdrawRequest,
} from '../../../src/control/service-requests.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { operator } from '../../../src/control/principal.ts';
import type { ScopeCases } from './scope-case.ts';

const asked = { kind: 'dedicated', contact: 'Li', details: 'many calls' } as const;

/** A request of an account; of an unknown one there is none. */
async function requestOf(control: ControlContext, account: string): Promise<string> {
  if ((await control.stores.accounts.find(account)) === null) return 'none';
  const known = await control.stores.requests.list({ accountId: account, isOpen: true }, { limit: 1, after: null });
  return known[0]?.id ?? (await createRequest(control, operator('test'), account, asked)).request.id;
}

export const requestCases: ScopeCases = {
  listOwnRequests: { may: 'whole', ask: (control, principal, { account }) => listOwnRequests(control, principal, account) },
  createRequest: { may: 'whole', ask: (control, principal, { account }) => createRequest(control, principal, account, asked) },
  withdrawRequest: {
    may: 'whole',
    prepare: (control, { account }) => requestOf(control, account),
    ask: async (control, principal, { account }) => {
      const known = await control.stores.requests.list({ accountId: account }, { limit: 1, after: null });
      const isOwn =
        principal.scope.kind === 'account' && principal.scope.accountId === account && principal.scope.subAccountId === null;
      const id = known[0]?.id ?? (isOwn ? await requestOf(control, account) : 'none');
      return withdrawRequest(control, principal, { accountId: account, id });
    },
  },
  listRequests: { may: 'operator', ask: (control, principal) => listRequests(control, principal, {}) },
  stepRequest: {
    may: 'operator',
    prepare: (control, { account }) => requestOf(control, account),
    ask: async (control, principal, { account }) => {
      const [known] = await control.stores.requests.list({ accountId: account }, { limit: 1, after: null });
      return stepRequest(control, principal, known?.id ?? 'none', { from: 'contact', stage: 'assessment' });
    },
  },
};
