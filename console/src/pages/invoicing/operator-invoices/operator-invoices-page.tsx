import type { AdminInvoiceRow } from '@tollgate/contract/invoicing/operator-invoices';
import { operatorInvoicingApi } from '../../../api/clients/operator-invoicing.ts';
import { useList } from '../../../api/http/use-list.ts';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { Money } from '../../../components/money/money.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { InvoiceState } from '../invoice-state.tsx';
import { invoiceTexts } from '../../../components/invoicing/invoice-texts.ts';
import { DaysLeft } from './days-left.tsx';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import './operator-invoices.css';
import { texts } from './texts.ts';

type Row = AdminInvoiceRow;
const filters = ['open', 'to_review', 'to_issue', 'to_reverse', 'issued', 'all'] as const;

function useColumns(): readonly Column<Row>[] {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  return [
    { id: 'account', head: t.account, cell: ({ account_name: name }) => <b>{name}</b> },
    { id: 'type', head: t.type, cell: ({ type }) => words.types[type] },
    { id: 'amount', head: t.amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} canFocus={false} /> },
    { id: 'state', head: t.state, cell: ({ state }) => <InvoiceState state={state} /> },
    { id: 'left', head: t.left, cell: ({ working_days_left: days }) => <DaysLeft days={days} />, width: '150px' },
    { id: 'made', head: t.made, isOptional: true, width: '140px', cell: ({ created_at: at }) => <Time at={at} form="ago" /> },
  ];
}

/** Invoice requests, longest waiting first. */
export default function OperatorInvoicesPage() {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const { query, set, with: changed } = useAddressState();
  const state = filters.find((name) => name === query.state) ?? 'open';
  const list = useList(['operator', 'invoices', state], (page, signal) =>
    operatorInvoicingApi.listInvoices({ query: { state, ...page }, signal }),
  );
  return (
    <>
      <PageHead title={t.title}>
        <Segments
          label={t.filter}
          value={state}
          options={filters.map((name) => ({ value: name, label: t.filters[name] }))}
          onChange={(next) => {
            set({ state: next, invoice: undefined });
          }}
        />
      </PageHead>
      <Sheet>
        <DataTable
          label={t.title}
          columns={useColumns()}
          {...list}
          rowKey={({ id }) => id}
          linkOf={({ id }) => changed({ invoice: id })}
          openKey={query.invoice}
          narrow={(row) => (
            <>
              <span className="l1">
                <b className="cut">{row.account_name}</b>
                <Money amount={row.amount} canFocus={false} />
              </span>
              <span className="l2">
                <span className="cut">{words.types[row.type]}</span>
                <InvoiceState state={row.state} />
                <DaysLeft days={row.working_days_left} />
              </span>
            </>
          )}
          failed={t.failed}
          empty={state === 'open' ? t.empty : t.emptyOther}
        />
      </Sheet>
      {query.invoice === undefined ? null : (
        <InvoiceDrawer
          id={query.invoice}
          onClose={() => {
            set({ invoice: undefined });
          }}
        />
      )}
    </>
  );
}
