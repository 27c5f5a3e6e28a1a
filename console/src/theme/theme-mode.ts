import { useSyncExternalStore } from 'react';
import type { Mode } from './palette.ts';

const place = 'tollgate.theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function chosen(): Mode | null {
  const kept = localStorage.getItem(place);
  return kept === 'light' || kept === 'dark' ? kept : null;
}

let mode: Mode = chosen() ?? (systemIsDark.matches ? 'dark' : 'light');

function show(): void {
  mode = chosen() ?? (systemIsDark.matches ? 'dark' : 'light');
  document.documentElement.dataset.theme = mode;
  for (const listener of listeners) listener();
}

/** Follows the system until the user chooses; a choice in another tab applies here as well. */
export function startTheme(): void {
  show();
  systemIsDark.addEventListener('change', show);
  addEventListener('storage', show);
}

export function toggleTheme(): void {
  localStorage.setItem(place, mode === 'dark' ? 'light' : 'dark');
  show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useThemeMode(): Mode {
  return useSyncExternalStore(subscribe, () => mode);
}
