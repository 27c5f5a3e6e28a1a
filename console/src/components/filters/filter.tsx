import { Select } from 'antd';
import { Icon } from '../../ui/pictures/icon.tsx';
import { useAddressState } from '../links/address-state.ts';
import './filter.css';

interface FilterOption {
  readonly value: string;
  readonly label: string;
}

interface FilterProps {
  /** Its name in the address. */
  readonly name: string;
  /** The text in front of the value. */
  readonly label: string;
  /** The word for no choice. */
  readonly all: string;
  readonly options: readonly FilterOption[];
  /** The first of the row: F focuses it. */
  readonly isFirst?: boolean;
  /** Also set when this is: a page that was scrolled to, an open row. */
  readonly resets?: readonly string[];
  readonly className?: string;
}

/** One field of a row of filters: name, value in bold, ▾. The choice is in the URL; an active one has a colored border. */
export function Filter({ name, label, all, options, isFirst = false, resets = [], className = '' }: FilterProps) {
  const { query, set } = useAddressState();
  const value = query[name] ?? '';
  const rows = [{ value: '', label: all }, ...options];
  return (
    <Select
      className={`filter ${value === '' ? '' : 'on'} ${className}`}
      aria-label={label}
      prefix={label}
      value={value}
      options={rows.some((row) => row.value === value) ? rows : [...rows, { value, label: value }]}
      suffix={<Icon name="down" />}
      popupMatchSelectWidth={false}
      showSearch={rows.length > 8 ? { optionFilterProp: 'label' } : false}
      {...(isFirst ? { 'data-shortcut': 'filter' } : {})}
      onChange={(next: string) => {
        set({ [name]: next === '' ? undefined : next, ...Object.fromEntries(resets.map((other) => [other, undefined])) });
      }}
    />
  );
}
