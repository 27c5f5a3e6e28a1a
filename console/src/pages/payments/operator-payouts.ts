import { queryOptions } from '@tanstack/react-query';
import type { Payee } from '@tollgate/contract/payments/console-payouts';
import type { AdminPayoutAnswer } from '@tollgate/contract/payments/operator-payouts';
import { operatorPaymentsApi } from '../../api/clients/operator-payments.ts';
import type { BodyOf, QueryOf } from '../../api/http/client.ts';
import type { PageQuery } from '../../api/http/use-list.ts';

export type AdminPayout = AdminPayoutAnswer;
export type ApprovePayoutRequest = BodyOf<typeof operatorPaymentsApi.approvePayout>;
export type RefundPaymentRequest = BodyOf<typeof operatorPaymentsApi.refundPayment>;
export type PayoutsFilter = Pick<QueryOf<typeof operatorPaymentsApi.listPayouts>, 'open' | 'state'>;

/** Payouts, newest first; for `useList`. */
export function adminPayoutsPage(filter: PayoutsFilter) {
  return (page: PageQuery, signal: AbortSignal) => operatorPaymentsApi.listPayouts({ query: { ...filter, ...page }, signal });
}

export const adminPayoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'payouts', 'one', id],
    queryFn: () => operatorPaymentsApi.readPayout({ params: { id } }),
  });

export function approvePayout(id: string, body: ApprovePayoutRequest): Promise<AdminPayout> {
  return operatorPaymentsApi.approvePayout({ params: { id }, body });
}

export function rejectPayout(id: string, reason: string): Promise<AdminPayout> {
  return operatorPaymentsApi.rejectPayout({ params: { id }, body: { reason } });
}

export function refundPayment(orderId: string, body: RefundPaymentRequest): Promise<AdminPayout> {
  return operatorPaymentsApi.refundPayment({ params: { id: orderId }, body });
}

type Which = { readonly id: string; readonly partId: string };

export function sendPart(path: Which, reference: string): Promise<AdminPayout> {
  return operatorPaymentsApi.sendPart({ params: path, body: { reference } });
}

export function confirmPart(path: Which): Promise<AdminPayout> {
  return operatorPaymentsApi.confirmPart({ params: path });
}

export function retryPart(path: Which): Promise<AdminPayout> {
  return operatorPaymentsApi.retryPart({ params: path });
}

/** @param payee null: the account given in the request. */
export function payPartByBank(path: Which, payee: Payee | null): Promise<AdminPayout> {
  const body = payee === null ? {} : { payee };
  return operatorPaymentsApi.payPartByBank({ params: path, body });
}

export function releasePart(path: Which, reason: string): Promise<AdminPayout> {
  return operatorPaymentsApi.creditPart({ params: path, body: { reason } });
}
