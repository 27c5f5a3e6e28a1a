import { useQueryClient } from '@tanstack/react-query';
import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';
import { operatorModelsQuery } from '../../../api/operator-models.ts';
import { Filter } from '../../../components/filters/filter.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { useAccountNames } from './account-names.ts';
import { useOperatorColumns } from './call-columns.tsx';
import { CallLog } from './call-log.tsx';
import { allCalls, type CallRow } from './call-source.ts';
import { useModelOptions } from './filter-options.ts';
import type { Finder } from './request-id-field.tsx';
import { texts } from './texts.ts';

const resets = ['call'] as const;

/** Calls of all accounts, with the data that only operators see. */
export default function OperatorCallsPage() {
  const t = useTexts(texts);
  return (
    <CallLog
      source={allCalls}
      title={t.titleOfAll}
      useColumns={useColumnsOf}
      causeIn={{ from: 'route', count: 4 }}
      filters={<OperatorFilters />}
      finder={useFinder()}
      empty={t.emptyOfAll}
    />
  );
}

function useColumnsOf(rows: readonly CallRow[]) {
  const names = useAccountNames(rows.flatMap(({ account_id: id }) => (id === undefined ? [] : [id])));
  return useOperatorColumns(rows, names);
}

/** A model, or an account by its full name, id or e-mail. */
function useFinder(): Finder {
  const t = useTexts(texts);
  const queries = useQueryClient();
  return {
    label: t.findInAll,
    find: async (typed) => {
      const words = typed.toLowerCase();
      const models = await queries.query({ ...operatorModelsQuery, staleTime: 'static' });
      const model = models.find(({ name, aliases }) => [name, ...aliases].some((each) => each.toLowerCase() === words));
      if (model !== undefined) return { model: model.name };
      const { data: accounts } = await operatorTenantsApi.listAccounts({ query: { search: typed, limit: '2' } });
      const [account, other] = accounts;
      return account === undefined || other !== undefined ? null : { account_id: account.id };
    },
  };
}

function OperatorFilters() {
  const t = useTexts(texts);
  const { query } = useAddressState();
  const account = query.account_id;
  const names = useAccountNames(account === undefined ? [] : [account]);
  const models = useModelOptions();
  const given = [
    ['account_id', t.filterAccount, names(account)],
    ['key_id', t.filterKey, null],
    ['sub_account_id', t.filterSub, null],
    ['error_code', t.filterError, null],
  ] as const;
  return (
    <>
      <Filter name="model" label={t.filterModel} all={t.all} options={models} resets={resets} />
      {given.map(([name, label, value]) =>
        query[name] === undefined ? null : (
          <Filter
            key={name}
            name={name}
            label={label}
            all={t.all}
            options={value === null ? [] : [{ value: query[name], label: value }]}
            resets={resets}
          />
        ),
      )}
    </>
  );
}
