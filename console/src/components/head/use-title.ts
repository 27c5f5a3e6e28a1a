import { useEffect } from 'react';
import { useBrand } from '../../api/site.ts';

/** The title of the browser tab: the page and the service. */
export function useTitle(title: string): void {
  const { service_name: name } = useBrand();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}
