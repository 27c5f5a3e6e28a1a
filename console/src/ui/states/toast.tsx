import { useSyncExternalStore } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import './toast.css';

const texts = defineTexts({ zh: { undo: '撤销', messages: '提示' }, en: { undo: 'Undo', messages: 'Notes' } });

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => void) | undefined;
}

let shown: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function remove(id: number): void {
  set(shown.filter((toast) => toast.id !== id));
}

/** Enough time to read the message and undo the action. */
const shownMs = 8_000;

/** Confirms an action. Actions that can be undone here need no prior confirmation. */
export function toast(text: string, { undo }: { readonly undo?: () => void } = {}): void {
  count += 1;
  const id = count;
  set([...shown.slice(-2), { id, text, undo }]);
  setTimeout(remove, shownMs, id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The container of toasts; rendered once, around everything. */
export function Toasts() {
  const t = useTexts(texts);
  const toasts = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className="toasts" role="status" aria-label={t.messages}>
      {toasts.map(({ id, text, undo }) => (
        <p key={id}>
          {text}
          {undo === undefined ? null : (
            <button
              type="button"
              onClick={() => {
                remove(id);
                undo();
              }}
            >
              {t.undo}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
