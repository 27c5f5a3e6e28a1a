import { useEffect, useRef } from 'react';

/** A: approves the open request, unless the user is typing or shortcuts are off. */
export function useApproveKey(approve: (() => void) | null): void {
  const current = useRef(approve);
  useEffect(() => {
    current.current = approve;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const isInField = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.defaultPrevented && !event.repeat;
      if (event.key !== 'a' || isInField || !isPlain || localStorage.getItem('tollgate.shortcuts') === 'off') return;
      current.current?.();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, []);
}
