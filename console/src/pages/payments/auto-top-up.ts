import { queryOptions } from '@tanstack/react-query';
import type { AutoTopUpAnswer } from '@tollgate/contract/payments/auto-top-up';
import { paymentsApi } from '../../api/clients/payments.ts';
import type { BodyOf } from '../../api/http/client.ts';

export type AutoTopUp = AutoTopUpAnswer;
export type SavedCard = NonNullable<AutoTopUp['card']>;
type Change = BodyOf<typeof paymentsApi.changeAutoTopUp>;

const at = (accountId: string) => ({ params: { accountId } });

/** Automatic top-up settings of the account. */
export const autoTopUpQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'auto-top-up'],
    queryFn: () => paymentsApi.readAutoTopUp(at(accountId)),
  });

export function changeAutoTopUp(accountId: string, body: Change): Promise<AutoTopUp> {
  return paymentsApi.changeAutoTopUp({ ...at(accountId), body });
}

/** Returns the address where the card is entered. */
export async function beginSaving(accountId: string): Promise<string> {
  return (await paymentsApi.beginCardSaving(at(accountId))).url;
}

/** Asks the payment service whether a card was saved. */
export function checkSaving(accountId: string): Promise<AutoTopUp> {
  return paymentsApi.checkCardSaving(at(accountId));
}

export function removeCard(accountId: string): Promise<AutoTopUp> {
  return paymentsApi.removeSavedCard(at(accountId));
}
