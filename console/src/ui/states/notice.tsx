import type { ReactNode } from 'react';
import { Icon } from '../pictures/icon.tsx';
import './notice.css';

interface NoticeProps {
  /** Striped; used only for paused keys. */
  readonly isPaused?: boolean;
  /** A link or button at the right that fixes the problem. */
  readonly remedy?: ReactNode;
  readonly children: ReactNode;
}

/** A problem, shown above the page that it concerns, with its remedy. */
export function Notice({ isPaused = false, remedy, children }: NoticeProps) {
  return (
    <div className={isPaused ? 'notice striped' : 'notice'} role="status">
      {isPaused ? null : <Icon name="info" />}
      <p>{children}</p>
      {remedy === undefined ? null : <span className="right">{remedy}</span>}
    </div>
  );
}

/** The effect of a form in plain words, as its last line. */
export function FormSentence({ children }: { readonly children: ReactNode }) {
  return (
    <p className="say" aria-live="polite">
      {children}
    </p>
  );
}
