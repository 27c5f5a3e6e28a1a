import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type AccountClosing = components['schemas']['AccountClosing'];

/** How far the account is on its way out, and what stands in it. */
export const closingQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'closing'],
    queryFn: () => answerOf(api.GET('/api/console/accounts/{accountId}/closing', { params: { path: { accountId } } })),
  });
