import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PutModelRequest } from '@tollgate/contract/catalogue/operator-models';
import { modelTiers, type ModelKind } from '@tollgate/contract/enumerations';
import { useState } from 'react';
import { makerText } from '../../../components/catalogue/maker-text.ts';
import { ModelsField } from '../../../components/catalogue/models-field.tsx';
import { modelTexts } from '../../../components/catalogue/model-texts.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField, useRefused } from '../../../components/errors/use-refused.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import type { OperatorModel } from '../../../api/operator-models.ts';
import { putModel } from '../operator-catalogue.ts';
import { ChangedSince } from '../changed-since.tsx';
import { factsTexts } from './facts-texts.ts';
import { FallbackField } from './fallback-field.tsx';

interface FactsDraft {
  readonly owned_by: string;
  readonly aliases: string;
  readonly context_length: string;
  readonly output_limit: string;
  readonly typical_output: string;
  readonly features: string;
  readonly supported_parameters: string;
  readonly tier: string;
  readonly alternatives: readonly string[];
  readonly fallback_model: string;
  readonly retirement_date: string;
}

const counts = ['context_length', 'output_limit', 'typical_output'] as const;
const lists = ['features', 'supported_parameters'] as const;
const fields = [...counts, ...lists, 'owned_by', 'aliases', 'tier', 'alternatives', 'fallback_model', 'retirement_date'];

function draftOf(model: OperatorModel): FactsDraft {
  return {
    owned_by: makerText(model.owned_by),
    aliases: model.aliases.join(', '),
    context_length: model.context_length?.toString() ?? '',
    output_limit: model.output_limit?.toString() ?? '',
    typical_output: model.typical_output?.toString() ?? '',
    features: model.features.join(', '),
    supported_parameters: model.supported_parameters.join(', '),
    tier: model.tier ?? '',
    alternatives: model.alternatives,
    fallback_model: model.fallback_model ?? '',
    retirement_date: model.retirement_date?.slice(0, 10) ?? '',
  };
}

const isCount = (text: string): boolean => text === '' || /^[1-9]\d{0,8}$/.test(text);
const countOf = (text: string): number | null => (text === '' ? null : Number(text));
const namesOf = (text: string): string[] => [...new Set(text.split(/[,，\s]+/).filter((name) => name !== ''))];

function requestOf(draft: FactsDraft, kind: ModelKind, revision: string): PutModelRequest {
  return {
    kind,
    if_revision: revision,
    ...(draft.owned_by === '' ? {} : { owned_by: draft.owned_by }),
    aliases: namesOf(draft.aliases),
    context_length: countOf(draft.context_length),
    output_limit: countOf(draft.output_limit),
    typical_output: countOf(draft.typical_output),
    features: namesOf(draft.features),
    supported_parameters: namesOf(draft.supported_parameters),
    tier: modelTiers.find((tier) => tier === draft.tier) ?? null,
    alternatives: [...draft.alternatives],
    fallback_model: draft.fallback_model === '' ? null : draft.fallback_model,
    retirement_date: draft.retirement_date === '' ? null : draft.retirement_date,
  };
}

type TextName = 'owned_by' | 'aliases' | (typeof counts)[number] | (typeof lists)[number];

interface FactsFieldsProps {
  readonly model: OperatorModel;
  readonly draft: FactsDraft;
  readonly fault: unknown;
  readonly change: (some: Partial<FactsDraft>) => void;
}

function FactsFields({ model, draft, fault, change }: FactsFieldsProps) {
  const t = useTexts(factsTexts);
  const words = useTexts(modelTexts);
  const refused = useRefused(fault);
  const text = (name: TextName, more: object = {}) => (
    <TextField
      label={t.fields[name]}
      value={draft[name]}
      onChange={(value) => {
        change({ [name]: value });
      }}
      error={refused(name)}
      autoComplete="off"
      spellCheck={false}
      {...more}
    />
  );
  const count = (name: (typeof counts)[number]) =>
    text(name, { behind: t.tokens, inputMode: 'numeric', ...(isCount(draft[name]) ? {} : { error: t.countWrong }) });
  return (
    <>
      <div className="two">
        {text('owned_by', { maxLength: 100 })}
        {count('context_length')}
        {count('output_limit')}
        {count('typical_output')}
      </div>
      {text('aliases', { hint: t.aliasesHint, className: 'mono' })}
      <div className="row">
        <span className="label">{t.fields.tier}</span>
        <Segments
          label={t.fields.tier}
          value={draft.tier}
          options={['', ...modelTiers].map((value) => ({
            value,
            label: value === '' ? t.noTier : (words.tiers[value] ?? value),
          }))}
          onChange={(tier) => {
            change({ tier });
          }}
        />
      </div>
      {text('features', { hint: t.namesHint })}
      {text('supported_parameters', { hint: t.namesHint, className: 'mono' })}
      <ModelsField
        label={t.fields.alternatives}
        note={t.alternativesNote}
        placeholder={t.none}
        value={draft.alternatives}
        onChange={(alternatives) => {
          change({ alternatives });
        }}
        error={refused('alternatives')}
      />
      <FallbackField
        model={model}
        value={draft.fallback_model}
        onChange={(fallback) => {
          change({ fallback_model: fallback });
        }}
        error={refused('fallback_model')}
      />
      <TextField
        type="date"
        label={t.fields.retirement_date}
        hint={t.retiresHint}
        value={draft.retirement_date}
        onChange={(date) => {
          change({ retirement_date: date });
        }}
        error={refused('retirement_date')}
      />
    </>
  );
}

/** Edits the limits, aliases, alternatives and retirement of a model. */
export function FactsDrawer({ model, onClose }: { readonly model: OperatorModel; readonly onClose: () => void }) {
  const t = useTexts(factsTexts);
  const client = useQueryClient();
  const [edited, setEdited] = useState(model);
  const [draft, setDraft] = useState(() => draftOf(model));
  const save = useMutation({
    mutationFn: () => putModel(model.name, requestOf(draft, model.kind as ModelKind, edited.revision)),
    onSuccess: async () => {
      toast(t.saved(model.name));
      onClose();
      await client.invalidateQueries({ queryKey: ['operator', 'models'] });
    },
  });
  return (
    <SubmitDrawer
      title={t.title(model.name)}
      submit={t.save}
      isReady={counts.every((name) => isCount(draft[name]))}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        save.mutate();
      }}
    >
      <FactsFields
        model={model}
        draft={draft}
        fault={save.error}
        change={(some) => {
          setDraft((before) => ({ ...before, ...some }));
        }}
      />
      {isAtField(save.error, fields) ? null : <FormFault error={save.error} />}
      <ChangedSince
        error={save.error}
        before={edited}
        now={model}
        onReload={() => {
          setEdited(model);
          setDraft(draftOf(model));
          save.reset();
        }}
      />
    </SubmitDrawer>
  );
}
