import type { ReactNode } from 'react';
import './segments.css';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}

/** A few choices side by side, one of which is selected. */
export function Segments<Value extends string>({ label, value, options, onChange, className = '' }: SegmentsProps<Value>) {
  return (
    <div className={`seg ${className}`} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => {
            onChange(option.value);
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
