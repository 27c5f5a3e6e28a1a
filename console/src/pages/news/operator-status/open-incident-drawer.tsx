import { useMutation } from '@tanstack/react-query';
import { incidentImpacts, incidentStates, type IncidentImpact, type IncidentState } from '@tollgate/contract/enumerations';
import { useState } from 'react';
import { operatorNewsApi } from '../../../api/clients/operator-news.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { newIdempotencyKey } from '../../../api/http/idempotency-key.ts';
import { ModelsField } from '../../../components/catalogue/models-field.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { emptyTexts, WordsFields } from './both-words.tsx';
import { texts } from './texts.ts';
import { useReloadIncidents } from './use-incidents.ts';

type OpenState = Exclude<IncidentState, 'postmortem'>;
const openStates = incidentStates.filter((state): state is OpenState => state !== 'postmortem' && state !== 'resolved');
interface Told {
  readonly impact: IncidentImpact;
  readonly status: OpenState;
  /** Empty: the whole service. */
  readonly models: readonly string[];
}

interface OpenIncidentDrawerProps {
  /** The preselected model; `null` for the whole service. */
  readonly model: string | null;
  readonly onClose: () => void;
}

/** Publishes an incident. If the request is sent twice, it is published once. */
export function OpenIncidentDrawer({ model, onClose }: OpenIncidentDrawerProps) {
  const t = useTexts(texts);
  const told = useReloadIncidents();
  const [intention, setIntention] = useState(newIdempotencyKey);
  const [words, setWords] = useState(emptyTexts);
  const [what, setWhat] = useState<Told>({ impact: 'minor', status: 'investigating', models: model === null ? [] : [model] });
  const isWhole = Object.values(words).every((text: string) => text.trim() !== '');
  const opening = useMutation({
    mutationFn: () =>
      operatorNewsApi.openIncident({
        headers: { 'Idempotency-Key': intention },
        body: {
          ...what,
          models: [...what.models],
          title: { zh: words.titleZh, en: words.titleEn },
          text: { zh: words.textZh, en: words.textEn },
        },
      }),
    onSuccess: async () => {
      toast(t.opened);
      onClose();
      await told();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status < 500) setIntention(newIdempotencyKey());
    },
  });
  return (
    <SubmitDrawer
      title={t.open}
      submit={t.tell}
      isReady={isWhole}
      isBusy={opening.isPending}
      onClose={onClose}
      onSubmit={() => {
        opening.mutate();
      }}
    >
      <What told={what} set={setWhat} />
      <WordsFields
        words={words}
        hasTitles
        set={(change) => {
          setWords((before) => ({ ...before, ...change }));
        }}
      />
      <FormFault error={opening.error} />
      <FormSentence>{t.saysOpen(t.impacts[what.impact])}</FormSentence>
    </SubmitDrawer>
  );
}

interface WhatProps {
  readonly told: Told;
  readonly set: (told: Told) => void;
}

/** Severity, progress, and the affected models. */
function What({ told, set }: WhatProps) {
  const t = useTexts(texts);
  return (
    <>
      <div className="row">
        <span className="label">{t.impact}</span>
        <Segments
          label={t.impact}
          value={told.impact}
          options={incidentImpacts.map((value) => ({ value, label: t.impacts[value] }))}
          onChange={(impact) => {
            set({ ...told, impact });
          }}
        />
      </div>
      <div className="row">
        <span className="label">{t.state}</span>
        <Segments
          label={t.state}
          value={told.status}
          options={openStates.map((value) => ({ value, label: t.states[value] }))}
          onChange={(status) => {
            set({ ...told, status });
          }}
        />
      </div>
      <ModelsField
        label={t.models}
        note={t.modelsNote}
        value={told.models}
        onChange={(models) => {
          set({ ...told, models });
        }}
      />
    </>
  );
}
