import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type OwnBalance = components['schemas']['OwnBalance'];

export const ownAccountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'account'],
    queryFn: () => answerOf(api.GET('/api/console/accounts/{accountId}', { params: { path: { accountId } } })),
  });

export const balanceQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'balance'],
    queryFn: () => answerOf(api.GET('/api/console/accounts/{accountId}/balance', { params: { path: { accountId } } })),
  });
