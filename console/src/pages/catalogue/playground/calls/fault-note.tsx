import { remedyPath, useErrorWords } from '../../../../components/calls/error-words.ts';
import { AppLink } from '../../../../components/links/app-link.tsx';
import { useLanguage, useTexts } from '../../../../i18n/texts.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { HttpStatus } from '../../../../ui/states/status-word.tsx';
import type { CallFault } from './call-fault.ts';
import { callTexts } from './call-texts.ts';
import './calls.css';

interface FaultNoteProps {
  readonly fault: CallFault;
  readonly keyId: string;
  readonly onRetry?: (() => void) | undefined;
}

interface FaultWords {
  readonly cause: string;
  readonly remedy: string;
  /** Message of the gateway, if the cause does not include it. */
  readonly message: string | null;
}

function useWords({ code, status, message }: CallFault): FaultWords {
  const t = useTexts(callTexts);
  const language = useLanguage();
  const known = useErrorWords()(code);
  if (code === 'broken_off') return { cause: t.brokenOff, remedy: t.brokenOffRemedy, message: null };
  if (code === 'no_answer') return { cause: t.noAnswer, remedy: t.noAnswerRemedy, message: null };
  // The stream started well, so the texts for a refusal with this code do not apply.
  if (status === 200) return { cause: t.cut, remedy: t.brokenOffRemedy, message };
  // The gateway's English message is more specific than the text for the code.
  if (language === 'en') return { cause: message, remedy: known?.remedy ?? t.unknownRemedy, message: null };
  return known === null ? { cause: t.httpStatus(status), remedy: t.unknownRemedy, message } : { ...known, message };
}

/** Errors whose remedy is on a separate page. */
const hasPage = ['daily_cap_reached', 'monthly_cap_reached', 'ip_not_allowed', 'model_not_allowed', 'cap_reserved'];

/** Why a call returned nothing or not everything: the cause, what to do, and that it was not charged. */
export function FaultNote({ fault, keyId, onRetry }: FaultNoteProps) {
  const t = useTexts(callTexts);
  const { cause, remedy, message } = useWords(fault);
  const { status, code, param, requestId, retryAfterSeconds } = fault;
  return (
    <div className="fault-note" role="alert">
      <p>
        {status >= 400 ? <HttpStatus status={status} /> : null} <b>{cause}</b>{' '}
        {cause.includes('not charged') ? null : <span className="quiet">{t.notCharged}</span>}
      </p>
      <p>
        {remedy} {retryAfterSeconds === null ? null : t.waitFor(retryAfterSeconds)}{' '}
        {hasPage.includes(code) ? <AppLink to={remedyPath(code, keyId)}>{t.remedy}</AppLink> : null}
      </p>
      {message !== null ? (
        <p className="fault-words" lang="en">
          {param === null ? null : <code>{param}</code>} {message}
        </p>
      ) : null}
      <p className="fault-foot">
        {onRetry === undefined ? null : (
          <Button icon="retry" onClick={onRetry}>
            {t.retry}
          </Button>
        )}
        {requestId === null ? null : (
          <span className="quiet">
            {t.requestId} <code>{requestId}</code>
            <CopyButton text={requestId} label={t.copyRequestId} />
          </span>
        )}
      </p>
    </div>
  );
}
