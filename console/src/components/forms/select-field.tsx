import { Select } from 'antd';
import type { ReactNode } from 'react';
import { Field } from '../../ui/forms/text-field.tsx';

/** Longer lists have a search field. */
const rowsWithoutSearch = 8;

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly note?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly value: Value;
  /** Each value with its name. */
  readonly options: readonly (readonly [Value, string])[];
  readonly isDisabled?: boolean;
  readonly onChange: (value: Value) => void;
}

/** Selects one of several values; the only select field in forms. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, options, isDisabled = false, onChange, ...frame } = props;
  return (
    <Field {...frame}>
      {(ids) => (
        <Select<Value>
          {...ids}
          className="full"
          value={value}
          disabled={isDisabled}
          options={options.map(([each, name]) => ({ value: each, label: name }))}
          showSearch={options.length > rowsWithoutSearch ? { optionFilterProp: 'label' } : false}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
