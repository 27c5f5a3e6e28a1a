import { useTexts } from '../../../i18n/texts.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { limitOf, tokensMax, weightOf } from './key-entry.ts';
import { texts } from './texts.ts';

/** As typed. */
export interface KeySettings {
  readonly weight: string;
  readonly rpm: string;
  readonly tpm: string;
  readonly concurrency: string;
}

export const usualSettings: KeySettings = { weight: '1', rpm: '', tpm: '', concurrency: '' };

/** As the interface takes them; null while something typed is no number. */
export function settingsOf({ weight, rpm, tpm, concurrency }: KeySettings) {
  const share = weightOf(weight);
  const [requests, tokens, atOnce] = [limitOf(rpm), limitOf(tpm, tokensMax), limitOf(concurrency)];
  if (share === undefined || requests === undefined || tokens === undefined || atOnce === undefined) return null;
  return { weight: share, limits: { requests_per_minute: requests, tokens_per_minute: tokens, concurrency: atOnce } };
}

interface KeyFieldsProps {
  readonly value: KeySettings;
  readonly change: (some: Partial<KeySettings>) => void;
}

/** The share of a key, and what its owner may do there. */
export function KeyFields({ value, change }: KeyFieldsProps) {
  const t = useTexts(texts);
  const wrong = (text: string): string | undefined => (limitOf(text) === undefined ? t.wholeNumber : undefined);
  return (
    <>
      <TextField
        label={t.weight}
        hint={t.weightHint}
        inputMode="numeric"
        value={value.weight}
        onChange={(weight) => {
          change({ weight });
        }}
        error={weightOf(value.weight) === undefined ? t.weightWrong : undefined}
      />
      <div className="two">
        <TextField
          label={t.rpm}
          note={t.limitNote}
          inputMode="numeric"
          value={value.rpm}
          onChange={(rpm) => {
            change({ rpm });
          }}
          error={wrong(value.rpm)}
        />
        <TextField
          label={t.concurrency}
          note={t.limitNote}
          inputMode="numeric"
          value={value.concurrency}
          onChange={(concurrency) => {
            change({ concurrency });
          }}
          error={wrong(value.concurrency)}
        />
      </div>
      <TextField
        label={t.tpm}
        note={t.limitNote}
        inputMode="numeric"
        value={value.tpm}
        onChange={(tpm) => {
          change({ tpm });
        }}
        error={limitOf(value.tpm, tokensMax) === undefined ? t.tokensWrong : undefined}
      />
    </>
  );
}
