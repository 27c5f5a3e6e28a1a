import type { ReactNode } from 'react';
import './empty-state.css';

/** Replaces missing content: one sentence, and the next step. */
export function EmptyState({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A placeholder in the size of the expected content. It appears after 150 ms, so that fast content does not flicker. */
export function Skeleton({ height }: { readonly height: number }) {
  return <div className="skeleton" aria-hidden="true" style={{ height }} />;
}
