import { useSyncExternalStore } from 'react';

const phone = matchMedia('(max-width: 720px)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => {
    phone.removeEventListener('change', listener);
  };
}

/** For content that differs on phones; mere styling is done in CSS. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}
