import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components, paths } from './schema.d.ts';

export type CallsSummary = components['schemas']['CallsSummary'];
export type CallsFilter = NonNullable<paths['/api/console/accounts/{accountId}/calls/summary']['get']['parameters']['query']>;

/** What a filter of the call log amounts to; of the last 24 hours where it names no beginning. */
export const callsSummaryQuery = (accountId: string, filter: CallsFilter) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'calls', 'summary', filter],
    queryFn: () =>
      answerOf(api.GET('/api/console/accounts/{accountId}/calls/summary', { params: { path: { accountId }, query: filter } })),
    placeholderData: keepPreviousData,
  });
