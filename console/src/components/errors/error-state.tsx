import type { FormName } from '@tollgate/contract/refusals/form-words';
import { ApiError } from '../../api/http/api-error.ts';
import { withContact } from '../../i18n/support-words.ts';
import { useLanguage, useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Skeleton } from '../../ui/states/empty-state.tsx';
import { errorStateTexts } from './error-state-texts.ts';
import { exactText, refusalText } from './refusal-text.ts';
import './states.css';

interface ErrorStateProps {
  /** What failed, in the user's words: "Could not load the keys". */
  readonly what: string;
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** Replaces the part of a page that failed; the rest continues to work. */
export function ErrorState({ what, error, onRetry }: ErrorStateProps) {
  const t = useTexts(errorStateTexts);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="error-state" role="alert">
      <p>
        <b>{what}</b> <span className="quiet">{useCause(error)}</span>
      </p>
      {requestId === null ? null : (
        <p className="fine">
          {t.requestId} <code>{requestId}</code>
          <CopyButton text={requestId} label={t.copyRequestId} />
        </p>
      )}
      {onRetry === undefined ? null : (
        <Button icon="retry" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </div>
  );
}

interface LoadingProps {
  /** The query without data. */
  readonly of: { readonly error: unknown; readonly refetch: () => unknown };
  /** What could not be loaded, if it fails. */
  readonly what: string;
  /** Height of the expected content, in pixels. */
  readonly height: number;
}

/** Replaces the result of a query while it loads. After a failure, shows the reason and a retry button. */
export function Loading({ of: { error, refetch }, what, height }: LoadingProps) {
  return error === null ? <Skeleton height={height} /> : <ErrorState what={what} error={error} onRetry={() => void refetch()} />;
}

/** The error and its remedy, in the current language if a text exists, or else in the server's words. */
export function useWhy(form?: FormName): (error: unknown) => string {
  const t = useTexts(errorStateTexts);
  const language = useLanguage();
  return (error) => {
    if (!(error instanceof ApiError)) return t.unexpected;
    if (error.status === 0) return t.noAnswer;
    if (error.status === 401) return t.signedOut;
    if (error.status === 403) return withContact(exactText(error, language) ?? t.notAllowed);
    if (error.status === 404) return exactText(error, language) ?? t.gone;
    if (error.status === 429) return withContact(exactText(error, language) ?? t.tooMany);
    if (error.status >= 500) return t.ourFault;
    return withContact(refusalText(error, language, form));
  };
}

export function useCause(error: unknown, form?: FormName): string {
  return useWhy(form)(error);
}
