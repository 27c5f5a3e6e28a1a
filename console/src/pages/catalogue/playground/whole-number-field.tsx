import { defineTexts, useTexts } from '../../../i18n/texts.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';

const texts = defineTexts({
  zh: {
    atLeast: (min: number) => `须为不小于 ${String(min)} 的整数。`,
    between: (min: number, max: number) => `须为 ${String(min)} 到 ${String(max)} 的整数。`,
  },
  en: {
    atLeast: (min: number) => `Must be a whole number from ${String(min)} on.`,
    between: (min: number, max: number) => `Must be a whole number from ${String(min)} to ${String(max)}.`,
  },
});

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

const anyBounds: Bounds = { min: 1, max: Infinity };

/** The typed number; null if empty, undefined if invalid or out of range. */
export function readWhole(text: string, { min, max }: Bounds = anyBounds): number | null | undefined {
  if (text.trim() === '') return null;
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : -1;
  return value >= min && value <= max ? value : undefined;
}

interface WholeNumberFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly bounds?: Bounds;
  readonly behind?: string;
  readonly onChange: (value: string) => void;
}

/** Input for an optional whole number. */
export function WholeNumberField({ label, hint, value, bounds = anyBounds, behind, onChange }: WholeNumberFieldProps) {
  const t = useTexts(texts);
  const { min, max } = bounds;
  const fault = max === Infinity ? t.atLeast(min) : t.between(min, max);
  return (
    <TextField
      label={label}
      inputMode="numeric"
      hint={hint}
      error={readWhole(value, bounds) === undefined ? fault : undefined}
      value={value}
      onChange={onChange}
      {...(behind === undefined ? {} : { behind })}
    />
  );
}
