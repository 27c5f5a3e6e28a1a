import { useQuery } from '@tanstack/react-query';
import { hasRight } from '@tollgate/contract/people/rights';
import { useAccount } from '../../../api/current-account.ts';
import { subAccountsQuery, type OwnSubAccount } from '../../../api/sub-accounts.ts';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { NewLink } from '../../../components/links/new-link.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Barrier } from '../../../components/tenants/barrier.tsx';
import { useZoneName } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { CreateSubAccount } from './create-sub-account.tsx';
import './sub-accounts.css';
import { texts } from './texts.ts';

function useColumns(): readonly Column<OwnSubAccount>[] {
  const t = useTexts(texts);
  return [
    { id: 'name', head: t.name, cell: ({ name }) => <b>{name}</b> },
    {
      id: 'day',
      head: t.dayCap,
      width: '200px',
      cell: ({ name, spent_today: spent, daily_cap: cap }) => <Barrier spent={spent} cap={cap} label={`${name} ${t.today}`} />,
    },
    {
      id: 'month',
      head: t.monthCap,
      width: '200px',
      cell: ({ name, spent_this_month: spent, monthly_cap: cap }) => (
        <Barrier spent={spent} cap={cap} label={`${name} ${t.month}`} />
      ),
    },
    { id: 'keys', head: t.keys, isNumber: true, width: '90px', cell: ({ keys }) => keys },
    { id: 'members', head: t.members, isNumber: true, isOptional: true, width: '90px', cell: ({ members }) => members },
    {
      id: 'models',
      head: t.models,
      isNumber: true,
      isOptional: true,
      width: '110px',
      cell: ({ model_allow_list: models }) =>
        models === null || models.length === 0 ? <span className="quiet">{t.allModels}</span> : t.modelCount(models.length),
    },
  ];
}

/** Sub-accounts of an account, with spending and caps. */
export default function SubAccountsPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const { query } = useAddressState();
  const mayWrite = hasRight('sub-accounts.write', account.role, account.sub_account_id !== null);
  return (
    <>
      <PageHead title={t.title} main={mayWrite ? <CreateButton /> : null}>
        <StateSegments />
        <span className="grow" />
        <span className="quiet fine wide">{t.zone(useZoneName())}</span>
      </PageHead>
      <SubAccountTable mayWrite={mayWrite} />
      {query.create !== undefined && mayWrite ? <CreateSubAccount /> : null}
    </>
  );
}

function CreateButton() {
  const t = useTexts(texts);
  return <NewLink to={withQuery(paths.subAccounts, { create: '1' })}>{t.create}</NewLink>;
}

function StateSegments() {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  return (
    <Segments
      label={t.state}
      value={query.state === 'deleted' ? 'deleted' : 'active'}
      options={[
        { value: 'active', label: t.active },
        { value: 'deleted', label: t.deleted },
      ]}
      onChange={(next) => {
        set({ state: next === 'active' ? undefined : next });
      }}
    />
  );
}

function SubAccountTable({ mayWrite }: { readonly mayWrite: boolean }) {
  const t = useTexts(texts);
  const account = useAccount();
  const { query } = useAddressState();
  const columns = useColumns();
  const isDeleted = query.state === 'deleted';
  const found = useQuery(subAccountsQuery(account.id, isDeleted ? 'deleted' : 'active'));
  return (
    <Sheet>
      <DataTable
        label={t.title}
        columns={columns}
        rows={found.data?.rows}
        rowKey={({ id }) => id}
        rowHeight={56}
        linkOf={({ id }) => paths.subAccount(id)}
        narrow={(row) => <NarrowRow row={row} />}
        error={found.error}
        failed={t.failed}
        onRetry={() => void found.refetch()}
        empty={isDeleted ? t.emptyDeleted : t.empty}
        emptyAction={mayWrite && !isDeleted ? <CreateButton /> : undefined}
      />
    </Sheet>
  );
}

function NarrowRow({ row }: { readonly row: OwnSubAccount }) {
  const t = useTexts(texts);
  return (
    <>
      <span className="l1">
        <b className="cut">{row.name}</b>
        <span className="quiet">
          {t.keyCount(row.keys)} · {t.memberCount(row.members)}
        </span>
      </span>
      <span className="sub-caps">
        <span>
          <small className="quiet">{t.today}</small>
          <Barrier spent={row.spent_today} cap={row.daily_cap} label={`${row.name} ${t.today}`} />
        </span>
        <span>
          <small className="quiet">{t.month}</small>
          <Barrier spent={row.spent_this_month} cap={row.monthly_cap} label={`${row.name} ${t.month}`} />
        </span>
      </span>
    </>
  );
}
