import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../api/http/api-error.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import type { OperatorModel } from '../../api/operator-models.ts';
import { priceFormTexts } from './price-form-texts.ts';

const compared = [
  ...(['prices', 'kind', 'aliases', 'owned_by', 'context_length', 'output_limit', 'typical_output', 'features'] as const),
  ...(['supported_parameters', 'tier', 'alternatives', 'fallback_model', 'retirement_date'] as const),
];

function isChangedSince(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'model_changed';
}

interface ChangedSinceProps {
  readonly error: unknown;
  /** The model when the form was opened, and now. */
  readonly before: OperatorModel;
  readonly now: OperatorModel;
  /** Restarts the form with the current values. */
  readonly onReload: () => void;
}

/** The difference, after someone else has changed the edited model. */
export function ChangedSince({ error, before, now, onReload }: ChangedSinceProps) {
  const t = useTexts(priceFormTexts);
  const client = useQueryClient();
  const isChanged = isChangedSince(error);
  useEffect(() => {
    if (isChanged) void client.invalidateQueries({ queryKey: ['operator', 'models'] });
  }, [client, isChanged]);
  if (!isChanged || now.revision === before.revision) return null;
  const differing = compared.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  const shown = (model: OperatorModel, name: (typeof compared)[number]): string => {
    const value = name === 'prices' ? model.price : model[name];
    return value === null ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return (
    <div className="changed-since">
      <p className="hint">{t.changed}</p>
      <ul>
        {differing.map((name) => (
          <li key={name}>
            {t.fields[name]} <code>{shown(before, name)}</code> → <code>{shown(now, name)}</code>
          </li>
        ))}
      </ul>
      <Button onClick={onReload}>{t.reload}</Button>
    </div>
  );
}
