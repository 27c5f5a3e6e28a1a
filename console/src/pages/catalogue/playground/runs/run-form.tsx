import { useEffect, type ReactNode } from 'react';
import { useTexts } from '../../../../i18n/texts.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { runTexts } from './run-texts.ts';

interface RunFormProps {
  readonly isRunning: boolean;
  readonly mayRun: boolean;
  readonly verb: string;
  /** Cost of the request, or what is missing. */
  readonly hint?: ReactNode;
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly children: ReactNode;
}

/** The request with its button: ⌘Enter sends, Esc stops. */
export function RunForm({ isRunning, mayRun, verb, hint, onRun, onStop, children }: RunFormProps) {
  const t = useTexts(runTexts);
  useEffect(() => {
    if (!isRunning) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const isFree = !event.defaultPrevented && document.querySelector('dialog[open]') === null;
      if (event.key === 'Escape' && isFree) onStop();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [isRunning, onStop]);
  return (
    <Sheet className="run-form">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mayRun && !isRunning) onRun();
        }}
      >
        <div className="pad form">{children}</div>
        <div className="run-foot">
          <p className="quiet">{hint}</p>
          {isRunning ? (
            <Button onClick={onStop}>
              {t.stop}
              <kbd className="wide">Esc</kbd>
            </Button>
          ) : (
            <SubmitButton disabled={!mayRun}>{verb}</SubmitButton>
          )}
        </div>
      </form>
    </Sheet>
  );
}
