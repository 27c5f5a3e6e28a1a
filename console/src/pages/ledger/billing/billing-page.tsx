import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../api/current-account.ts';
import { balanceQuery, type OwnBalance } from '../../../api/own-account.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { HeldTrial, useHeldTrial } from '../../../components/money/held-trial.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { OrderList } from '../../../components/payments/order-list.tsx';
import { RedemptionList } from '../../../components/payments/redemption-list.tsx';
import { percentOf } from '../../../components/tenants/barrier.tsx';
import { useMonthText } from '../../../components/time/month-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Figures, type Figure } from '../../../ui/figures.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { billingQuery, type Billing } from '../billing.ts';
import './billing.css';
import { BudgetSheet } from './budget-sheet.tsx';
import { StatementList } from './statement-list.tsx';
import { texts } from './texts.ts';

/** The balance by source, the cost of the month, and earlier months. */
export default function BillingPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const balance = useQuery({ ...balanceQuery(account.id), refetchInterval: 60_000 });
  const billing = useQuery({ ...billingQuery(account.id), refetchInterval: 60_000 });
  return (
    <>
      <PageHead
        title={t.title}
        main={
          <LinkButton to={paths.topUp} look="primary" icon="plus">
            {t.topUp}
          </LinkButton>
        }
      >
        <LinkButton to={paths.returns()}>{t.returns}</LinkButton>
      </PageHead>
      <HeldTrial />
      {balance.data === undefined ? (
        <Sheet isPadded>
          <Loading of={balance} what={t.failed.balance} height={72} />
        </Sheet>
      ) : (
        <MoneyFigures balance={balance.data} billing={billing.data} />
      )}
      <StatementList />
      <OrderList />
      <RedemptionList />
      {billing.data === undefined ? (
        <Sheet title={t.budget} isPadded>
          <Loading of={billing} what={t.failed.billing} height={120} />
        </Sheet>
      ) : (
        <BudgetSheet billing={billing.data} />
      )}
    </>
  );
}

/** Remaining money by source, in the order in which it is spent. */
function MoneyFigures({ balance, billing }: { readonly balance: OwnBalance; readonly billing: Billing | undefined }) {
  const t = useTexts(texts);
  const monthText = useMonthText();
  const held = useHeldTrial();
  const trialNote = held !== null ? t.trialHeld : nano(balance.trial_left) > 0n ? t.trialNote : t.noTrialLeft;
  const pots: readonly Figure[] = [
    {
      label: t.available,
      isLead: true,
      value: <Money amount={balance.available} isLarge />,
      note: nano(balance.reserved) > 0n ? t.reserved(moneyText(balance.reserved)) : t.availableNote,
    },
    { label: t.trial, value: <Money amount={balance.trial_left} isLarge />, note: trialNote },
    { label: t.paid, value: <Money amount={balance.paid_left} isLarge />, note: t.paidNote },
    { label: t.gifts, value: <Money amount={balance.gifts_left} isLarge />, note: t.giftsNote },
  ];
  if (billing === undefined) return <Figures figures={pots} />;
  const { month, monthly_budget: budget, paid } = billing;
  const used: readonly Figure[] = [
    {
      label: t.month(monthText(month.month)),
      value: <Money amount={month.spent} isLarge />,
      note: budget === null ? t.noBudget : t.ofBudget(`${String(percentOf(month.spent, budget))} %`),
    },
    {
      label: t.consumed,
      value: <Money amount={paid.consumed} isLarge />,
      note: t.consumedNote(moneyText(paid.consumed_closed)),
    },
  ];
  return (
    <div className="billing-figures">
      <Figures figures={[...pots, ...used]} />
    </div>
  );
}
