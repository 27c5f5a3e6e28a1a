import { useAccount } from '../../../api/current-account.ts';
import { useList } from '../../../api/http/use-list.ts';
import { amountColumn, Money } from '../../../components/money/money.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { PayoutState } from '../payout-state.tsx';
import { payoutsPage } from '../payouts.ts';
import { texts } from './texts.ts';

/** Refunds of an order; a row opens its steps. */
export function OrderReturns({ orderId }: { readonly orderId: string }) {
  const t = useTexts(texts);
  const { id } = useAccount();
  const list = useList(['accounts', id, 'payouts', 'of-order', orderId], payoutsPage(id, orderId));
  return (
    <Sheet title={t.returns}>
      <DataTable
        {...list}
        label={t.returns}
        columns={[
          { id: 'created', head: t.facts.created, width: '170px', cell: ({ created_at: at }) => <Time at={at} /> },
          { id: 'state', head: t.state, cell: ({ state }) => <PayoutState state={state} /> },
          amountColumn(t.facts.amount, '130px'),
        ]}
        rowKey={(row) => row.id}
        linkOf={(row) => paths.returns({ return: row.id })}
        narrow={(row) => (
          <>
            <span className="l1">
              <PayoutState state={row.state} />
              <Money amount={row.amount} canFocus={false} />
            </span>
            <span className="l2">
              <Time at={row.created_at} />
            </span>
          </>
        )}
        failed={t.returnsFailed}
        empty=""
      />
    </Sheet>
  );
}
