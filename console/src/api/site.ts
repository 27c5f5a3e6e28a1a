import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

/** Whose service this is, as the operator says. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => answerOf(api.GET('/api/console/site')),
  staleTime: 300_000,
});
