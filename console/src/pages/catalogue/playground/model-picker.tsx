import { Select } from 'antd';
import type { OwnModel } from '../../../api/models.ts';
import '../../../components/filters/filter.css';
import { useTexts } from '../../../i18n/texts.ts';
import { isOnList } from './callable.ts';
import { paidPrice } from './price/estimate.ts';
import { usePriceWords } from './price/price-words.ts';
import { texts } from './texts.ts';

interface ModelPickerProps {
  readonly models: readonly OwnModel[];
  readonly model: OwnModel;
  /** Models that the key may call; null for all. */
  readonly allowed: readonly string[] | null;
  readonly onPick: (name: string) => void;
}

/** Models by name, with their prices. */
export function ModelPicker({ models, model, allowed, onPick }: ModelPickerProps) {
  const t = useTexts(texts);
  const priceWords = usePriceWords();
  const options = models.map((one) => ({
    value: one.name,
    label: one.name,
    note: isOnList(one, allowed) ? priceWords(paidPrice(one), one.kind) : t.notForKey,
    disabled: !isOnList(one, allowed),
    words: [one.name, ...one.aliases, one.owned_by].join(' ').toLowerCase(),
  }));
  return (
    <Select
      className="filter model-picker"
      aria-label={t.model}
      prefix={t.model}
      value={model.name}
      options={options}
      showSearch={{ filterOption: (typed, option) => option?.words.includes(typed.toLowerCase()) === true }}
      popupMatchSelectWidth={false}
      notFoundContent={t.noSuchModel}
      data-shortcut="filter"
      optionRender={({ data }) => (
        <span className="model-option">
          <span className="mono">{data.label}</span>
          <span className="quiet">{data.note}</span>
        </span>
      )}
      onChange={onPick}
    />
  );
}
