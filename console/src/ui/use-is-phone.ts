import { useSyncExternalStore } from 'react';

const phone = matchMedia('(max-width: 720px)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => {
    phone.removeEventListener('change', listener);
  };
}

/** For what is drawn otherwise on a phone; what only looks otherwise is left to CSS. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}
