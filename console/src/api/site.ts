import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SiteAnswer } from '@tollgate/contract/site/site';
import { siteApi } from './clients/site.ts';

export type Site = SiteAnswer;
type Brand = Pick<Site, 'service_name' | 'logo'>;

/** Public settings of the service, including its name. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => siteApi.readSite(),
  staleTime: 300_000,
});

/** The name and logo that the server wrote into the page, so that no other name appears first. */
function writtenBrand(): Brand {
  const written = document.querySelector<HTMLMetaElement>("meta[name='site']")?.content ?? '';
  if (!written.startsWith('{"')) return { service_name: 'Tollgate', logo: null };
  const { name, logo } = JSON.parse(written) as { name: string; logo: string | null };
  return { service_name: name, logo };
}

const written = writtenBrand();

/** Name and logo of the service. */
export function useBrand(): Brand {
  return useQuery(siteQuery).data ?? written;
}

/** The trial credit of new accounts in CNY; null if there is none, or it is not loaded yet. */
export function useTrialCredit(): string | null {
  const trial = useQuery(siteQuery).data?.trial_credit ?? '0';
  return /[1-9]/.test(trial) ? trial : null;
}
