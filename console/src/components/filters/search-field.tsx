import { useEffect, useState } from 'react';
import { Icon } from '../../ui/pictures/icon.tsx';
import { useAddressState } from '../links/address-state.ts';
import './filter.css';

interface SearchFieldProps {
  /** Name of the URL parameter. */
  readonly name?: string;
  readonly label: string;
}

/** Pause after typing before the search starts. */
const pauseMs = 250;

/** Search field whose text is in the URL; `/` focuses it. */
export function SearchField({ name = 'q', label }: SearchFieldProps) {
  const { query, set } = useAddressState();
  const inAddress = query[name] ?? '';
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  // Browser navigation has changed the URL.
  if (seen !== inAddress) {
    setSeen(inAddress);
    setTyped(inAddress);
  }
  useEffect(() => {
    if (typed === inAddress) return undefined;
    const timer = setTimeout(() => {
      set({ [name]: typed === '' ? undefined : typed }, { replace: true });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  });
  return (
    <label className={inAddress === '' ? 'search-field' : 'search-field on'}>
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        data-shortcut="search"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
      />
    </label>
  );
}
