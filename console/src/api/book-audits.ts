import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';
import type { PageQuery } from './use-list.ts';

export type BookAudit = components['schemas']['BookAudit'];
export type BookAuditDetail = components['schemas']['BookAuditDetail'];

/** While one runs it is looked at every second. */
const runningMs = 1000;

export function bookAuditsPage(page: PageQuery, signal: AbortSignal) {
  return answerOf(api.GET('/api/admin/audits', { params: { query: page }, signal }));
}

/** The newest audit; null before there was one. */
export const newestAuditQuery = queryOptions({
  queryKey: ['operator', 'book-audits', 'newest'],
  queryFn: async ({ signal }) => (await bookAuditsPage({ limit: '1' }, signal)).data[0] ?? null,
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? runningMs : 60_000),
});

export function bookAuditQuery(id: string) {
  return queryOptions({
    queryKey: ['operator', 'book-audits', 'one', id],
    queryFn: () => answerOf(api.GET('/api/admin/audits/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? runningMs : false),
  });
}

/** Begins an audit of everything. @throws {ApiError} 409 while one runs */
export function beginAudit(): Promise<BookAudit> {
  return answerOf(api.POST('/api/admin/audits'));
}
