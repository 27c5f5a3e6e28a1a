import { useState, type ReactNode } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { Button } from '../buttons/button.tsx';
import { TextField } from '../forms/text-field.tsx';
import { Modal } from './modal.tsx';

const texts = defineTexts({
  zh: { type: (word: string) => `输入 ${word} 以确认`, cancel: '取消' },
  en: { type: (word: string) => `Type ${word} to confirm`, cancel: 'Cancel' },
});

interface ConfirmTypedProps {
  readonly title: string;
  /** Describes the irreversible effect. */
  readonly children: ReactNode;
  /** The word to type, usually the remark. */
  readonly word: string;
  /** Verb on the button. */
  readonly verb: string;
  readonly isBusy?: boolean;
  readonly error?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirmation for actions that cannot be undone. */
export function ConfirmTyped({ title, children, word, verb, isBusy = false, error, onConfirm, onClose }: ConfirmTypedProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState('');
  return (
    <Modal label={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === word) onConfirm();
        }}
      >
        <header>
          <h2>{title}</h2>
        </header>
        <div className="pad form">
          <div>{children}</div>
          <TextField
            label={t.type(word)}
            value={typed}
            onChange={setTyped}
            error={error}
            autoComplete="off"
            spellCheck={false}
            autoFocus
          />
        </div>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look="danger" disabled={typed !== word} isBusy={isBusy}>
            {verb}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
