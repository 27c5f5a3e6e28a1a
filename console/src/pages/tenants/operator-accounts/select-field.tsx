import type { ReactNode } from 'react';
import { Field } from '../../../ui/forms/text-field.tsx';

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: Value;
  /** Values with their names. */
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

/** Selects one of a few values. */
export function SelectField<Value extends string>({ label, hint, value, options, onChange }: SelectFieldProps<Value>) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <span className="input">
          <select
            {...ids}
            className="plan-select"
            value={value}
            onChange={(event) => {
              const chosen = options.find(([each]) => each === event.target.value);
              if (chosen !== undefined) onChange(chosen[0]);
            }}
          >
            {options.map(([each, name]) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}
