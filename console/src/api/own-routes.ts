import { queryOptions } from '@tanstack/react-query';
import { catalogueApi } from './clients/catalogue.ts';

/** Routes of the account's own upstreams; none for most accounts. */
export const ownRoutesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'own-routes'],
    queryFn: async () => (await catalogueApi.listOwnRoutes({ params: { accountId } })).data,
    staleTime: 60_000,
  });
