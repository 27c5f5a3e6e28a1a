import {
  createRequest,
  listOwnRequests,
  listRequests,
  stepRequest,
  withdrawRequest,
} from '../../../src/subjects/requests/service-requests.ts';
import {
  addContractDocument,
  removeContractDocument,
  replaceContractDocument,
} from '../../../src/subjects/requests/contract-documents.ts';
import { readRequestContract, uploadRequestContract } from '../../../src/subjects/requests/request-contracts.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { operator } from '../../../src/control/principal.ts';
import type { ScopeCases } from './scope-case.ts';

const asked = { kind: 'dedicated', contact: 'Li', details: 'many calls' } as const;

/** Creates a request of the account; an unknown account has none. */
async function requestOf(control: ControlContext, account: string): Promise<string> {
  if ((await control.stores.accounts.find(account)) === null) return 'none';
  const known = await control.stores.requests.list({ accountId: account, isOpen: true }, { limit: 1, after: null });
  return known[0]?.id ?? (await createRequest(control, operator('test'), account, asked)).request.id;
}

const pdf = Buffer.from('%PDF-1.7\n%%EOF');
const offered = { kind: 'dedicated', locale: 'zh', title: '服务协议', versionOn: '2026-11-01', bytes: pdf } as const;

/** Uploads the operators' contract to the account's request. */
async function contractOf(
  control: ControlContext,
  account: string,
): Promise<{ readonly id: string; readonly contractId: string }> {
  const id = await requestOf(control, account);
  if (id === 'none') return { id, contractId: 'none' };
  const { request } = await uploadRequestContract(control, operator('test'), { id, bytes: pdf });
  return { id, contractId: request.contracts.at(-1)?.id ?? 'none' };
}

async function documentId(control: ControlContext): Promise<string> {
  const [known] = await control.stores.contractDocuments.list();
  return known?.id ?? (await addContractDocument(control, operator('test'), offered)).id;
}

export const requestCases: ScopeCases = {
  uploadRequestContract: {
    may: 'whole',
    prepare: (control, { account }) => requestOf(control, account),
    ask: async (control, principal, { account }) => {
      const [known] = await control.stores.requests.list({ accountId: account, isOpen: true }, { limit: 1, after: null });
      const id = known?.id ?? 'none';
      return uploadRequestContract(control, principal, { accountId: account, id, bytes: pdf });
    },
  },
  readRequestContract: {
    may: 'whole',
    prepare: (control, { account }) => contractOf(control, account),
    ask: async (control, principal, { account }) => {
      const [known] = await control.stores.requests.list({ accountId: account, isOpen: true }, { limit: 1, after: null });
      const which = { id: known?.id ?? 'none', contractId: known?.contracts[0]?.id ?? 'none' };
      return readRequestContract(control, principal, { accountId: account, ...which });
    },
  },
  addContractDocument: { may: 'operator', ask: (control, principal) => addContractDocument(control, principal, offered) },
  replaceContractDocument: {
    may: 'operator',
    prepare: documentId,
    ask: async (control, principal) =>
      replaceContractDocument(control, principal, { ...offered, id: await documentId(control), title: '新版' }),
  },
  removeContractDocument: {
    may: 'operator',
    prepare: documentId,
    ask: async (control, principal) => removeContractDocument(control, principal, await documentId(control)),
  },
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
