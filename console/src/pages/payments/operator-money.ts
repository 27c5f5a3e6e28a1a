import { queryOptions } from '@tanstack/react-query';
import type {
  AdminOrderAnswer,
  CodeBatchAnswer,
  NewCodeBatchAnswer,
  PaymentMethodAnswer,
  ReturnedTrialAnswer,
  UndecidedPayment,
} from '@tollgate/contract/payments/operator-orders';
import { operatorPaymentsApi } from '../../api/clients/operator-payments.ts';
import type { BodyOf, QueryOf } from '../../api/http/client.ts';
import type { PageQuery } from '../../api/http/use-list.ts';

export type AdminOrder = AdminOrderAnswer;
export type CodeBatch = CodeBatchAnswer;
export type NewCodeBatch = NewCodeBatchAnswer;
export type PaymentMethodSetUp = PaymentMethodAnswer;
export type TransferSeen = BodyOf<typeof operatorPaymentsApi.confirmTransfer>;
export type CodeBatchRequest = BodyOf<typeof operatorPaymentsApi.createCodeBatch>;
export type PutPaymentMethodRequest = BodyOf<typeof operatorPaymentsApi.putPaymentMethod>;
export type OrdersFilter = Pick<QueryOf<typeof operatorPaymentsApi.listOrders>, 'state' | 'method'>;

/** Orders, newest first; for `useList`. */
export function adminOrdersPage(filter: OrdersFilter) {
  return (page: PageQuery, signal: AbortSignal) => operatorPaymentsApi.listOrders({ query: { ...filter, ...page }, signal });
}

export const adminOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'orders', id],
    queryFn: () => operatorPaymentsApi.readOrder({ params: { id } }),
  });

export function confirmTransfer(id: string, body: TransferSeen): Promise<AdminOrder> {
  return operatorPaymentsApi.confirmTransfer({ params: { id }, body });
}

export function withdrawConfirmation(id: string): Promise<AdminOrder> {
  return operatorPaymentsApi.withdrawConfirmation({ params: { id } });
}

export const undecidedQuery = queryOptions({
  queryKey: ['operator', 'undecided'],
  queryFn: async () => (await operatorPaymentsApi.listUndecidedPayments()).data,
});

export function decidePayment({ method, external_id }: UndecidedPayment, decision: 'credit' | 'returned'): Promise<AdminOrder> {
  return operatorPaymentsApi.decidePayment({ body: { method, external_id, decision } });
}

/** Batches, newest first; for `useList`. */
export function codeBatchesPage(query: PageQuery, signal: AbortSignal) {
  return operatorPaymentsApi.listCodeBatches({ query, signal });
}

export function createCodeBatch(body: CodeBatchRequest): Promise<NewCodeBatch> {
  return operatorPaymentsApi.createCodeBatch({ body });
}

export function withdrawCodeBatch(id: string): Promise<CodeBatch> {
  return operatorPaymentsApi.withdrawCodeBatch({ params: { id } });
}

export const paymentMethodsQuery = queryOptions({
  queryKey: ['operator', 'payment-methods'],
  queryFn: async () => (await operatorPaymentsApi.listPaymentMethods()).data,
});

export function tryPaymentMethod(name: PaymentMethodSetUp['name']): Promise<AdminOrder> {
  return operatorPaymentsApi.tryPaymentMethod({ params: { name } });
}

export function returnTrial(id: string): Promise<ReturnedTrialAnswer> {
  return operatorPaymentsApi.returnTrialPayment({ params: { id } });
}

export function putPaymentMethod(name: PaymentMethodSetUp['name'], body: PutPaymentMethodRequest): Promise<PaymentMethodSetUp> {
  return operatorPaymentsApi.putPaymentMethod({ params: { name }, body });
}
