import { queryOptions } from '@tanstack/react-query';
import type { Body } from './body.ts';
import { answerOf, api } from './client.ts';
import type { components, paths } from './schema.d.ts';
import type { PageQuery } from './use-list.ts';

export type AdminOrder = components['schemas']['AdminOrder'];
export type AdminOrderRow = components['schemas']['AdminOrderRow'];
export type UndecidedPayment = components['schemas']['UndecidedPayment'];
export type CodeBatch = components['schemas']['CodeBatch'];
export type NewCodeBatch = components['schemas']['NewCodeBatch'];
export type PaymentMethodSetUp = components['schemas']['PaymentMethod'];
export type TransferSeen = Body<paths['/api/admin/orders/{id}/confirm']['post']>;
export type CodeBatchRequest = Body<paths['/api/admin/code-batches']['post']>;
export type PutPaymentMethodRequest = Body<paths['/api/admin/payment-methods/{name}']['put']>;
export type OrdersFilter = Pick<NonNullable<paths['/api/admin/orders']['get']['parameters']['query']>, 'state' | 'method'>;

/** Newest first; for `useList`. */
export function adminOrdersPage(filter: OrdersFilter) {
  return (page: PageQuery, signal: AbortSignal) =>
    answerOf(api.GET('/api/admin/orders', { params: { query: { ...filter, ...page } }, signal }));
}

export const adminOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'orders', id],
    queryFn: () => answerOf(api.GET('/api/admin/orders/{id}', { params: { path: { id } } })),
  });

export function confirmTransfer(id: string, body: TransferSeen): Promise<AdminOrder> {
  return answerOf(api.POST('/api/admin/orders/{id}/confirm', { params: { path: { id } }, body }));
}

export function withdrawConfirmation(id: string): Promise<AdminOrder> {
  return answerOf(api.DELETE('/api/admin/orders/{id}/confirm', { params: { path: { id } } }));
}

export const undecidedQuery = queryOptions({
  queryKey: ['operator', 'undecided'],
  queryFn: async () => (await answerOf(api.GET('/api/admin/payments/undecided'))).data,
});

export function decidePayment({ method, external_id }: UndecidedPayment, decision: 'credit' | 'returned'): Promise<AdminOrder> {
  return answerOf(api.POST('/api/admin/payments/decide', { body: { method, external_id, decision } }));
}

/** Newest first; for `useList`. */
export function codeBatchesPage(query: PageQuery, signal: AbortSignal) {
  return answerOf(api.GET('/api/admin/code-batches', { params: { query }, signal }));
}

export function createCodeBatch(body: CodeBatchRequest): Promise<NewCodeBatch> {
  return answerOf(api.POST('/api/admin/code-batches', { body }));
}

export function withdrawCodeBatch(id: string): Promise<CodeBatch> {
  return answerOf(api.DELETE('/api/admin/code-batches/{id}', { params: { path: { id } } }));
}

export const paymentMethodsQuery = queryOptions({
  queryKey: ['operator', 'payment-methods'],
  queryFn: async () => (await answerOf(api.GET('/api/admin/payment-methods'))).data,
});

export function tryPaymentMethod(name: PaymentMethodSetUp['name']): Promise<AdminOrder> {
  return answerOf(api.POST('/api/admin/payment-methods/{name}/try', { params: { path: { name } } }));
}

export function returnTrial(id: string): Promise<components['schemas']['ReturnedTrial']> {
  return answerOf(api.POST('/api/admin/orders/{id}/return-trial', { params: { path: { id } } }));
}

export function putPaymentMethod(name: PaymentMethodSetUp['name'], body: PutPaymentMethodRequest): Promise<PaymentMethodSetUp> {
  return answerOf(api.PUT('/api/admin/payment-methods/{name}', { params: { path: { name } }, body }));
}
