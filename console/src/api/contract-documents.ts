import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type AdminContractDocument = components['schemas']['AdminContractDocument'];

/** Contracts that are offered, for whoever is signed in. */
export const contractDocumentsQuery = queryOptions({
  queryKey: ['contract-documents'],
  queryFn: async () => (await answerOf(api.GET('/api/console/contract-documents'))).data,
});

export const adminContractDocumentsQuery = queryOptions({
  queryKey: ['operator', 'contract-documents'],
  queryFn: async () => (await answerOf(api.GET('/api/admin/contract-documents'))).data,
});

/** Where one is downloaded. */
export function documentFile(of: 'console' | 'admin', id: string): string {
  return `/api/${of}/contract-documents/${encodeURIComponent(id)}/file`;
}

/** Where contracts of a request are sent; of the account, or, without one, as an operator. */
export function requestContracts(requestId: string, accountId: string | null): string {
  const of = accountId === null ? '/api/admin' : `/api/console/accounts/${encodeURIComponent(accountId)}`;
  return `${of}/service-requests/${encodeURIComponent(requestId)}/contracts`;
}
