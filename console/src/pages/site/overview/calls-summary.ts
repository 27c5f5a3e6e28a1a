import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callsApi } from '../../../api/clients/calls.ts';
import type { QueryOf } from '../../../api/http/client.ts';

export type CallsFilter = QueryOf<typeof callsApi.sumCalls>;

/** Totals for a filter of the call log; over the last 24 hours if the filter has no start. */
export const callsSummaryQuery = (accountId: string, filter: CallsFilter) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'calls', 'summary', filter],
    queryFn: () => callsApi.sumCalls({ params: { accountId }, query: filter }),
    placeholderData: keepPreviousData,
  });
