import { useQuery } from '@tanstack/react-query';
import { hasRight } from '@tollgate/contract/people/rights';
import { useAccount } from '../../../api/current-account.ts';
import { useList } from '../../../api/http/use-list.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { nano } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { InvoiceState } from '../invoice-state.tsx';
import { spanText } from '../invoice-steps.tsx';
import { invoiceTexts } from '../../../components/invoicing/invoice-texts.ts';
import { invoiceableQuery, invoicesKey, invoicesPage, type InvoiceRow } from '../invoices.ts';
import { BelowMinimum, InvoiceableReceipt } from './invoiceable-receipt.tsx';
import './invoices.css';
import { texts } from './texts.ts';

/** When the next step of a request is expected; empty for completed ones. */
function expectedOf({ state, dates }: InvoiceRow): string {
  if (state === 'submitted' || state === 'under_review') return spanText(dates.review);
  return state === 'approved' ? spanText(dates.issuance) : '–';
}

function useColumns(): readonly Column<InvoiceRow>[] {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  return [
    { id: 'made', head: t.made, cell: ({ created_at: at }) => <Time at={at} form="date" />, width: '120px' },
    { id: 'type', head: t.type, cell: ({ type }) => words.types[type] },
    { id: 'name', head: t.name, cell: ({ title }) => title.name, isOptional: true },
    { id: 'amount', head: t.amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} canFocus={false} /> },
    { id: 'state', head: t.state, cell: ({ state }) => <InvoiceState state={state} /> },
    { id: 'expected', head: t.expected, cell: expectedOf, isOptional: true, width: '140px' },
  ];
}

/** The amount available for invoices, and the requests. */
export default function InvoicesPage() {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const account = useAccount();
  const mayAsk = hasRight('money.write', account.role, account.sub_account_id !== null);
  const invoiceable = useQuery(invoiceableQuery(account.id));
  const list = useList([...invoicesKey(account.id), 'list'], invoicesPage(account.id));
  const isEnough = invoiceable.data !== undefined && nano(invoiceable.data.invoiceable) >= nano(invoiceable.data.minimum);
  return (
    <>
      <PageHead
        title={t.title}
        main={
          mayAsk && isEnough ? (
            <LinkButton to={paths.newInvoice} look="primary" icon="plus">
              {t.request}
            </LinkButton>
          ) : null
        }
      >
        {invoiceable.data !== undefined && !isEnough ? <BelowMinimum of={invoiceable.data} /> : null}
        <span className="grow" />
        <LinkButton to={paths.invoiceTitles}>{t.titles}</LinkButton>
        <LinkButton to={paths.verification}>{t.verification}</LinkButton>
      </PageHead>
      <div className="invoice-cols">
        <Sheet title={t.all}>
          <DataTable
            label={t.all}
            columns={useColumns()}
            {...list}
            rowKey={({ id }) => id}
            linkOf={({ id }) => paths.invoice(id)}
            narrow={(row) => (
              <>
                <span className="l1">
                  <b className="cut">{words.types[row.type]}</b>
                  <Money amount={row.amount} canFocus={false} />
                </span>
                <span className="l2">
                  <InvoiceState state={row.state} />
                  <Time at={row.created_at} form="date" />
                </span>
              </>
            )}
            failed={t.failed}
            empty={t.empty}
          />
        </Sheet>
        <Sheet title={t.howMuch} isPadded>
          {invoiceable.data === undefined ? (
            <Loading of={invoiceable} what={t.failed} height={180} />
          ) : (
            <InvoiceableReceipt of={invoiceable.data} />
          )}
        </Sheet>
      </div>
    </>
  );
}
