import { weekdays } from '@tollgate/contract/catalogue/prices';
import { serviceTiers } from '@tollgate/contract/model-api/service-tiers';
import { useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Segments } from '../../ui/forms/segments.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { hasWhen, newVariant, type VariantDraft } from './price-draft.ts';
import { priceFormTexts } from './price-form-texts.ts';
import { PriceLines } from './price-lines.tsx';

interface PriceVariantsProps {
  readonly variants: readonly VariantDraft[];
  /** UTC offset of the service time zone. */
  readonly offset: string;
  readonly onChange: (variants: readonly VariantDraft[]) => void;
}

/** Rates under conditions: long inputs, times of day, service tiers. */
export function PriceVariants({ variants, offset, onChange }: PriceVariantsProps) {
  const t = useTexts(priceFormTexts);
  return (
    <>
      {variants.map((variant, at) => (
        <fieldset className="price-variant" key={variant.key}>
          <legend>{t.variant(at + 1)}</legend>
          <Conditions
            variant={variant}
            change={(some) => {
              onChange(variants.map((one) => (one.key === variant.key ? { ...one, ...some } : one)));
            }}
          />
          <Button
            look="plain"
            onClick={() => {
              onChange(variants.filter(({ key }) => key !== variant.key));
            }}
          >
            {t.removeVariant(at + 1)}
          </Button>
        </fieldset>
      ))}
      <Button
        icon="plus"
        onClick={() => {
          onChange([...variants, newVariant(offset)]);
        }}
      >
        {t.addVariant}
      </Button>
    </>
  );
}

interface ConditionsProps {
  readonly variant: VariantDraft;
  readonly change: (some: Partial<VariantDraft>) => void;
}

function Conditions({ variant, change }: ConditionsProps) {
  const t = useTexts(priceFormTexts);
  const text = (name: 'minInput' | 'minOutput' | 'from' | 'to', label: string, more: object) => (
    <TextField
      label={label}
      value={variant[name]}
      onChange={(value) => {
        change({ [name]: value.trim() });
      }}
      autoComplete="off"
      {...more}
    />
  );
  return (
    <>
      <div className="two">
        {text('minInput', t.minInput, { behind: t.tokens, inputMode: 'numeric' })}
        {text('minOutput', t.minOutput, { behind: t.tokens, inputMode: 'numeric' })}
        {text('from', t.from, { type: 'time', note: t.zone(variant.offset) })}
        {text('to', t.to, { type: 'time' })}
      </div>
      {variant.from === '' ? null : <Days variant={variant} change={change} />}
      <div className="row">
        <span className="label">{t.tier}</span>
        <Segments
          label={t.tier}
          value={variant.tier}
          options={['', ...serviceTiers].map((value) => ({ value, label: value === '' ? t.any : value }))}
          onChange={(tier) => {
            change({ tier });
          }}
        />
      </div>
      <div className="row">
        <span className="label">{t.reasoning}</span>
        <Segments
          label={t.reasoning}
          value={variant.reasoning}
          options={(['', 'with', 'without'] as const).map((value) => ({ value, label: value === '' ? t.any : t[value] }))}
          onChange={(reasoning) => {
            change({ reasoning });
          }}
        />
      </div>
      {hasWhen(variant) ? null : (
        <p className="hint bad" role="alert">
          {t.whenMissing}
        </p>
      )}
      <PriceLines
        lines={variant.lines}
        mayBeBase
        onChange={(lines) => {
          change({ lines });
        }}
      />
    </>
  );
}

function Days({ variant, change }: ConditionsProps) {
  const t = useTexts(priceFormTexts);
  return (
    <div className="row">
      <span className="label">{t.days}</span>
      <div className="seg" role="group" aria-label={t.days}>
        {weekdays.map((day) => {
          const isOn = variant.days.includes(day);
          return (
            <button
              key={day}
              type="button"
              aria-pressed={isOn}
              onClick={() => {
                change({ days: isOn ? variant.days.filter((one) => one !== day) : [...variant.days, day] });
              }}
            >
              {t.dayNames[day]}
            </button>
          );
        })}
      </div>
    </div>
  );
}
