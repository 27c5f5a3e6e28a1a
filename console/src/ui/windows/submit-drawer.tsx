import { useId, type ReactNode } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { Button } from '../buttons/button.tsx';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { FormDrawer } from './drawer.tsx';

const texts = defineTexts({ zh: { cancel: '取消' }, en: { cancel: 'Cancel' } });

interface SubmitDrawerProps {
  readonly title: string;
  /** Text of the submit button. */
  readonly submit: string;
  /** Another button, at the opposite end of the footer. */
  readonly aside?: ReactNode;
  /** Whether the form can be submitted. Forms that show errors on submission are always ready. */
  readonly isReady?: boolean;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The fields. They show their own errors instead of the browser's. */
  readonly children: ReactNode;
}

/** A form above the page that is submitted or canceled. */
export function SubmitDrawer({ title, submit, aside, isReady = true, isBusy, onSubmit, onClose, children }: SubmitDrawerProps) {
  const t = useTexts(texts);
  const formId = useId();
  return (
    <FormDrawer
      title={title}
      label={title}
      onClose={onClose}
      foot={
        <>
          {aside === undefined ? null : (
            <>
              {aside}
              <span className="grow" />
            </>
          )}
          <Button onClick={onClose}>{t.cancel}</Button>
          <SubmitButton form={formId} disabled={!isReady} isBusy={isBusy}>
            {submit}
          </SubmitButton>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onSubmit();
        }}
      >
        {children}
      </form>
    </FormDrawer>
  );
}
