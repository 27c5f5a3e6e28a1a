import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { modelsQuery } from '../api/models.ts';
import { defineTexts, useTexts } from '../i18n/texts.ts';
import { Field } from '../ui/text-field.tsx';

const texts = defineTexts({
  zh: { label: '可调用的模型', note: '不选则不限', all: '全部模型' },
  en: { label: 'Models that may be called', note: 'none chosen = all', all: 'all models' },
});

interface ModelsFieldProps {
  /** Names; none for all. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly error?: ReactNode;
  /** What they are, where it is not the models that may be called. */
  readonly label?: string;
  readonly note?: string;
}

/** A list of models; none chosen means all. */
export function ModelsField({ value, onChange, error, label, note }: ModelsFieldProps) {
  const t = useTexts(texts);
  const models = useQuery(modelsQuery).data ?? [];
  const [isOpen, setOpen] = useState(false);
  /** The open list would take Tab for choosing, and never let go of the focus. */
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return;
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <Field label={label ?? t.label} note={note ?? t.note} error={error}>
      {(ids) => (
        <div onKeyDownCapture={leave}>
          <Select
            {...ids}
            className="full list-field"
            mode="multiple"
            placeholder={t.all}
            value={[...value]}
            options={models.map(({ name }) => ({ value: name, label: name }))}
            maxTagCount={6}
            allowClear
            open={isOpen}
            onOpenChange={setOpen}
            onChange={onChange}
          />
        </div>
      )}
    </Field>
  );
}
