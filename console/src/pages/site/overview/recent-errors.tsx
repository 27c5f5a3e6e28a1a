import type { CallsSummary } from '@tollgate/contract/calls/console-calls';
import { ErrorStatus } from '../../../components/calls/error-status.tsx';
import { useErrorWords } from '../../../components/calls/error-words.ts';
import { errorsByCode, type CodeErrors } from '../../../components/calls/errors-by-code.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { countText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { texts } from './texts.ts';

const shownMax = 5;

/** Recent errors with causes and remedies. */
export function RecentErrors({ errors }: { readonly errors: CallsSummary['errors'] }) {
  const t = useTexts(texts);
  return (
    <Sheet
      title={t.errors}
      note={errors.length === 0 ? undefined : t.errorsNote}
      right={<AppLink to={paths.calls()}>{t.inLog}</AppLink>}
    >
      {errors.length === 0 ? (
        <EmptyState>{t.noErrors}</EmptyState>
      ) : (
        <ul className="errs">
          {errorsByCode(errors)
            .slice(0, shownMax)
            .map((each) => (
              <ErrorRow key={each.code} error={each} />
            ))}
        </ul>
      )}
    </Sheet>
  );
}

function ErrorRow({ error }: { readonly error: CodeErrors }) {
  const t = useTexts(texts);
  const words = useErrorWords()(error.code);
  const { code } = error;
  return (
    <li>
      <div className="head">
        <ErrorStatus status={error.status} />
        <AppLink to={paths.calls({ error_code: code })}>
          <code>{code}</code>
        </AppLink>
        <span className="quiet">{t.times(countText(error.calls))}</span>
        <span className="when quiet">
          <Time at={error.last_at} form="ago" />
        </span>
      </div>
      <p>
        <Worded text={sentence(words?.cause ?? error.message)} />{' '}
        <span className="cure">
          <Worded text={words?.remedy ?? error.remedy} />
        </span>{' '}
        <AppLink to={paths.call(error.last_call_id)}>{t.lastCall}</AppLink>
      </p>
    </li>
  );
}

/** Adds a full stop to causes that are titles. */
function sentence(text: string): string {
  return /[.。！？]$/.test(text) ? text : `${text}${/[\u4e00-\u9fff]/.test(text) ? '。' : '.'}`;
}

/** Renders names of fields and headers, which are in backticks. */
function Worded({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={String(index)}>{part}</code> : part));
}
