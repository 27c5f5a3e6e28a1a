import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
}

export interface ListRead<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  readonly more: { readonly hasMore: boolean; readonly isLoading: boolean; readonly load: () => void };
  readonly onRetry: () => void;
}

/** The request for a page; it starts where the previous page ended. */
export interface PageQuery {
  readonly limit: string;
  readonly cursor?: string;
}

/** A paged list from the API, as the props of a table. */
export function useList<Row>(
  key: readonly unknown[],
  load: (page: PageQuery, signal: AbortSignal) => Promise<PageOf<Row>>,
): ListRead<Row> {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load({ limit: '100', ...(pageParam === undefined ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  return {
    rows: data?.pages.flatMap((page) => page.data),
    error,
    more: { hasMore: hasNextPage, isLoading: isFetchingNextPage, load: () => void fetchNextPage() },
    onRetry: () => void refetch(),
  };
}
