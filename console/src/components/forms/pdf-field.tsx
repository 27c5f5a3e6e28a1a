import { fieldWords } from '@tollgate/contract/refusals/form-words';
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/texts.ts';
import { FileInput } from '../../ui/forms/file-input.tsx';
import { Field } from '../../ui/forms/text-field.tsx';
import { isSendable } from './is-sendable.ts';

interface PdfFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly file: File | null;
  readonly onChange: (file: File) => void;
  readonly error?: ReactNode;
}

/** File field for a contract. */
export function PdfField({ label, hint, file, onChange, error }: PdfFieldProps) {
  const language = useLanguage();
  const tooLarge = file === null || isSendable(file) ? undefined : fieldWords('contract', 'body_too_large', 'contract', language);
  return (
    <Field label={label} hint={hint} error={tooLarge ?? error}>
      {(ids) => <FileInput {...ids} accept="application/pdf,.pdf" file={file} onChange={onChange} />}
    </Field>
  );
}
