import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';

/** A row, or a heading between rows. */
export type Item<Row> = { readonly row: Row } | { readonly group: string };

interface VirtualRows<Row> {
  readonly shown: readonly Item<Row>[];
  /** Height of the omitted rows above and below. */
  readonly before: number;
  readonly after: number;
}

/** Up to this number, all rows are rendered; beyond it, only those near the window. */
const wholeUpTo = 200;
const groupHeight = 27;

export function useVirtualRows<Row>(
  items: readonly Item<Row>[],
  place: RefObject<HTMLElement | null>,
  rowHeight: number,
): VirtualRows<Row> {
  const isVirtual = items.length > wholeUpTo;
  const [scrollMargin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0;
    setMargin(top + scrollY);
  }, [place, isVirtual]);
  const virtualizer = useWindowVirtualizer({
    count: isVirtual ? items.length : 0,
    // Includes the hairline.
    estimateSize: (index) => ('group' in (items[index] ?? {}) ? groupHeight : rowHeight),
    overscan: 24,
    scrollMargin,
  });
  if (!isVirtual) return { shown: items, before: 0, after: 0 };
  const near = virtualizer.getVirtualItems();
  const [first, last] = [near[0], near.at(-1)];
  return {
    shown: near.flatMap(({ index }) => items[index] ?? []),
    before: first === undefined ? 0 : first.start - scrollMargin,
    after: last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - scrollMargin),
  };
}
