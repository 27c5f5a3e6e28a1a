import { useRouter, type RouterHistory } from '@tanstack/react-router';

/** The way back and forth. Addresses are plain texts from `paths`, so routes are not part of the types of links. */
export function useHistory(): RouterHistory {
  const router: { readonly history: RouterHistory } = useRouter();
  return router.history;
}
