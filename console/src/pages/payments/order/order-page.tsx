import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Locale } from '@tollgate/contract/enumerations';
import { chargeFaultWords } from '@tollgate/contract/payments/auto-top-up-notices';
import type { ChargeFault } from '@tollgate/contract/payments/payments';
import { useEffect } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { orderQuery, type Order } from '../../../api/orders.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressPart } from '../../../components/links/address-state.ts';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { OrderState } from '../../../components/payments/order-state.tsx';
import { PaidBy } from '../../../components/payments/paid-by.tsx';
import { paymentTexts } from '../../../components/payments/payment-texts.ts';
import { useActorWords } from '../../../components/people/use-actor-words.ts';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { OrderReturns } from './order-returns.tsx';
import './order.css';
import { PaySheet } from './pay-sheet.tsx';
import { texts } from './texts.ts';

/** Polling interval while a payment can still arrive. */
const everyMs = 2500;

function isMoving({ state }: Order): boolean {
  return state === 'open' || state === 'mismatch' || state === 'refunding';
}

/** One order: how to pay it, or its result. Updates automatically. */
export default function OrderPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const id = useAddressPart('orderId');
  const order = useQuery({
    ...orderQuery(account.id, id),
    refetchInterval: ({ state: { data } }) => (data === undefined || isMoving(data) ? everyMs : false),
  });
  const state = order.data?.state;
  useEffect(() => {
    // The displayed balance has increased.
    if (state === 'paid') void client.invalidateQueries({ queryKey: ['accounts', account.id, 'balance'] });
  }, [state, client, account.id]);
  return (
    <>
      <PageHead title={t.title} crumb={<AppLink to={paths.topUp}>{t.topUp}</AppLink>} />
      {order.data === undefined ? (
        <Sheet isPadded>
          <Loading of={order} what={t.failed} height={260} />
        </Sheet>
      ) : (
        <Shown order={order.data} />
      )}
    </>
  );
}

function Shown({ order }: { readonly order: Order }) {
  return (
    <>
      <div role="status">
        <Outcome order={order} />
      </div>
      {order.state === 'open' && order.purpose !== 'auto' ? <PaySheet order={order} /> : null}
      <Facts order={order} />
      {order.payments.length > 0 ? <Payments order={order} /> : null}
      {order.state === 'refunding' || nano(order.refunded) > 0n ? <OrderReturns orderId={order.id} /> : null}
    </>
  );
}

function refusedText(t: typeof texts.zh, language: Locale, fault: ChargeFault): string {
  return fault === 'called_off' ? t.calledOff : chargeFaultWords[language][fault];
}

/** The result of an order, and the next step. */
function Outcome({ order: { state, purpose, fault, amount, refunded, payments } }: { readonly order: Order }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const again = <LinkButton to={paths.topUp}>{t.newOrder}</LinkButton>;
  if (payments.some((payment) => payment.state === 'surplus')) return <Notice>{t.surplus}</Notice>;
  switch (state) {
    case 'open':
      return purpose === 'auto' ? <Notice>{t.charging(moneyText(amount))}</Notice> : null;
    case 'paid':
      return <Notice remedy={<LinkButton to={paths.billing}>{t.backToBilling}</LinkButton>}>{t.paid(moneyText(amount))}</Notice>;
    case 'closed':
      return <Notice remedy={again}>{fault === null ? t.closed : refusedText(t, language, fault)}</Notice>;
    case 'mismatch':
      return <Notice>{t.mismatch}</Notice>;
    case 'refunding':
      return <Notice>{t.refunding}</Notice>;
    case 'partly_refunded':
      return <Notice>{t.partlyRefunded(moneyText(refunded))}</Notice>;
    case 'refunded':
      return <Notice remedy={again}>{t.refunded}</Notice>;
  }
}

function Facts({ order }: { readonly order: Order }) {
  const actorOf = useActorWords();
  const t = useTexts(texts);
  return (
    <Sheet isPadded>
      <dl className="order-facts">
        <dt>{t.state}</dt>
        <dd>
          <OrderState state={order.state} />
        </dd>
        <dt>{t.facts.amount}</dt>
        <dd>
          <Money amount={order.amount} />
        </dd>
        <dt>{t.facts.method}</dt>
        <dd>
          <PaidBy order={order} />
        </dd>
        <dt>{t.facts.id}</dt>
        <dd>
          <code>{order.id}</code>
        </dd>
        <dt>{t.facts.by}</dt>
        <dd>{actorOf(order.made_by)}</dd>
        <dt>{t.facts.created}</dt>
        <dd>
          <Time at={order.created_at} />
        </dd>
        {order.paid_at === null ? null : (
          <>
            <dt>{t.facts.paid}</dt>
            <dd>
              <Time at={order.paid_at} />
            </dd>
          </>
        )}
      </dl>
    </Sheet>
  );
}

function Payments({ order }: { readonly order: Order }) {
  const t = useTexts(texts);
  const words = useTexts(paymentTexts);
  return (
    <Sheet title={t.payments} isPadded>
      <dl className="order-facts">
        {order.payments.map((payment) => (
          <div key={payment.external_id} style={{ display: 'contents' }}>
            <dt>
              <Time at={payment.received_at} />
            </dt>
            <dd>
              {payment.currency === 'CNY' ? <Money amount={payment.amount} /> : `${payment.amount} ${payment.currency}`} ·{' '}
              {words.payments[payment.state]} · <code>{payment.external_id}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
