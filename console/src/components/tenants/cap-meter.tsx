import './barrier.css';

interface CapMeterProps {
  readonly percent: number;
  readonly label: string;
  /** Explains the notches. */
  readonly title: string;
}

/** Usage of a limit, with notches at the notification levels. */
export function CapMeter({ percent, label, title }: CapMeterProps) {
  const shown = Math.min(100, percent);
  return (
    <span
      className="bar"
      role="meter"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${String(percent)} %`}
      title={title}
    >
      <span className="fill" style={{ width: `${String(shown)}%` }} />
      <i className="at-80" />
      <i className="at-90" />
    </span>
  );
}
