import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Retries only failures that may be temporary: missing responses and server errors. */
function mayRetry(failures: number, error: Error): boolean {
  return failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);
}

let leave: () => void = () => undefined;

/** Calls the listener when the server reports that the session has ended, for any reason. */
export function whenSignedOut(listener: () => void): void {
  leave = listener;
}

function onError(error: Error): void {
  if (error instanceof ApiError && error.code === 'not_signed_in') leave();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: 15_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
