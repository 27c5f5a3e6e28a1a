import { useEffect, useRef, type RefObject } from 'react';
import type { DataTableProps } from './data-table-props.ts';

/** Loads the next rows before the end becomes visible. */
export function useLoadMore(end: RefObject<HTMLElement | null>, more: DataTableProps<unknown>['more']): void {
  const load = useRef(more?.load);
  useEffect(() => {
    load.current = more?.load;
  });
  const mayLoad = more?.hasMore === true && !more.isLoading;
  useEffect(() => {
    const mark = end.current;
    if (mark === null || !mayLoad) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        // On a busy machine, the end may disappear and reappear before the callback; only the last entry counts.
        if (entries.at(-1)?.isIntersecting === true) load.current?.();
      },
      { rootMargin: '900px' },
    );
    observer.observe(mark);
    return () => {
      observer.disconnect();
    };
  }, [end, mayLoad]);
}
