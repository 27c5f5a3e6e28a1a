import { useMutation } from '@tanstack/react-query';
import { incidentStates, type IncidentState } from '@tollgate/contract/enumerations';
import { useState } from 'react';
import { operatorNewsApi } from '../../../api/clients/operator-news.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { newIdempotencyKey } from '../../../api/http/idempotency-key.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useListing, useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Skeleton } from '../../../ui/states/empty-state.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import { PlainText } from '../plain-text.tsx';
import { emptyTexts, WordsFields } from './both-words.tsx';
import { texts } from './texts.ts';
import { useIncidents, useReloadIncidents, type Incident } from './use-incidents.ts';

interface IncidentDrawerProps {
  readonly id: string;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}

/** Updates of an incident, newest first, and a form for the next one. */
export function IncidentDrawer({ id, mayChange, onClose }: IncidentDrawerProps) {
  const t = useTexts(texts);
  const listed = useListing();
  const language = useLanguage();
  const { data, error, refetch } = useIncidents();
  const incident = data?.data.find((one) => one.id === id);
  return (
    <DetailDrawer title={incident?.title[language] ?? t.incident} label={t.incident} onClose={onClose}>
      {data === undefined && error === null ? <Skeleton height={240} /> : null}
      {data === undefined && error !== null ? (
        <ErrorState what={t.failed.incidents} error={error} onRetry={() => void refetch()} />
      ) : null}
      {incident === undefined ? null : (
        <>
          <p className="quiet">
            {t.impacts[incident.impact]} · {incident.models.length === 0 ? t.allModels : listed(incident.models)}
          </p>
          {mayChange ? <NextForm key={incident.updated_at} incident={incident} /> : null}
          {incident.updates.map((update) => (
            <article className="told" key={update.at}>
              <small className="quiet">
                <Time at={update.at} /> · {t.states[update.status]}
              </small>
              <PlainText>{update.text[language]}</PlainText>
            </article>
          ))}
        </>
      )}
    </DetailDrawer>
  );
}

/** Possible states of the next update. */
function statesAfter({ resolved_at: resolvedAt }: Incident): readonly IncidentState[] {
  return incidentStates.filter((state) => (state === 'postmortem') === (resolvedAt !== null));
}

function NextForm({ incident }: { readonly incident: Incident }) {
  const t = useTexts(texts);
  const told = useReloadIncidents();
  const choices = statesAfter(incident);
  const [intention, setIntention] = useState(newIdempotencyKey);
  const [status, setStatus] = useState<IncidentState>(
    choices.find((choice) => choice === incident.status) ?? choices[0] ?? 'postmortem',
  );
  const [words, setWords] = useState(emptyTexts);
  const isWhole = words.textZh.trim() !== '' && words.textEn.trim() !== '';
  const telling = useMutation({
    mutationFn: () =>
      operatorNewsApi.updateIncident({
        params: { id: incident.id },
        headers: { 'Idempotency-Key': intention },
        body: { status, text: { zh: words.textZh, en: words.textEn } },
      }),
    onSuccess: async () => {
      toast(t.publishedToast);
      await told();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status < 500) setIntention(newIdempotencyKey());
    },
  });
  return (
    <form
      noValidate
      className="form"
      aria-label={t.next}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) telling.mutate();
      }}
    >
      <Segments
        label={t.state}
        value={status}
        options={choices.map((value) => ({ value, label: t.states[value] }))}
        onChange={setStatus}
      />
      <WordsFields
        words={words}
        set={(change) => {
          setWords((before) => ({ ...before, ...change }));
        }}
      />
      <FormFault error={telling.error} />
      <FormSentence>{status === 'resolved' ? t.saysOver : t.saysNext(t.states[status])}</FormSentence>
      <div className="form-act">
        <Button look="primary" type="submit" disabled={!isWhole} isBusy={telling.isPending}>
          {t.next}
        </Button>
      </div>
    </form>
  );
}
