import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { operatorModelsQuery, type OperatorModel } from '../../../api/operator-models.ts';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { factsTexts } from './facts-texts.ts';

interface FallbackFieldProps {
  readonly model: Pick<OperatorModel, 'kind' | 'name'>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: ReactNode;
}

/** The model that responds when no route of this one can; only another of its kind is ever used. */
export function FallbackField({ model: { kind, name }, value, onChange, error }: FallbackFieldProps) {
  const t = useTexts(factsTexts);
  const { data: models = [] } = useQuery(operatorModelsQuery);
  if (kind !== 'chat' && kind !== 'rerank') return null;
  const others = models.filter((one) => one.kind === kind && one.name !== name).map((one) => one.name);
  const names = value === '' || others.includes(value) ? others : [value, ...others];
  return (
    <SelectField
      label={t.fields.fallback_model}
      hint={t.fallbackHint}
      value={value}
      options={[['', t.none], ...names.map((each) => [each, each] as const)]}
      onChange={onChange}
      error={error}
    />
  );
}
