import { useRouter, type RouterHistory } from '@tanstack/react-router';

/** The router's history. Addresses are plain strings from `paths`, so routes are not part of the types of links. */
export function useHistory(): RouterHistory {
  const router: { readonly history: RouterHistory } = useRouter();
  return router.history;
}
