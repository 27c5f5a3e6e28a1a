import { useQuery } from '@tanstack/react-query';
import type { UndecidedPayment } from '@tollgate/contract/payments/operator-orders';
import { moneyText } from '../../../components/money/money-text.ts';
import { paymentTexts } from '../../../components/payments/payment-texts.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { undecidedQuery } from '../operator-money.ts';
import { arrived, Decide } from './decide.tsx';
import { texts } from './texts.ts';

/** Payments that wait for a decision before they are credited; hidden if there are none. */
export function UndecidedList() {
  const t = useTexts(texts);
  const words = useTexts(paymentTexts);
  const list = useQuery({ ...undecidedQuery, refetchInterval: 30_000 });
  if (list.data?.length === 0) return null;
  const columns: readonly Column<UndecidedPayment>[] = [
    { id: 'time', head: t.created, width: '170px', cell: ({ received_at: at }) => <Time at={at} /> },
    { id: 'account', head: t.account, cell: (row) => <span className="cut">{row.account_name ?? t.nobody}</span> },
    {
      id: 'what',
      head: t.amount,
      cell: (row) => (
        <>
          <b>{arrived(row)}</b> <span className="quiet">{t.asked(moneyText(row.order_amount))}</span>
        </>
      ),
    },
    { id: 'state', head: t.state, cell: (row) => `${words.methods[row.method]} · ${words.payments[row.state]}` },
    {
      id: 'actions',
      head: <span className="sr">{t.toDecide}</span>,
      width: '200px',
      isActions: true,
      cell: (row) => <Decide payment={row} />,
    },
  ];
  return (
    <Sheet title={t.toDecide} note={t.decideNote}>
      <DataTable
        label={t.toDecide}
        columns={columns}
        rows={list.data}
        rowKey={({ external_id: id, method }) => `${method} ${id}`}
        narrow={(row) => (
          <div>
            <div className="l1">
              <b>{arrived(row)}</b>
              <Decide payment={row} />
            </div>
            <div className="l2">
              <span className="cut">{row.account_name ?? t.nobody}</span>
              <Time at={row.received_at} />
            </div>
          </div>
        )}
        error={list.error}
        failed={t.failedDecide}
        onRetry={() => void list.refetch()}
        empty=""
      />
    </Sheet>
  );
}
