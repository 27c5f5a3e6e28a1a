import type { OrderRow } from '@tollgate/contract/payments/console-orders';
import { useAccount } from '../../api/current-account.ts';
import { useList } from '../../api/http/use-list.ts';
import { ordersPage } from '../../api/orders.ts';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { moneyText, nano } from '../money/money-text.ts';
import { Money } from '../money/money.tsx';
import type { Column } from '../tables/data-table-props.ts';
import { DataTable } from '../tables/data-table.tsx';
import { useZoneName } from '../time/time-text.ts';
import { Time } from '../time/time.tsx';
import { OrderState } from './order-state.tsx';
import { PaidBy } from './paid-by.tsx';

const texts = defineTexts({
  zh: {
    orders: '订单',
    created: '时间',
    order: '订单',
    method: '支付方式',
    state: '状态',
    paid: '到账',
    refunded: (sum: string) => `已退 ${sum}`,
    amount: '金额',
    noOrders: '还没有订单。充值后会显示在这里。',
    failedOrders: '订单加载失败。',
  },
  en: {
    orders: 'Orders',
    created: 'Time',
    order: 'Order',
    method: 'Paid by',
    state: 'State',
    paid: 'Received',
    refunded: (sum: string) => `${sum} refunded`,
    amount: 'Amount',
    noOrders: 'No orders yet. Your top-ups appear here.',
    failedOrders: 'Could not load the orders.',
  },
});

/** Orders and their results, newest first; a row opens its order. */
export function OrderList() {
  const t = useTexts(texts);
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
    { id: 'method', head: t.method, cell: (order) => <PaidBy order={order} /> },
    { id: 'order', head: t.order, isOptional: true, cell: ({ id }) => <code className="quiet">{id}</code> },
    {
      id: 'state',
      head: t.state,
      cell: ({ state, refunded }) => (
        <>
          <OrderState state={state} />
          {nano(refunded) === 0n ? null : <span className="quiet"> · {t.refunded(moneyText(refunded))}</span>}
        </>
      ),
    },
    {
      id: 'paid',
      head: t.paid,
      isOptional: true,
      cell: ({ paid_at: at }) => (at === null ? <span className="quiet">–</span> : <Time at={at} />),
    },
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
              <PaidBy order={row} />
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
