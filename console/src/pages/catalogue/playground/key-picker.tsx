import { Select } from 'antd';
import type { OwnKey } from '../../../api/keys.ts';
import '../../../components/filters/filter.css';
import { useTexts } from '../../../i18n/texts.ts';
import { texts } from './texts.ts';

interface KeyPickerProps {
  readonly keys: readonly OwnKey[];
  readonly chosen: OwnKey;
  readonly onPick: (id: string) => void;
}

/** Selects the key for the calls. */
export function KeyPicker({ keys, chosen, onPick }: KeyPickerProps) {
  const t = useTexts(texts);
  const options = keys.map(({ id, remark, prefix, last4, status }) => ({
    value: id,
    label: remark,
    note: `${prefix}…${last4}${status === 'paused' ? ` · ${t.pausedKey}` : ''}`,
  }));
  return (
    <Select
      className="filter key-picker"
      aria-label={t.key}
      prefix={t.key}
      value={chosen.id}
      options={options}
      popupMatchSelectWidth={false}
      showSearch={keys.length > 8 ? { optionFilterProp: 'label' } : false}
      optionRender={({ data }) => (
        <span className="model-option">
          <span>{data.label}</span>
          <span className="quiet mono">{data.note}</span>
        </span>
      )}
      onChange={onPick}
    />
  );
}
