import { useState } from 'react';

/** Keeps typed text on this device until it is changed; the text is sent only with a call. */
export function useKept<Value extends object>(name: string, initial: Value): readonly [Value, (change: Partial<Value>) => void] {
  const place = `tollgate.playground.${name}`;
  const [value, setValue] = useState<Value>(() => ({ ...initial, ...readKept(place) }));
  const change = (by: Partial<Value>): void => {
    const next = { ...value, ...by };
    setValue(next);
    try {
      localStorage.setItem(place, JSON.stringify(next));
    } catch {
      // Storage is full: the text lasts until the page is closed.
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
