import { Select } from 'antd';
import { Icon } from '../../ui/pictures/icon.tsx';
import { useAddressState } from '../links/address-state.ts';
import './filter.css';

interface FilterOption {
  readonly value: string;
  readonly label: string;
}

interface FilterProps {
  /** Name of the URL parameter. */
  readonly name: string;
  /** Text before the value. */
  readonly label: string;
  /** Text for no selection. */
  readonly all: string;
  readonly options: readonly FilterOption[];
  /** The first filter of the row; F focuses it. */
  readonly isFirst?: boolean;
  /** URL parameters that a change clears: the scroll position, an open row. */
  readonly resets?: readonly string[];
  readonly className?: string;
}

/** One filter of a row: name, bold value, ▾. The choice is in the URL; an active filter has a coloured border. */
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
