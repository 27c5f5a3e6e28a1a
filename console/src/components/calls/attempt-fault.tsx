import { attemptFaultWords, hasDetails, type AttemptFaultCode } from '@tollgate/contract/calls/attempt-faults';
import { useLanguage } from '../../i18n/texts.ts';

interface AttemptFaultProps {
  readonly code: AttemptFaultCode;
  /** As in the log. */
  readonly text: string;
}

/** The result of an attempt at an upstream, and the text of the log if it contains more. */
export function AttemptFault({ code, text }: AttemptFaultProps) {
  const words = attemptFaultWords(code, useLanguage());
  return (
    <>
      {words}
      {hasDetails(code) ? <code className="quiet"> {text}</code> : null}
    </>
  );
}
