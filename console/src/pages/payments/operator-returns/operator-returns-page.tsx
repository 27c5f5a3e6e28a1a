import type { AdminPayoutRow } from '@tollgate/contract/payments/operator-payouts';
import { useList } from '../../../api/http/use-list.ts';
import { Filter } from '../../../components/filters/filter.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { amountColumn, Money } from '../../../components/money/money.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { adminPayoutsPage, type PayoutsFilter } from '../operator-payouts.ts';
import { PayoutState } from '../payout-state.tsx';
import './operator-returns.css';
import { ReturnDrawer } from './return-drawer.tsx';
import { texts } from './texts.ts';

const filters: Readonly<Record<'open' | 'requested' | 'confirmed', PayoutsFilter>> = {
  open: { open: 'true' },
  requested: { state: 'requested' },
  confirmed: { state: 'confirmed' },
};

function isChosen(name: string | undefined): name is keyof typeof filters {
  return name !== undefined && Object.hasOwn(filters, name);
}

/** Refunds to accounts: waiting for a decision or a transfer, and refused ones. */
export default function OperatorReturnsPage() {
  const t = useTexts(texts);
  const { query, set, with: changed } = useAddressState();
  const filter = isChosen(query.show) ? filters[query.show] : {};
  const list = useList(['operator', 'payouts', filter], adminPayoutsPage(filter));
  const columns: readonly Column<AdminPayoutRow>[] = [
    { id: 'created', head: t.created, width: '170px', cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'account', head: t.account, cell: (row) => <span className="cut">{row.account_name ?? row.account_id}</span> },
    { id: 'what', head: t.what, isOptional: true, cell: (row) => <span className="cut">{row.reason ?? t.kinds[row.kind]}</span> },
    { id: 'state', head: t.state, width: '220px', cell: (row) => <State row={row} /> },
    amountColumn(t.amount, '130px'),
  ];
  return (
    <>
      <PageHead title={t.title}>
        <Filter
          name="show"
          label={t.filter}
          all={t.filters.all}
          options={(['open', 'requested', 'confirmed'] as const).map((name) => ({ value: name, label: t.filters[name] }))}
        />
      </PageHead>
      <Sheet>
        <DataTable
          {...list}
          label={t.title}
          columns={columns}
          rowKey={({ id }) => id}
          linkOf={({ id }) => changed({ return: id })}
          openKey={query.return}
          narrow={(row) => (
            <>
              <span className="l1">
                <span className="cut">{row.account_name ?? row.account_id}</span>
                <Money amount={row.amount} canFocus={false} />
              </span>
              <span className="l2">
                <State row={row} />
                <Time at={row.created_at} />
              </span>
            </>
          )}
          failed={t.failed}
          empty={t.empty}
        />
      </Sheet>
      {query.return === undefined ? null : (
        <ReturnDrawer
          key={query.return}
          id={query.return}
          onClose={() => {
            set({ return: undefined });
          }}
        />
      )}
    </>
  );
}

function State({ row: { state, troubled, to_pay: isToPay } }: { readonly row: AdminPayoutRow }) {
  const t = useTexts(texts);
  return (
    <span>
      <PayoutState state={state} />
      {troubled ? <b> · {t.troubled}</b> : isToPay ? <span className="quiet"> · {t.toPay}</span> : null}
    </span>
  );
}
