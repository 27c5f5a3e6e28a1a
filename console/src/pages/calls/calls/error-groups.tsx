import { ErrorStatus } from '../../../components/calls/error-status.tsx';
import { useErrorWords } from '../../../components/calls/error-words.ts';
import { errorsByCode, type CodeErrors } from '../../../components/calls/errors-by-code.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { countText } from '../../../ui/number-text.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { texts } from './texts.ts';
import type { Summary } from './use-calls.ts';

/** The errors of the filtered calls, most frequent first, with meaning and remedy. */
export function ErrorGroups({ summary: { sums, error, retry } }: { readonly summary: Summary }) {
  const t = useTexts(texts);
  if (sums === undefined) return <Loading of={{ error, refetch: retry }} what={t.failedSums} height={280} />;
  if (sums.errors.length === 0) return <EmptyState>{t.noErrors}</EmptyState>;
  return (
    <ul className="error-groups" aria-label={t.errorList}>
      {errorsByCode(sums.errors).map((group) => (
        <Group key={group.code} group={group} />
      ))}
    </ul>
  );
}

function Group({ group }: { readonly group: CodeErrors }) {
  const t = useTexts(texts);
  const state = useAddressState();
  const words = useErrorWords()(group.code);
  const remedy = words?.remedy ?? group.remedy;
  return (
    <li>
      <div className="group-head">
        <ErrorStatus status={group.status} />
        <code>{group.code}</code>
        <b>{t.times2(countText(group.calls))}</b>
        <span className="quiet">
          {t.lastAt} <Time at={group.last_at} form="ago" />
        </span>
      </div>
      <p>{words?.cause ?? group.message}</p>
      {remedy === '' ? null : (
        <p className="quiet">
          {t.remedy}
          {t.colon}
          {remedy}
        </p>
      )}
      <div className="group-acts">
        <LinkButton to={state.with({ view: undefined, error_code: group.code, call: undefined })}>{t.show}</LinkButton>
        <AppLink to={state.with({ call: group.last_call_id })}>{t.openLast}</AppLink>
      </div>
    </li>
  );
}
