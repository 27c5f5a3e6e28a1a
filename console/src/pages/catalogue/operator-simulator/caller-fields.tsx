import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Field } from '../../../ui/forms/text-field.tsx';
import type { SimulatedCall } from './simulated-call.ts';
import { texts } from './texts.ts';

const limit = '50';

interface CallerFieldsProps {
  readonly call: Pick<SimulatedCall, 'account' | 'key'>;
  readonly change: (some: Partial<SimulatedCall>) => void;
}

/** Who calls: any account, one of them, or one of its keys. Both lists are searched on the server. */
export function CallerFields({ call: { account, key }, change }: CallerFieldsProps) {
  const t = useTexts(texts);
  const accounts = useAccounts(account);
  const keys = useKeys(account);
  return (
    <>
      <Field label={t.account} note={t.optional}>
        {(ids) => (
          <Select
            {...ids}
            className="full"
            value={account}
            options={[{ value: '', label: t.any }, ...accounts.options]}
            showSearch={{ filterOption: false, onSearch: accounts.find }}
            onChange={(id) => {
              accounts.find('');
              change({ account: id, key: '' });
            }}
          />
        )}
      </Field>
      <Field label={t.key} note={t.optional} hint={account === '' ? t.accountFirst : t.keyHint}>
        {(ids) => (
          <Select
            {...ids}
            className="full"
            value={key}
            disabled={account === ''}
            options={[{ value: '', label: t.noKey }, ...keys.options]}
            showSearch={{ filterOption: false, onSearch: keys.find }}
            onChange={(id) => {
              keys.find('');
              change({ key: id });
            }}
          />
        )}
      </Field>
    </>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface Searched {
  readonly options: readonly Option[];
  readonly find: (words: string) => void;
}

function useAccounts(chosen: string): Searched {
  const [words, find] = useState('');
  const search = useDeferredValue(words.trim());
  const { data = [] } = useQuery({
    queryKey: ['operator', 'accounts', 'options', search],
    queryFn: async ({ signal }) =>
      (await operatorTenantsApi.listAccounts({ query: { limit, ...(search === '' ? {} : { search }) }, signal })).data,
    placeholderData: keepPreviousData,
  });
  const listed = data.map(({ id, name }) => ({ value: id, label: name }));
  const isListed = chosen === '' || listed.some(({ value }) => value === chosen);
  const one = useQuery({
    queryKey: ['operator', 'account', chosen],
    queryFn: () => operatorTenantsApi.readAccount({ params: { id: chosen } }),
    enabled: !isListed,
    retry: false,
  });
  const extra = isListed ? [] : [{ value: chosen, label: one.data?.name ?? chosen }];
  return { options: [...extra, ...listed], find };
}

function useKeys(account: string): Searched {
  const [words, find] = useState('');
  const search = useDeferredValue(words.trim());
  const { data = [] } = useQuery({
    queryKey: ['operator', 'account', account, 'key-options', search],
    queryFn: async ({ signal }) => {
      const query = { limit, ...(search === '' ? {} : { search }) };
      return (await operatorTenantsApi.listKeys({ params: { id: account }, query, signal })).data;
    },
    enabled: account !== '',
  });
  const usable = data.filter(({ status }) => status !== 'deleted' && status !== 'reset');
  const options = usable.map(({ id, remark, prefix, last4 }) => ({
    value: id,
    label: [remark, `${prefix}…${last4}`].filter((part) => part !== '').join(' · '),
  }));
  return { options, find };
}
