import { useEffect } from 'react';
import { useBrand } from '../../api/site.ts';

/** What stands on the tab: the page, and whose it is. */
export function useTitle(title: string): void {
  const { service_name: name } = useBrand();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}
