import { queryOptions } from '@tanstack/react-query';
import type { Body } from './body.ts';
import { answerOf, api } from './client.ts';
import type { components, paths } from './schema.d.ts';

export type AutoTopUp = components['schemas']['AutoTopUp'];
export type SavedCard = NonNullable<AutoTopUp['card']>;
type Change = Body<paths['/api/console/accounts/{accountId}/auto-top-up']['patch']>;

const at = (accountId: string) => ({ params: { path: { accountId } } });

/** How the account is topped up while nobody is there. */
export const autoTopUpQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'auto-top-up'],
    queryFn: () => answerOf(api.GET('/api/console/accounts/{accountId}/auto-top-up', at(accountId))),
  });

export function changeAutoTopUp(accountId: string, body: Change): Promise<AutoTopUp> {
  return answerOf(api.PATCH('/api/console/accounts/{accountId}/auto-top-up', { ...at(accountId), body }));
}

/** Answers where the card is entered. */
export async function beginSaving(accountId: string): Promise<string> {
  return (await answerOf(api.POST('/api/console/accounts/{accountId}/auto-top-up/card', at(accountId)))).url;
}

/** Asks the payment service whether a card was saved. */
export function checkSaving(accountId: string): Promise<AutoTopUp> {
  return answerOf(api.POST('/api/console/accounts/{accountId}/auto-top-up/card/check', at(accountId)));
}

export function removeCard(accountId: string): Promise<AutoTopUp> {
  return answerOf(api.DELETE('/api/console/accounts/{accountId}/auto-top-up/card', at(accountId)));
}
