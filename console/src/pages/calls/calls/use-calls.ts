import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { CallsSummary } from '@tollgate/contract/calls/console-calls';
import { useEffect, useMemo, useState } from 'react';
import { rangeOf } from '../../../components/filters/range-filter.tsx';
import type { Query } from '../../../components/links/address-state.ts';
import type { CallRow, CallsFilter, CallSource, CallsPage } from './call-source.ts';

const pageRows = 100;
/** Enough for a busy second; if there are more new rows, the log is loaded again. */
const newestRows = 50;
const tailMs = 2_000;
const summaryMs = 15_000;
/** Scroll position below which the newest rows are visible. */
const topPixels = 160;

const classes = ['2xx', '4xx', '5xx'] as const;
export const filterNames = ['model', 'key_id', 'sub_account_id', 'account_id', 'status_class', 'error_code'] as const;

/** The URL parameters that filter the log; part of the query keys. */
function chosenParts(query: Query): Query {
  return Object.fromEntries(['range', 'from', 'to', ...filterNames].map((name) => [name, query[name]]));
}

export function isNarrowed(query: Query): boolean {
  return ['from', ...filterNames].some((name) => query[name] !== undefined);
}

export function filterOf(query: Query): CallsFilter {
  return {
    ...rangeOf(query, '24h'),
    model: query.model,
    key_id: query.key_id,
    sub_account_id: query.sub_account_id,
    account_id: query.account_id,
    status_class: classes.find((name) => name === query.status_class),
    error_code: query.error_code,
  };
}

type Pages = InfiniteData<CallsPage, string | undefined>;

/** Adds new rows to the log, newest first; undefined if there are so many that some in between may be missing. */
function withNewest(pages: Pages | undefined, newest: readonly CallRow[]): Pages | undefined {
  const [first, ...rest] = pages?.pages ?? [];
  if (pages === undefined || first === undefined) return undefined;
  const known = new Set(pages.pages.flatMap(({ data }) => data.map(({ id }) => id)));
  const fresh = newest.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return pages;
  if (fresh.length === newestRows) return undefined;
  // Ids sort by the time of the request, so a long call can appear below newer ones.
  const data = [...fresh, ...first.data].sort((left, right) => (left.id < right.id ? 1 : -1));
  return { ...pages, pages: [{ ...first, data }, ...rest] };
}

/** Whether the top of the page is visible. */
export function useIsAtTop(): boolean {
  const [isAtTop, setAtTop] = useState(true);
  useEffect(() => {
    const look = (): void => {
      setAtTop(scrollY < topPixels);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => {
      removeEventListener('scroll', look);
    };
  }, []);
  return isAtTop;
}

export interface Calls {
  readonly rows: readonly CallRow[] | undefined;
  readonly error: unknown;
  readonly more: { readonly hasMore: boolean; readonly isLoading: boolean; readonly load: () => void };
  readonly retry: () => void;
}

/** The filtered rows, loaded page by page. In live mode, new rows are added at the top. */
export function useCalls(source: CallSource, query: Query, isLive: boolean): Calls {
  const queries = useQueryClient();
  const key = [...source.key, 'rows', chosenParts(query)];
  const log = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => source.list(filterOf(query), { cursor: pageParam, limit: pageRows, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // A refetch would load all pages from the start; new rows arrive by polling instead.
    staleTime: Infinity,
    // Otherwise every new page would compare thousands of rows.
    structuralSharing: false,
    gcTime: 30_000,
    refetchOnWindowFocus: false,
  });
  useQuery({
    queryKey: [...source.key, 'newest', chosenParts(query)],
    queryFn: async ({ signal }) => {
      const { data } = await source.list(filterOf(query), { cursor: undefined, limit: newestRows, signal });
      const merged = withNewest(queries.getQueryData<Pages>(key), data);
      if (merged === undefined) await queries.resetQueries({ queryKey: key });
      else queries.setQueryData<Pages>(key, merged);
      return data[0]?.id ?? null;
    },
    enabled: isLive && log.isSuccess && !log.isPlaceholderData,
    refetchInterval: tailMs,
    staleTime: 0,
    gcTime: 0,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = log;
  const { data: pages } = log;
  const rows = useMemo(() => pages?.pages.flatMap(({ data }) => data), [pages]);
  // With an error code, a page can be empty although more rows follow.
  const isStillLooking = rows?.length === 0 && hasNextPage;
  useEffect(() => {
    if (isStillLooking && !isFetchingNextPage) void fetchNextPage();
  }, [isStillLooking, isFetchingNextPage, fetchNextPage]);
  return {
    rows: isStillLooking ? undefined : rows,
    error: log.error,
    more: {
      hasMore: hasNextPage,
      isLoading: isFetchingNextPage,
      load: () => void fetchNextPage(),
    },
    retry: () => void log.refetch(),
  };
}

export interface Summary {
  readonly sums: CallsSummary | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

export function useSummary(source: CallSource, query: Query, isLive: boolean): Summary {
  const { data, error, refetch } = useQuery({
    queryKey: [...source.key, 'summary', chosenParts(query)],
    queryFn: ({ signal }) => source.summary(filterOf(query), signal),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? summaryMs : false,
  });
  return { sums: data, error, retry: () => void refetch() };
}
