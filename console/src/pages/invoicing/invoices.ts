import { queryOptions } from '@tanstack/react-query';
import type {
  InvoiceAnswer,
  InvoiceRowAnswer,
  InvoiceTitleAnswer,
  InvoiceableAnswer,
  VerificationAnswer,
} from '@tollgate/contract/invoicing/console-invoices';
import { invoicingPaths } from '@tollgate/contract/invoicing/console-paths';
import { invoicingApi } from '../../api/clients/invoicing.ts';
import { urlOf, type BodyOf } from '../../api/http/client.ts';

export type InvoiceRow = InvoiceRowAnswer;
export type Invoice = InvoiceAnswer;
export type Invoiceable = InvoiceableAnswer;
export type InvoiceTitle = InvoiceTitleAnswer;
export type Verification = VerificationAnswer;
export type InvoiceRequest = BodyOf<typeof invoicingApi.requestInvoice>;
export type InvoiceTitleRequest = BodyOf<typeof invoicingApi.createInvoiceTitle>;

/** Prefix of the query keys for an account's invoices. */
export const invoicesKey = (accountId: string) => ['accounts', accountId, 'invoices'] as const;

/** Newest first; for `useList`. */
export function invoicesPage(accountId: string) {
  return (query: { readonly limit: string; readonly cursor?: string }, signal: AbortSignal) =>
    invoicingApi.listInvoices({ params: { accountId }, query, signal });
}

export const invoiceableQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(accountId), 'invoiceable'],
    queryFn: () => invoicingApi.readInvoiceable({ params: { accountId } }),
  });

export const invoiceQuery = (accountId: string, invoiceId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(accountId), 'one', invoiceId],
    queryFn: () => invoicingApi.readInvoice({ params: { accountId, invoiceId } }),
  });

export const titlesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(accountId), 'titles'],
    queryFn: () => invoicingApi.listInvoiceTitles({ params: { accountId } }),
  });

export const verificationQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...invoicesKey(accountId), 'verification'],
    queryFn: () => invoicingApi.readVerification({ params: { accountId } }),
  });

/** @param intention identifies one request, and stays the same while it is repeated. */
export function requestInvoice(accountId: string, body: InvoiceRequest, intention: string): Promise<Invoice> {
  return invoicingApi.requestInvoice({ params: { accountId }, body, headers: { 'Idempotency-Key': intention } });
}

/** Download address of an invoice file. */
export function invoiceFile(accountId: string, invoiceId: string, format: string): string {
  return urlOf(invoicingPaths.downloadInvoiceFile, { accountId, invoiceId, format });
}

export function licenceFile(accountId: string): string {
  return urlOf(invoicingPaths.downloadLicence, { accountId });
}
