import { useState } from 'react';

/** Typed text stays on this device until it is changed; it is sent only with a call. */
export function useKept<Value extends object>(name: string, initial: Value): readonly [Value, (change: Partial<Value>) => void] {
  const place = `tollgate.playground.${name}`;
  const [value, setValue] = useState<Value>(() => ({ ...initial, ...readKept(place) }));
  const change = (by: Partial<Value>): void => {
    const next = { ...value, ...by };
    setValue(next);
    try {
      localStorage.setItem(place, JSON.stringify(next));
    } catch {
      // No room left: it holds until the page is left.
    }
  };
  return [value, change];
}

function readKept(place: string): object {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as object;
  } catch {
    return {};
  }
}
