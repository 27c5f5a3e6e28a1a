import { useId, useState, type ReactNode } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { Segments } from '../../ui/forms/segments.tsx';
import './limit-field.css';

const texts = defineTexts({
  zh: { plan: '按套餐', own: '限制为', none: '不限', wrong: '请输入正整数。' },
  en: { plan: 'As the plan', own: 'At most', none: 'Unlimited', wrong: 'Enter a whole number above 0.' },
});

/** `plan`: the value of the plan. `none`: unlimited. Otherwise the typed text. */
export type TypedLimit = string;

export const isLimit = (typed: TypedLimit): boolean => typed === 'plan' || typed === 'none' || /^[1-9]\d{0,8}$/.test(typed);

/** `null`: unlimited; `undefined`: the value of the plan. */
export function limitOf(typed: TypedLimit): number | null | undefined {
  if (typed === 'plan') return undefined;
  return typed === 'none' ? null : Math.trunc(+typed);
}

export function typedLimit(limit: number | null | undefined): TypedLimit {
  if (limit === undefined) return 'plan';
  return limit === null ? 'none' : String(limit);
}

interface LimitFieldProps {
  readonly label: string;
  readonly value: TypedLimit;
  readonly onChange: (value: TypedLimit) => void;
  /** Whether the plan's value can be selected. */
  readonly hasPlan?: boolean;
  readonly behind?: ReactNode;
}

/** A limit that is a number, unlimited, or the plan's value. */
export function LimitField({ label, value, onChange, hasPlan = false, behind }: LimitFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const kind = value === 'plan' || value === 'none' ? value : 'own';
  // Keeps the number while the user switches between the choices.
  const [number, setNumber] = useState(kind === 'own' ? value : '');
  const isWrong = value !== '' && !isLimit(value);
  return (
    <div className="row">
      <span className="label">{label}</span>
      <div className="limit-field">
        <Segments
          label={label}
          value={kind}
          options={(['plan', 'own', 'none'] as const)
            .filter((one) => one !== 'plan' || hasPlan)
            .map((one) => ({ value: one, label: t[one] }))}
          onChange={(next) => {
            onChange(next === 'own' ? number : next);
          }}
        />
        {kind === 'own' ? (
          <span className="input">
            <input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              aria-label={label}
              aria-invalid={isWrong}
              aria-describedby={isWrong ? `${id}-error` : undefined}
              value={value}
              onChange={(event) => {
                setNumber(event.target.value);
                onChange(event.target.value);
              }}
            />
            {behind === undefined ? null : <span className="unit">{behind}</span>}
          </span>
        ) : null}
      </div>
      {isWrong ? (
        <p className="hint bad" id={`${id}-error`} role="alert">
          {t.wrong}
        </p>
      ) : null}
    </div>
  );
}
