import { queryOptions } from '@tanstack/react-query';
import type { BillingAnswer } from '@tollgate/contract/ledger/billing';
import { ledgerPaths } from '@tollgate/contract/ledger/console-paths';
import type { MonthTotalsAnswer, StatementAnswer } from '@tollgate/contract/ledger/statements';
import { ledgerApi } from '../../api/clients/ledger.ts';
import { urlOf, type BodyOf } from '../../api/http/client.ts';

export type Billing = BillingAnswer;
export type MonthTotals = MonthTotalsAnswer;
export type Statement = StatementAnswer;
export type PatchBillingRequest = BodyOf<typeof ledgerApi.changeBilling>;

export const billingQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'billing'],
    queryFn: () => ledgerApi.readBilling({ params: { accountId } }),
  });

export function patchBilling(accountId: string, body: PatchBillingRequest): Promise<Billing> {
  return ledgerApi.changeBilling({ params: { accountId }, body });
}

/** Statements, newest first; for `useList`. */
export function statementsPage(accountId: string) {
  return (query: { readonly limit: string; readonly cursor?: string }, signal: AbortSignal) =>
    ledgerApi.listStatements({ params: { accountId }, query, signal });
}

/** @param month `2026-11` */
export const statementQuery = (accountId: string, month: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'statements', month],
    queryFn: () => ledgerApi.readStatement({ params: { accountId, month } }),
  });

/** Download address of a statement file. */
export function statementFile(
  accountId: string,
  month: string,
  query: { readonly format: string; readonly encoding?: string; readonly locale: string },
): string {
  return urlOf(ledgerPaths.downloadStatement, { accountId, month }, query);
}
