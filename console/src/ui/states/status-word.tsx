import type { ReactNode } from 'react';
import './status-word.css';

/** Each state has a colour, a shape and a word; none relies on colour alone. */
export type StatusLook = 'go' | 'slow' | 'shut' | 'paused' | 'off';

export function StatusWord({ look, children }: { readonly look: StatusLook; readonly children: ReactNode }) {
  return <span className={`state ${look}`}>{children}</span>;
}

/** The status of an HTTP response; success has no colour. */
export function HttpStatus({ status }: { readonly status: number }) {
  const look = status === 499 ? 'st4 st499' : `st${String(status).slice(0, 1)}`;
  return <span className={`st ${look}`}>{status}</span>;
}
