import type { ComponentProps } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { FileButton } from './file-button.tsx';

const texts = defineTexts({
  zh: { choose: '选择文件', none: '还没有选择' },
  en: { choose: 'Choose a file', none: 'None chosen' },
});

interface FileInputProps extends Omit<ComponentProps<typeof FileButton>, 'children' | 'onFile'> {
  readonly file: File | null;
  readonly onChange: (file: File) => void;
}

/** A file to upload, with its name next to the button. */
export function FileInput({ file, onChange, ...native }: FileInputProps) {
  const t = useTexts(texts);
  return (
    <div className="file-input">
      <FileButton {...native} onFile={onChange}>
        {t.choose}
      </FileButton>
      <span className={file === null ? 'quiet' : undefined}>{file?.name ?? t.none}</span>
    </div>
  );
}
