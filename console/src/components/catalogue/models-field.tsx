import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { modelsQuery } from '../../api/models.ts';
import { defineTexts, useListing, useTexts } from '../../i18n/texts.ts';
import { Field } from '../../ui/forms/text-field.tsx';

const texts = defineTexts({
  zh: {
    label: '可调用的模型',
    note: '不选为不限',
    all: '全部模型',
    later: '以后上架的模型不在其中，需要时在这里添加。',
    none: '没有匹配的模型',
    unknown: (names: string) => `目前不提供：${names}`,
  },
  en: {
    label: 'Allowed models',
    note: 'none selected: all',
    all: 'all models',
    later: 'Does not include models published later. Add them here.',
    none: 'No models match',
    unknown: (names: string) => `Not available now: ${names}`,
  },
});

interface ModelsFieldProps {
  /** Names of the models; empty for all. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly error?: ReactNode;
  /** Replaces the default label of the allowed models. */
  readonly label?: string;
  readonly note?: string;
  /** Shown while no model is selected. */
  readonly placeholder?: string;
}

/** Selects models; an empty selection means all. */
export function ModelsField({ value, onChange, error, label, note, placeholder }: ModelsFieldProps) {
  const t = useTexts(texts);
  const listed = useListing();
  const models = useQuery(modelsQuery).data;
  const names = models?.map(({ name }) => name);
  const aliases = models?.flatMap((one) => one.aliases) ?? [];
  const unknown = names === undefined ? [] : value.filter((name) => !names.includes(name) && !aliases.includes(name));
  // Of an allow-list, which has the default label.
  const later = label === undefined && value.length > 0 ? t.later : undefined;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  /** Whether the highlighted entry was moved since the last keystroke. */
  const [isWalked, setWalked] = useState(false);
  const type = (text: string): void => {
    setTyped(text);
    setWalked(false);
  };
  const choose = (chosen: readonly string[]): void => {
    type('');
    onChange(chosen);
  };
  /**
   * Accepts a fully typed name even if the list is missing or not rendered. Otherwise the empty selection would allow every model.
   * @returns whether the name exists.
   */
  const takeTyped = (): boolean => {
    const isName = names === undefined ? typed !== '' : names.includes(typed);
    if (!isName || isWalked || value.includes(typed)) return false;
    choose([...value, typed]);
    return true;
  };
  const press = (event: KeyboardEvent): void => {
    // The open list would handle Tab as a choice and keep the focus.
    if (event.key === 'Tab') {
      event.stopPropagation();
      setOpen(false);
    }
    if (event.key.startsWith('Arrow')) setWalked(true);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !takeTyped()) return;
    event.stopPropagation();
    event.preventDefault();
  };
  return (
    <Field
      label={label ?? t.label}
      note={note ?? t.note}
      error={error}
      hint={unknown.length > 0 ? t.unknown(listed(unknown)) : later}
    >
      {(ids) => (
        <div onKeyDownCapture={press}>
          <Select
            {...ids}
            className="full list-field"
            mode="multiple"
            placeholder={placeholder ?? t.all}
            value={[...value]}
            options={(names ?? []).map((name) => ({ value: name, label: name }))}
            showSearch={{ searchValue: typed, onSearch: type }}
            notFoundContent={names === undefined ? null : t.none}
            maxTagCount={6}
            allowClear
            open={isOpen}
            onOpenChange={setOpen}
            onBlur={() => {
              if (!takeTyped()) type('');
            }}
            onChange={choose}
          />
        </div>
      )}
    </Field>
  );
}
