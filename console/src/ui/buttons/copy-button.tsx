import { useEffect, useState } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { IconButton } from './button.tsx';
import { copyText } from './copy-text.ts';

const texts = defineTexts({
  zh: { copy: '复制', copied: '已复制' },
  en: { copy: 'Copy', copied: 'Copied' },
});

interface CopyButtonProps {
  readonly text: string;
  /** Names what is copied, if there are several such buttons. */
  readonly label?: string;
  readonly onCopied?: () => void;
}

/** Copies a text; the button shows a tick for two seconds. */
export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const t = useTexts(texts);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(setDone, 2_000, false);
    return () => {
      clearTimeout(timer);
    };
  }, [isDone]);
  const copy = (): void => {
    void copyText(text).then((isCopied) => {
      setDone(isCopied);
      if (isCopied) onCopied?.();
    });
  };
  return (
    <IconButton
      className={isDone ? 'copy done' : 'copy'}
      icon={isDone ? 'check' : 'copy'}
      label={isDone ? t.copied : (label ?? t.copy)}
      onClick={(event) => {
        event.stopPropagation();
        copy();
      }}
    />
  );
}
