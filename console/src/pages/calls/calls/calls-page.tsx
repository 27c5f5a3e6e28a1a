import { useAccount } from '../../../api/current-account.ts';
import { Filter } from '../../../components/filters/filter.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { useOwnColumns } from './call-columns.tsx';
import { CallExport } from './call-export.tsx';
import { CallLog } from './call-log.tsx';
import { ownCalls } from './call-source.ts';
import { useFilterOptions } from './filter-options.ts';
import { texts } from './texts.ts';

const resets = ['call'] as const;

/** The calls of an account. */
export default function CallsPage() {
  const t = useTexts(texts);
  const { id } = useAccount();
  return (
    <CallLog
      source={ownCalls(id)}
      title={t.title}
      useColumns={useOwnColumns}
      causeIn={{ from: 'input', count: 5 }}
      filters={<OwnFilters accountId={id} />}
      actions={<CallExport accountId={id} />}
      empty={t.empty}
      emptyAction={
        <LinkButton to={paths.createKey()} look="primary">
          {t.toKeys}
        </LinkButton>
      }
    />
  );
}

function OwnFilters({ accountId }: { readonly accountId: string }) {
  const t = useTexts(texts);
  const { query } = useAddressState();
  const models = useFilterOptions(accountId, 'model');
  const keys = useFilterOptions(accountId, 'key_id');
  const subAccounts = useFilterOptions(accountId, 'sub_account_id');
  return (
    <>
      <Filter name="model" label={t.filterModel} all={t.all} options={models} resets={resets} />
      <Filter name="key_id" label={t.filterKey} all={t.all} options={keys} resets={resets} />
      {subAccounts.length === 0 && query.sub_account_id === undefined ? null : (
        <Filter name="sub_account_id" label={t.filterSub} all={t.all} options={subAccounts} resets={resets} />
      )}
      {query.error_code === undefined ? null : (
        <Filter name="error_code" label={t.filterError} all={t.all} options={[]} resets={resets} />
      )}
    </>
  );
}
