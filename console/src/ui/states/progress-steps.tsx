import type { ReactNode } from 'react';
import './progress-steps.css';

export interface ProgressStep {
  readonly state: 'done' | 'now' | 'ahead';
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** Past or expected time. */
  readonly time?: ReactNode;
  readonly children?: ReactNode;
}

/** Consecutive steps: completed ones in ink, the current one in amber. */
export function ProgressSteps({ steps }: { readonly steps: readonly ProgressStep[] }) {
  return (
    <ol className="steps">
      {steps.map(({ state, title, note, time, children }, index) => (
        <li key={String(index)} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          {time === undefined ? null : <span className="when">{time}</span>}
          <b>{title}</b>
          {note === undefined ? null : <small>{note}</small>}
          {children}
        </li>
      ))}
    </ol>
  );
}

interface MeterProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
}

/** A progress bar. */
export function Meter({ label, share }: MeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <span className="meter" role="progressbar" aria-label={label} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
      <span style={{ width: `${String(percent)}%` }} />
    </span>
  );
}
