import { useAccount } from '../../api/current-account.ts';
import { ordersPage, type OrderRow } from '../../api/orders.ts';
import { useList } from '../../api/use-list.ts';
import type { Column } from '../../components/data-table-props.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Money } from '../../components/money.tsx';
import { OrderState } from '../../components/order-state.tsx';
import { paymentTexts } from '../../components/payment-texts.ts';
import { Time } from '../../components/time.tsx';
import { useZoneName } from '../../components/time-text.ts';
import { useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { texts } from './texts.ts';

/** What was to be paid and what became of it, newest first; a row opens its order. */
export function OrderList() {
  const t = useTexts(texts);
  const words = useTexts(paymentTexts);
  const account = useAccount();
  const zone = useZoneName();
  const list = useList(['accounts', account.id, 'orders'], ordersPage(account.id));
  const columns: readonly Column<OrderRow>[] = [
    {
      id: 'created',
      head: (
        <>
          {t.created} <span className="quiet">{zone}</span>
        </>
      ),
      cell: ({ created_at: at }) => <Time at={at} />,
    },
    { id: 'method', head: t.method, cell: ({ method }) => words.methods[method] },
    { id: 'order', head: t.order, isOptional: true, cell: ({ id }) => <code className="quiet">{id}</code> },
    { id: 'state', head: t.state, cell: ({ state }) => <OrderState state={state} /> },
    { id: 'amount', head: `${t.amount} ¥`, isNumber: true, cell: ({ amount }) => <Money amount={amount} hasSign={false} /> },
  ];
  return (
    <Sheet title={t.orders}>
      <DataTable
        {...list}
        label={t.orders}
        columns={columns}
        rowKey={({ id }) => id}
        linkOf={({ id }) => paths.order(id)}
        narrow={(row) => (
          <>
            <span className="l1">
              <span>{words.methods[row.method]}</span>
              <Money amount={row.amount} canFocus={false} />
            </span>
            <span className="l2">
              <OrderState state={row.state} />
              <Time at={row.created_at} />
            </span>
          </>
        )}
        failed={t.failedOrders}
        empty={t.noOrders}
      />
    </Sheet>
  );
}
