import { useState } from 'react';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { texts } from './texts.ts';

const requestId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** Opens the call of a pasted id, even if other text surrounds it. */
export function RequestIdField() {
  const t = useTexts(texts);
  const { set } = useAddressState();
  const [typed, setTyped] = useState('');
  return (
    <label className="search-field request-id">
      <Icon name="search" />
      <input
        type="search"
        aria-label={t.requestId}
        placeholder={t.requestId}
        data-shortcut="search"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          const id = requestId.exec(target.value)?.[0]?.toLowerCase();
          setTyped(id === undefined ? target.value : '');
          if (id !== undefined) set({ call: id });
        }}
      />
    </label>
  );
}
