import type { ReactNode } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useCapFault } from './cap-text.ts';

const texts = defineTexts({
  zh: { daily: '日上限', monthly: '月上限', perDay: '/ 天', perMonth: '/ 月', optional: '可选', none: '不限' },
  en: {
    daily: 'Daily cap',
    monthly: 'Monthly cap',
    perDay: '/ day',
    perMonth: '/ month',
    optional: 'optional',
    none: 'Unlimited',
  },
});

interface CapFieldProps {
  readonly period: 'daily' | 'monthly';
  /** As typed; empty for no cap. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly autoFocus?: boolean;
}

/** Input for the maximum spending per day or month. */
export function CapField({ period, value, onChange, error, autoFocus = false }: CapFieldProps) {
  const t = useTexts(texts);
  const fault = useCapFault()(value);
  return (
    <TextField
      label={t[period]}
      note={t.optional}
      value={value}
      onChange={onChange}
      before="¥"
      behind={period === 'daily' ? t.perDay : t.perMonth}
      placeholder={t.none}
      inputMode="decimal"
      autoComplete="off"
      autoFocus={autoFocus}
      error={fault ?? error}
    />
  );
}
