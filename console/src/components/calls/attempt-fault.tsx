import { attemptFaultWords, hasDetails, type AttemptFaultCode } from '@tollgate/contract/calls/attempt-faults';
import { useLanguage } from '../../i18n/texts.ts';

interface AttemptFaultProps {
  readonly code: AttemptFaultCode;
  /** As the log has it. */
  readonly text: string;
}

/** What an attempt at an upstream met: words, and the text of the log where it says more. */
export function AttemptFault({ code, text }: AttemptFaultProps) {
  const words = attemptFaultWords(code, useLanguage());
  return (
    <>
      {words}
      {hasDetails(code) ? <code className="quiet"> {text}</code> : null}
    </>
  );
}
