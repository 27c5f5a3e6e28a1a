import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { SearchInput } from '../../../components/filters/search-input.tsx';
import { useAddressState, type Query } from '../../../components/links/address-state.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';

const requestId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** What Enter looks for beside ids. */
export interface Finder {
  readonly label: string;
  /** The filter for what is typed; null if nothing is found. */
  readonly find: (typed: string) => Promise<Query | null>;
}

/** Opens the call of a pasted id, even if other text surrounds it. On Enter, the log is filtered by what is found. */
export function RequestIdField({ finder }: { readonly finder?: Finder | undefined }) {
  const t = useTexts(texts);
  const why = useWhy();
  const { set } = useAddressState();
  const [typed, setTyped] = useState('');
  const finding = useMutation({
    mutationFn: async (words: string) => (await finder?.find(words)) ?? null,
    onSuccess: (found, words) => {
      if (found === null) {
        toast(t.nothingNamed(words));
        return;
      }
      setTyped('');
      set({ ...found, call: undefined });
    },
    onError: (error) => {
      toast(why(error));
    },
  });
  return (
    <SearchInput
      label={finder?.label ?? t.requestId}
      className={`request-id ${finder === undefined ? '' : 'finds'}`}
      value={typed}
      onKeyDown={({ key }) => {
        const words = typed.trim();
        if (key === 'Enter' && finder !== undefined && words !== '') finding.mutate(words);
      }}
      onChange={({ target }) => {
        const id = requestId.exec(target.value)?.[0]?.toLowerCase();
        setTyped(id === undefined ? target.value : '');
        if (id !== undefined) set({ call: id });
      }}
    />
  );
}
