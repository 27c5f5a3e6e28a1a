import type { InputHTMLAttributes } from 'react';
import { Icon } from '../../ui/pictures/icon.tsx';
import './filter.css';

interface SearchInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'onKeyDown'> {
  readonly label: string;
  /** Further classes, which depend on what is searched. */
  readonly className: string;
}

/** An input with the sign of a search; `/` focuses it. */
export function SearchInput({ label, className, ...native }: SearchInputProps) {
  return (
    <label className={`search-field ${className}`}>
      <Icon name="search" />
      <input
        {...native}
        type="search"
        aria-label={label}
        placeholder={label}
        data-shortcut="search"
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  );
}
