import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '../../../../i18n/texts.ts';
import type { DocPage } from './doc-page.ts';

const modules = { zh: () => import('virtual:docs/zh'), en: () => import('virtual:docs/en') };

/** All pages in the current language, loaded once. */
export function useDocPages(): UseQueryResult<readonly DocPage[]> {
  const language = useLanguage();
  return useQuery({
    queryKey: ['docs', language],
    queryFn: async () => (await modules[language]()).default,
    staleTime: Infinity,
  });
}
