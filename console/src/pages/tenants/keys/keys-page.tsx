import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatExact } from '@tollgate/contract/money';
import { hasRight } from '@tollgate/contract/people/rights';
import { useAccount } from '../../../api/current-account.ts';
import { keysQuery, type KeysFilter, type OwnKey } from '../../../api/keys.ts';
import { subAccountsQuery } from '../../../api/sub-accounts.ts';
import { Filter } from '../../../components/filters/filter.tsx';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState, type Query } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { NewLink } from '../../../components/links/new-link.tsx';
import { nano } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { useKeyStatusWord } from '../../../components/tenants/key-state.tsx';
import { useZoneName } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { CreateKeyDrawer } from './create-key-drawer.tsx';
import { NarrowKey, useKeyColumns } from './key-columns.tsx';
import './keys.css';
import { ReplacedKey } from './replaced-key.tsx';
import { texts } from './texts.ts';

const states = ['all', 'available', 'paused', 'disabled', 'expired'] as const;
type State = (typeof states)[number];

const isIn = (state: State, key: OwnKey): boolean => state === 'all' || key.status === state;

interface Chosen {
  readonly filter: KeysFilter;
  readonly state: State;
  readonly isFiltered: boolean;
}

/** The filter in the URL. */
function chosenIn(query: Query): Chosen {
  const { q, sub_account_id: subAccount } = query;
  const state = states.find((each) => each === query.state) ?? 'all';
  const filter = {
    ...(q === undefined ? {} : { search: q }),
    ...(subAccount === undefined ? {} : { sub_account_id: subAccount }),
  };
  return { filter, state, isFiltered: state !== 'all' || Object.keys(filter).length > 0 };
}

/** The keys of an account, with their caps and spending. */
export default function KeysPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const { query } = useAddressState();
  const mayWrite = hasRight('keys.write', account.role, account.sub_account_id !== null);
  const chosen = chosenIn(query);
  const keys = useQuery({ ...keysQuery(account.id, chosen.filter), placeholderData: keepPreviousData });
  return (
    <>
      <ReplacedKey />
      <PageHead title={t.title} main={mayWrite ? <CreateButton /> : null}>
        <SearchField label={t.search} />
        <StateSegments state={chosen.state} keys={keys.data?.rows ?? []} />
        <SubAccountFilter />
        <span className="grow" />
        <span className="quiet fine wide">{t.zone(useZoneName())}</span>
      </PageHead>
      <Sheet {...(keys.data?.isWhole === false ? { foot: t.notWhole(keys.data.rows.length) } : {})}>
        <KeyTable
          rows={keys.data?.rows.filter((key) => isIn(chosen.state, key))}
          error={keys.error}
          onRetry={() => void keys.refetch()}
          isFiltered={chosen.isFiltered}
          mayWrite={mayWrite}
        />
      </Sheet>
      {query.create !== undefined && mayWrite ? <CreateKeyDrawer /> : null}
    </>
  );
}

function CreateButton() {
  const t = useTexts(texts);
  return <NewLink to={paths.createKey()}>{t.create}</NewLink>;
}

interface KeyTableProps {
  readonly rows: readonly OwnKey[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly isFiltered: boolean;
  readonly mayWrite: boolean;
}

function KeyTable({ rows, error, onRetry, isFiltered, mayWrite }: KeyTableProps) {
  const t = useTexts(texts);
  const columns = useKeyColumns(mayWrite);
  const next = isFiltered ? <LinkButton to={paths.keys}>{t.clear}</LinkButton> : mayWrite ? <CreateButton /> : undefined;
  return (
    <DataTable
      label={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHeight={56}
      linkOf={({ id }) => paths.key(id)}
      narrow={(record) => <NarrowKey record={record} />}
      error={error}
      failed={t.failed}
      onRetry={onRetry}
      empty={isFiltered ? t.noneFound : t.empty}
      emptyAction={next}
      foot={rows === undefined ? undefined : <Sums rows={rows} columns={columns.length} />}
    />
  );
}

function StateSegments({ state, keys }: { readonly state: State; readonly keys: readonly OwnKey[] }) {
  const t = useTexts(texts);
  const word = useKeyStatusWord();
  const { set } = useAddressState();
  const counted = states.map((value) => ({ value, count: keys.filter((key) => isIn(value, key)).length }));
  const shown = counted.filter(({ value, count }) => value !== 'expired' || count > 0 || value === state);
  return (
    <Segments
      className="wide"
      label={t.state}
      value={state}
      options={shown.map(({ value, count }) => ({
        value,
        label: `${value === 'all' ? t.all : word(value)} ${String(count)}`,
      }))}
      onChange={(next) => {
        set({ state: next === 'all' ? undefined : next });
      }}
    />
  );
}

/** Hidden if there are no sub-accounts, and for members limited to one. */
function SubAccountFilter() {
  const t = useTexts(texts);
  const account = useAccount();
  const isBound = account.sub_account_id !== null;
  const subAccounts = useQuery({ ...subAccountsQuery(account.id), enabled: !isBound }).data?.rows ?? [];
  if (subAccounts.length === 0) return null;
  return (
    <Filter
      isFirst
      className="wide"
      name="sub_account_id"
      label={t.subAccount}
      all={t.anySub}
      options={subAccounts.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function Sums({ rows, columns }: { readonly rows: readonly OwnKey[]; readonly columns: number }) {
  const t = useTexts(texts);
  const sum = (of: (key: OwnKey) => string): string => formatExact(rows.reduce((all, key) => all + nano(of(key)), 0n));
  return (
    <tr>
      <td colSpan={2}>{t.sum(rows.length)}</td>
      <td>
        <Money amount={sum((key) => key.spent_today)} />
      </td>
      <td>
        <Money amount={sum((key) => key.spent_this_month)} />
      </td>
      <td colSpan={columns - 4} />
    </tr>
  );
}
