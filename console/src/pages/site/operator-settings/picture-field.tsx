import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FileButton } from '../../../ui/forms/file-button.tsx';
import { Field } from '../../../ui/forms/text-field.tsx';
import { texts } from './texts.ts';

interface PictureFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  /** A PNG in base64; empty for the default. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isReadOnly: boolean;
}

const bytesMax = 64 * 1024;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** A small picture with a button to replace it. */
export function PictureField({ label, hint, error, value, onChange, isReadOnly }: PictureFieldProps) {
  const t = useTexts(texts);
  const [isTooLarge, setTooLarge] = useState(false);
  const take = async (file: File): Promise<void> => {
    setTooLarge(file.size > bytesMax);
    if (file.size <= bytesMax) onChange(await base64Of(file));
  };
  return (
    <Field label={label} hint={hint} error={isTooLarge ? t.tooLarge : error}>
      {(ids) => (
        <div className="settings-picture">
          {value === '' ? (
            <span className="quiet">{t.none}</span>
          ) : (
            <img src={`data:image/png;base64,${value}`} alt={label} width={48} height={48} />
          )}
          {isReadOnly ? null : (
            <>
              <FileButton {...ids} accept="image/png" onFile={(file) => void take(file)}>
                {t.choose}
              </FileButton>
              {value === '' ? null : (
                <Button
                  look="plain"
                  onClick={() => {
                    onChange('');
                  }}
                >
                  {t.remove}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </Field>
  );
}
