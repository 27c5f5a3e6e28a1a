import { attemptFaultWords, hasDetails, type AttemptFaultCode } from '@tollgate/contract/calls/attempt-faults';
import { upstreamCauseWords } from '@tollgate/contract/calls/call-causes';
import { useLanguage } from '../../i18n/texts.ts';

interface AttemptFaultProps {
  readonly code: AttemptFaultCode;
  /** As in the log. */
  readonly text: string;
}

/** The result of an attempt at an upstream, and the text of the log if it contains more. */
export function AttemptFault({ code, text }: AttemptFaultProps) {
  const language = useLanguage();
  const words = attemptFaultWords(code, language);
  const details = upstreamCauseWords(text, language);
  if (details.startsWith(words)) return details;
  return (
    <>
      {words}
      {hasDetails(code) ? <span className="quiet"> {details}</span> : null}
    </>
  );
}
