import { queryOptions } from '@tanstack/react-query';
import type { BookAuditAnswer } from '@tollgate/contract/ledger/book-audits';
import { operatorLedgerApi } from '../../../api/clients/operator-ledger.ts';
import type { PageQuery } from '../../../api/http/use-list.ts';

export type BookAudit = BookAuditAnswer;

/** Polling interval while an audit runs. */
const runningMs = 1000;

export function bookAuditsPage(page: PageQuery, signal: AbortSignal) {
  return operatorLedgerApi.listBookAudits({ query: page, signal });
}

/** The newest audit; null before the first one. */
export const newestAuditQuery = queryOptions({
  queryKey: ['operator', 'book-audits', 'newest'],
  queryFn: async ({ signal }) => (await bookAuditsPage({ limit: '1' }, signal)).data[0] ?? null,
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? runningMs : 60_000),
});

export function bookAuditQuery(id: string) {
  return queryOptions({
    queryKey: ['operator', 'book-audits', 'one', id],
    queryFn: () => operatorLedgerApi.readBookAudit({ params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? runningMs : false),
  });
}

/** Starts a full audit. @throws {ApiError} 409 while one runs */
export function beginAudit(): Promise<BookAudit> {
  return operatorLedgerApi.beginBookAudit();
}
