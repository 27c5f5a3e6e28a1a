import { queryOptions } from '@tanstack/react-query';
import type { Body } from './body.ts';
import { answerOf, api } from './client.ts';
import type { components, paths } from './schema.d.ts';

export type InvoiceRow = components['schemas']['InvoiceRow'];
export type Invoice = components['schemas']['Invoice'];
export type Invoiceable = components['schemas']['Invoiceable'];
export type InvoiceTitle = components['schemas']['InvoiceTitle'];
export type Verification = components['schemas']['Verification'];
export type InvoiceRequest = Body<paths['/api/console/accounts/{accountId}/invoices']['post']>;
export type InvoiceTitleRequest = Body<paths['/api/console/accounts/{accountId}/invoice-titles']['post']>;

/** All that is asked of an account's invoices begins so. */
export const invoicesKey = (accountId: string) => ['accounts', accountId, 'invoices'] as const;

/** Newest first; for `useList`. */
export function invoicesPage(accountId: string) {
  return (query: { readonly limit: string; readonly cursor?: string }, signal: AbortSignal) =>
    answerOf(api.GET('/api/console/accounts/{accountId}/invoices', { params: { path: { accountId }, query }, signal }));
}

export const invoiceableQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(accountId), 'invoiceable'],
    queryFn: () =>
      answerOf(api.GET('/api/console/accounts/{accountId}/invoices/invoiceable', { params: { path: { accountId } } })),
  });

export const invoiceQuery = (accountId: string, invoiceId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(accountId), 'one', invoiceId],
    queryFn: () =>
      answerOf(api.GET('/api/console/accounts/{accountId}/invoices/{invoiceId}', { params: { path: { accountId, invoiceId } } })),
  });

export const titlesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(accountId), 'titles'],
    queryFn: () => answerOf(api.GET('/api/console/accounts/{accountId}/invoice-titles', { params: { path: { accountId } } })),
  });

export const verificationQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(accountId), 'verification'],
    queryFn: () => answerOf(api.GET('/api/console/accounts/{accountId}/verification', { params: { path: { accountId } } })),
  });

/** @param intention one for each request, kept while it is repeated. */
export function requestInvoice(accountId: string, body: InvoiceRequest, intention: string): Promise<Invoice> {
  return answerOf(
    api.POST('/api/console/accounts/{accountId}/invoices', {
      params: { path: { accountId } },
      body,
      headers: { 'Idempotency-Key': intention },
    }),
  );
}

/** Where a file of an invoice is downloaded. */
export function invoiceFile(accountId: string, invoiceId: string, format: string): string {
  return `/api/console/accounts/${encodeURIComponent(accountId)}/invoices/${encodeURIComponent(invoiceId)}/files/${format}`;
}

export function licenceFile(accountId: string): string {
  return `/api/console/accounts/${encodeURIComponent(accountId)}/verification/licence`;
}
