import { useEffect, useState } from 'react';
import { useAddressState } from '../links/address-state.ts';
import { SearchInput } from './search-input.tsx';

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
    <SearchInput
      label={label}
      className={inAddress === '' ? '' : 'on'}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
      }}
    />
  );
}
