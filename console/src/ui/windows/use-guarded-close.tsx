import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { Button } from '../buttons/button.tsx';
import { isListOpen } from './is-list-open.ts';
import { Window } from './window.tsx';

const texts = defineTexts({
  zh: {
    ask: '放弃已填写的内容？',
    lost: '这里的改动还没有保存，关闭后会丢失。',
    stay: '继续填写',
    leave: '放弃',
  },
  en: {
    ask: 'Discard your changes?',
    lost: 'What you have entered here is not saved. It is lost when you close the form.',
    stay: 'Keep editing',
    leave: 'Discard',
  },
});

/** The content of a form, for later comparison. */
function contentsOf(form: Element): string {
  const typed = [...form.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(({ type, value, checked }) =>
    type === 'checkbox' || type === 'radio' ? checked : value,
  );
  const chosen = [...form.querySelectorAll('.ant-select, [aria-pressed], [aria-checked]')].map((one) => [
    one.getAttribute('aria-pressed') ?? one.getAttribute('aria-checked'),
    one.matches('.ant-select') ? one.textContent : '',
  ]);
  return JSON.stringify([typed, chosen]);
}

const formsIn = (place: Element | null): readonly Element[] => [...(place?.querySelectorAll('form') ?? [])];

interface GuardedClose {
  /** Closes an unchanged form; otherwise asks for confirmation. */
  readonly close: () => void;
  /** Event handlers for the element around the forms. */
  readonly watch: {
    readonly onKeyDownCapture: (event: KeyboardEvent) => void;
    readonly onPointerDownCapture: () => void;
  };
  /** The confirmation, while it is shown. */
  readonly question: ReactNode;
}

/** Protects input: Esc closes an open list first, and a changed form asks for confirmation before it closes. */
export function useGuardedClose(place: RefObject<HTMLElement | null>, onClose: () => void): GuardedClose {
  const t = useTexts(texts);
  const before = useRef(new WeakMap<Element, string>());
  const [isAsking, setAsking] = useState(false);
  // The content of the form when the user first touches it; data loaded before is not a change.
  const note = (): void => {
    for (const form of formsIn(place.current)) if (!before.current.has(form)) before.current.set(form, contentsOf(form));
  };
  const isChanged = (form: Element): boolean => {
    const was = before.current.get(form);
    return was !== undefined && was !== contentsOf(form);
  };
  const stay = (): void => {
    setAsking(false);
  };
  return {
    close: () => {
      if (formsIn(place.current).some(isChanged)) setAsking(true);
      else onClose();
    },
    watch: {
      onKeyDownCapture: (event) => {
        note();
        // The list itself still gets the event.
        if (event.key === 'Escape' && isListOpen(place.current)) event.preventDefault();
      },
      onPointerDownCapture: note,
    },
    question: isAsking ? (
      <Window label={t.ask} onClose={stay}>
        <header>
          <h2>{t.ask}</h2>
        </header>
        <p className="pad">{t.lost}</p>
        <footer>
          <Button look="danger" onClick={onClose}>
            {t.leave}
          </Button>
          <Button look="primary" onClick={stay} autoFocus>
            {t.stay}
          </Button>
        </footer>
      </Window>
    ) : null,
  };
}
