import type { AdminOrderRow } from '@tollgate/contract/payments/operator-orders';
import { orderStates, paymentMethodNames } from '@tollgate/contract/payments/payments';
import { useList } from '../../../api/http/use-list.ts';
import { Filter } from '../../../components/filters/filter.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { amountColumn, Money } from '../../../components/money/money.tsx';
import { OrderState } from '../../../components/payments/order-state.tsx';
import { PaidBy } from '../../../components/payments/paid-by.tsx';
import { paymentTexts } from '../../../components/payments/payment-texts.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { adminOrdersPage, type OrdersFilter } from '../operator-money.ts';
import { OrderDrawer } from './order-drawer.tsx';
import { texts } from './texts.ts';
import { UndecidedList } from './undecided-list.tsx';

/** States that an order itself can have. */
const states = orderStates.filter((state) => !['refunding', 'partly_refunded', 'refunded'].includes(state)) as NonNullable<
  OrdersFilter['state']
>[];

/** Orders and payments; transfers are confirmed here. */
export default function OperatorTopUpsPage() {
  const t = useTexts(texts);
  const words = useTexts(paymentTexts);
  const { query, set, with: changed } = useAddressState();
  const state = states.find((name) => name === query.state);
  const method = paymentMethodNames.find((name) => name === query.method);
  const filter: OrdersFilter = { ...(state === undefined ? {} : { state }), ...(method === undefined ? {} : { method }) };
  const list = useList(['operator', 'orders', filter], adminOrdersPage(filter));
  const columns: readonly Column<AdminOrderRow>[] = [
    { id: 'created', head: t.created, width: '170px', cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'account', head: t.account, cell: (row) => <span className="cut">{row.account_name ?? t.nobody}</span> },
    { id: 'method', head: t.method, width: '190px', cell: (row) => <PaidBy order={row} /> },
    { id: 'remark', head: t.remark, width: '150px', isOptional: true, cell: ({ remark }) => <code>{remark}</code> },
    { id: 'state', head: t.state, width: '170px', cell: ({ state }) => <OrderState state={state} /> },
    amountColumn(t.amount, '130px'),
  ];
  return (
    <>
      <PageHead title={t.title}>
        <Filter
          name="state"
          label={t.state}
          all={t.all}
          options={states.map((name) => ({ value: name, label: words.states[name] }))}
        />
        <Filter
          name="method"
          label={t.method}
          all={t.all}
          options={paymentMethodNames.map((name) => ({ value: name, label: words.methods[name] }))}
        />
      </PageHead>
      <UndecidedList />
      <Sheet title={t.orders}>
        <DataTable
          {...list}
          label={t.orders}
          columns={columns}
          rowKey={({ id }) => id}
          linkOf={({ id }) => changed({ order: id })}
          openKey={query.order}
          narrow={(row) => (
            <>
              <span className="l1">
                <span className="cut">{row.account_name ?? t.nobody}</span>
                <Money amount={row.amount} canFocus={false} />
              </span>
              <span className="l2">
                <span>
                  <PaidBy order={row} /> · <OrderState state={row.state} />
                </span>
                <Time at={row.created_at} />
              </span>
            </>
          )}
          failed={t.failed}
          empty={t.noOrders}
        />
      </Sheet>
      {query.order === undefined ? null : (
        <OrderDrawer
          key={query.order}
          id={query.order}
          onClose={() => {
            set({ order: undefined });
          }}
        />
      )}
    </>
  );
}
