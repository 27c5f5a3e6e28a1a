import { useEffect, useRef, type RefObject } from 'react';
import { useGo } from '../links/app-link.tsx';
import type { DataTableProps } from './data-table-props.ts';

function mayTake(event: KeyboardEvent): boolean {
  const { target } = event;
  const isInField = target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.defaultPrevented;
  return (
    isPlain &&
    !isInField &&
    document.querySelector('dialog[open]') === null &&
    localStorage.getItem('tollgate.shortcuts') !== 'off'
  );
}

/** J and K open the next or previous details while details are open. Otherwise they move the focus between rows, and Enter opens. */
export function useRowKeys<Row>(place: RefObject<HTMLElement | null>, table: DataTableProps<Row>): void {
  const go = useGo();
  const current = useRef(table);
  useEffect(() => {
    current.current = table;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = { j: 1, k: -1 }[event.key];
      if (step === undefined || !mayTake(event)) return;
      const { rows = [], rowKey, linkOf, openKey } = current.current;
      event.preventDefault();
      if (openKey !== undefined && linkOf !== undefined) {
        const next = rows[rows.findIndex((row) => rowKey(row) === openKey) + step];
        if (next !== undefined) go(linkOf(next), { replace: true });
        return;
      }
      const links = [...(place.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const at = links.findIndex((link) => link === document.activeElement);
      const next = links[at === -1 ? 0 : at + step];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [go, place]);
}
