import type { ReactNode } from 'react';
import { Icon } from '../pictures/icon.tsx';
import './notice.css';

interface NoticeProps {
  /** Striped means paused, and nothing else. */
  readonly isPaused?: boolean;
  /** The remedy, as a link or button at the right. */
  readonly remedy?: ReactNode;
  readonly children: ReactNode;
}

/** A trouble over the page it is about, with its remedy. */
export function Notice({ isPaused = false, remedy, children }: NoticeProps) {
  return (
    <div className={isPaused ? 'notice striped' : 'notice'} role="status">
      {isPaused ? null : <Icon name="info" />}
      <p>{children}</p>
      {remedy === undefined ? null : <span className="right">{remedy}</span>}
    </div>
  );
}

/** The effect of a form, in plain words, as its last line. */
export function FormSentence({ children }: { readonly children: ReactNode }) {
  return (
    <p className="say" aria-live="polite">
      {children}
    </p>
  );
}
