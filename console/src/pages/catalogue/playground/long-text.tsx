import { TextAreaField } from '../../../ui/forms/text-field.tsx';

interface LongTextProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly isCode?: boolean;
  readonly rows?: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Input for several lines of text or JSON. */
export function LongText({ label, hint, error, isCode = false, rows = 3, value, onChange }: LongTextProps) {
  return (
    <TextAreaField
      label={label}
      hint={hint}
      error={error}
      className={isCode ? 'long-text mono' : 'long-text'}
      rows={rows}
      spellCheck={!isCode}
      value={value}
      onChange={onChange}
    />
  );
}

/** The non-empty lines, up to a maximum. */
export function linesOf(text: string, most: number): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, most);
}
