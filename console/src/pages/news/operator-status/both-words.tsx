import { useTexts } from '../../../i18n/texts.ts';
import { TextAreaField, TextField } from '../../../ui/forms/text-field.tsx';
import { texts } from './texts.ts';

export interface BothWords {
  readonly titleZh: string;
  readonly titleEn: string;
  readonly textZh: string;
  readonly textEn: string;
}

export const emptyTexts: BothWords = { titleZh: '', titleEn: '', textZh: '', textEn: '' };

interface WordsProps {
  readonly words: BothWords;
  readonly set: (change: Partial<BothWords>) => void;
  /** False for an update, which has no title. */
  readonly hasTitles?: boolean;
}

/** Input for texts, Chinese and English side by side. */
export function WordsFields({ words, set, hasTitles = false }: WordsProps) {
  const t = useTexts(texts);
  return (
    <div className="both">
      {hasTitles
        ? (['titleZh', 'titleEn'] as const).map((name) => (
            <TextField
              key={name}
              label={t[name]}
              maxLength={120}
              value={words[name]}
              onChange={(value) => {
                set({ [name]: value });
              }}
            />
          ))
        : null}
      {(['textZh', 'textEn'] as const).map((name) => (
        <TextAreaField
          key={name}
          label={t[name]}
          rows={4}
          maxLength={8000}
          value={words[name]}
          onChange={(next) => {
            set({ [name]: next });
          }}
        />
      ))}
    </div>
  );
}
