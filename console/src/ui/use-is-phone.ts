import { useSyncExternalStore } from 'react';

const phone = matchMedia('(max-width: 720px)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => {
    phone.removeEventListener('change', listener);
  };
}

/** For different content on a phone; a different look alone is left to CSS. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}
