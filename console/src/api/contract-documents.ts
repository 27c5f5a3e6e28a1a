import { queryOptions } from '@tanstack/react-query';
import { requestsPaths } from '@tollgate/contract/requests/console-paths';
import { operatorRequestsPaths } from '@tollgate/contract/requests/operator-paths';
import { operatorRequestsApi } from './clients/operator-requests.ts';
import { requestsApi } from './clients/requests.ts';
import { urlOf } from './http/client.ts';

/** Offered contracts, for signed-in people. */
export const contractDocumentsQuery = queryOptions({
  queryKey: ['contract-documents'],
  queryFn: async () => (await requestsApi.listContractDocuments()).data,
});

export const adminContractDocumentsQuery = queryOptions({
  queryKey: ['operator', 'contract-documents'],
  queryFn: async () => (await operatorRequestsApi.listContractDocuments()).data,
});

/** Download address of an offered contract. */
export function documentFile(of: 'console' | 'admin', id: string): string {
  const path = of === 'admin' ? operatorRequestsPaths.downloadContractDocument : requestsPaths.downloadContractDocument;
  return urlOf(path, { id });
}

/** Upload address for contracts of a request: of the account, or of operators if no account is given. */
export function contractsUrl(requestId: string, accountId: string | null): string {
  return accountId === null
    ? urlOf(operatorRequestsPaths.uploadRequestContract, { id: requestId })
    : urlOf(requestsPaths.uploadRequestContract, { accountId, requestId });
}

/** Download address of a contract of a request. */
export function contractUrl(requestId: string, accountId: string | null, contractId: string): string {
  return accountId === null
    ? urlOf(operatorRequestsPaths.downloadRequestContract, { id: requestId, contractId })
    : urlOf(requestsPaths.downloadRequestContract, { accountId, requestId, contractId });
}
