import type { ReactNode } from 'react';
import './empty-state.css';

/** Nothing here yet: one sentence, and the one next step. */
export function EmptyState({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A placeholder of the content, in its final size. It shows only after 150 ms, so that fast content does not flicker. */
export function Skeleton({ height }: { readonly height: number }) {
  return <div className="skeleton" aria-hidden="true" style={{ height }} />;
}
