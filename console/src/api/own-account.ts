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

/** @param token of the link in the mail that asks to confirm a contact address. */
export function proveContact(token: string) {
  return answerOf(api.POST('/api/console/contact-proofs', { body: { token } }));
}
