import { useQuery } from '@tanstack/react-query';
import { formatExact } from '@tollgate/contract/money';
import type { PayoutRow, PayoutOffer } from '@tollgate/contract/payments/console-payouts';
import { useAccount } from '../../../api/current-account.ts';
import { useList } from '../../../api/http/use-list.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { nano } from '../../../components/money/money-text.ts';
import { amountColumn, Money } from '../../../components/money/money.tsx';
import { Receipt } from '../../../components/money/receipt.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PayoutState } from '../payout-state.tsx';
import { payoutOfferQuery, payoutsPage } from '../payouts.ts';
import { ReturnDrawer } from './return-drawer.tsx';
import { ReturnForm } from './return-form.tsx';
import './returns.css';
import { texts } from './texts.ts';

/** The refundable amount and its calculation, the form, and earlier requests. */
export default function ReturnsPage() {
  const t = useTexts(texts);
  const { id } = useAccount();
  const { query, set } = useAddressState();
  const offer = useQuery({ ...payoutOfferQuery(id), refetchInterval: 30_000 });
  return (
    <>
      <PageHead title={t.title} crumb={<AppLink to={paths.billing}>{t.billing}</AppLink>} />
      {offer.data === undefined ? (
        <Sheet isPadded>
          <Loading of={offer} what={t.failed} height={320} />
        </Sheet>
      ) : (
        <div className="return-cols">
          <Sheet title={t.request} isPadded>
            <FormOrWhyNot offer={offer.data} />
          </Sheet>
          <Sheet title={t.howMuch} isPadded>
            <ReturnableReceipt offer={offer.data} />
          </Sheet>
        </div>
      )}
      <ReturnList />
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

function FormOrWhyNot({ offer }: { readonly offer: PayoutOffer }) {
  const t = useTexts(texts);
  const { role } = useAccount();
  if (role !== 'owner') return <EmptyState>{t.ownersOnly}</EmptyState>;
  if (offer.waiting !== null)
    return (
      <EmptyState action={<LinkButton to={paths.returns({ return: offer.waiting })}>{t.seeWaiting}</LinkButton>}>
        {t.waiting}
      </EmptyState>
    );
  if (nano(offer.returnable) === 0n) return <EmptyState>{t.nothing}</EmptyState>;
  return <ReturnForm offer={offer} />;
}

/** How the refundable amount is calculated; the lines add up to it. */
function ReturnableReceipt({ offer }: { readonly offer: PayoutOffer }) {
  const t = useTexts(texts);
  const unused = nano(offer.paid) - nano(offer.consumed);
  const available = nano(offer.available) > 0n ? nano(offer.available) : 0n;
  const beyond = unused > available ? unused - available : 0n;
  const rounding = unused - beyond - nano(offer.returnable);
  const less = (amount: bigint): string => formatExact(-amount);
  return (
    <Receipt
      lines={[
        { label: t.paid, note: t.paidNote, amount: offer.paid },
        { label: t.consumed, note: t.consumedNote, amount: less(nano(offer.consumed)) },
        ...(beyond === 0n ? [] : [{ label: t.bounded, amount: less(beyond) }]),
        ...(rounding === 0n ? [] : [{ label: t.rounding, amount: less(rounding) }]),
      ]}
      total={offer.returnable}
      totalLabel={t.can}
      decimals={2}
      note={t.note}
    />
  );
}

function ReturnList() {
  const t = useTexts(texts);
  const { id } = useAccount();
  const { query, with: changed } = useAddressState();
  const list = useList(['accounts', id, 'payouts', 'list'], payoutsPage(id));
  const columns: readonly Column<PayoutRow>[] = [
    { id: 'created', head: t.created, width: '170px', cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'what', head: t.what, cell: ({ kind, reason }) => <span className="cut">{reason ?? t.kinds[kind]}</span> },
    { id: 'state', head: t.state, width: '180px', cell: ({ state }) => <PayoutState state={state} /> },
    amountColumn(t.amount, '140px'),
  ];
  return (
    <Sheet title={t.list}>
      <DataTable
        {...list}
        label={t.list}
        columns={columns}
        rowKey={(row) => row.id}
        linkOf={(row) => changed({ return: row.id })}
        openKey={query.return}
        narrow={(row) => (
          <>
            <span className="l1">
              <span className="cut">{row.reason ?? t.kinds[row.kind]}</span>
              <Money amount={row.amount} canFocus={false} />
            </span>
            <span className="l2">
              <PayoutState state={row.state} />
              <Time at={row.created_at} />
            </span>
          </>
        )}
        failed={t.failed}
        empty={t.none}
      />
    </Sheet>
  );
}
