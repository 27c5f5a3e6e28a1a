import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { freezeReasonText } from '@tollgate/contract/tenants/freeze-reasons';
import type { AccountAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { useState } from 'react';
import { operatorPeopleApi } from '../../../api/clients/operator-people.ts';
import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { useSession } from '../../../api/session.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressPart, useAddressState } from '../../../components/links/address-state.ts';
import { AppLink, LinkButton, useGo } from '../../../components/links/app-link.tsx';
import { moneyText } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { usePlanName } from '../../../components/tenants/plan-names.ts';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { countText } from '../../../ui/number-text.ts';
import { Fact, Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { plansQuery } from '../plans.ts';
import { AccountKeys, AccountLedger } from './account-lists.tsx';
import { CreditDrawer } from './credit-drawer.tsx';
import { FreezeDrawer } from './freeze-drawer.tsx';
import './operator-accounts.css';
import { OperatorClosing } from './operator-closing.tsx';
import { OwnPrices } from './own-prices.tsx';
import { SettingsDrawer } from './settings-drawer.tsx';
import { texts } from './texts.ts';
import { useThaw } from './use-thaw.ts';

type Account = AccountAnswer;

/** One account, for operators who support it. */
export default function OperatorAccountPage() {
  const t = useTexts(texts);
  const id = useAddressPart('accountId');
  const {
    data: account,
    error,
    refetch,
  } = useQuery({
    queryKey: ['operator', 'account', id],
    queryFn: () => operatorTenantsApi.readAccount({ params: { id } }),
  });
  const crumb = <AppLink to={paths.operatorAccounts}>{t.title}</AppLink>;
  if (account === undefined)
    return (
      <>
        <PageHead title={t.name} crumb={crumb} />
        <Sheet>
          <Loading
            of={{ error, refetch }}
            what={error instanceof ApiError && error.status === 404 ? t.missing : t.failed}
            height={360}
          />
        </Sheet>
      </>
    );
  return (
    <>
      <PageHead title={account.name} crumb={crumb}>
        <Actions account={account} />
      </PageHead>
      <Balance account={account} />
      <Facts account={account} />
      <OwnPrices account={account} />
      <OperatorClosing accountId={id} />
      <AccountKeys accountId={id} />
      <AccountLedger accountId={id} />
    </>
  );
}

function Actions({ account }: { readonly account: Account }) {
  const t = useTexts(texts);
  const { operator } = useSession();
  const [open, setOpen] = useState<'credit' | 'settings' | 'freeze' | null>(null);
  const { query, set } = useAddressState();
  const close = (): void => {
    setOpen(null);
    if (query.credit !== undefined) set({ credit: undefined }, { replace: true });
  };
  const mayCredit = operator !== 'support';
  const isCredit = open === 'credit' || (mayCredit && query.credit !== undefined);
  return (
    <>
      {!mayCredit ? null : (
        <Button
          look="primary"
          onClick={() => {
            setOpen('credit');
          }}
        >
          {t.credit}
        </Button>
      )}
      {operator === 'administrator' ? (
        <>
          <Button
            onClick={() => {
              setOpen('settings');
            }}
          >
            {t.settings}
          </Button>
          <FreezeButton
            account={account}
            onFreeze={() => {
              setOpen('freeze');
            }}
          />
        </>
      ) : null}
      <LookButton account={account} />
      <span className="grow" />
      <LinkButton to={paths.operatorCalls({ account_id: account.id })}>{t.calls}</LinkButton>
      <LinkButton to={withQuery(paths.operatorAudit, { object_id: account.id })}>{t.audit}</LinkButton>
      {isCredit ? <CreditDrawer account={account} callId={query.credit} onClose={close} /> : null}
      {open === 'settings' ? <SettingsDrawer account={account} onClose={close} /> : null}
      {open === 'freeze' ? <FreezeDrawer account={account} onClose={close} /> : null}
    </>
  );
}

/** Opens the account as its members see it. */
function LookButton({ account: { id } }: { readonly account: Account }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const go = useGo();
  const look = useMutation({
    mutationFn: () => operatorPeopleApi.startImpersonation({ params: { id } }),
    onSuccess: () => {
      queries.clear();
      go(paths.overview);
    },
  });
  return (
    <>
      <ActButton act={look}>{t.look}</ActButton>
      <FormFault error={look.error} isInline />
    </>
  );
}

/** Freezes an account; requires a reason that its members see. */
function FreezeButton({ account, onFreeze }: { readonly account: Account; readonly onFreeze: () => void }) {
  const t = useTexts(texts);
  const { id, status } = account;
  const thaw = useThaw(id);
  if (status === 'active')
    return (
      <Button look="danger" onClick={onFreeze}>
        {t.freeze}
      </Button>
    );
  return (
    <>
      <ActButton act={thaw}>{t.unfreeze}</ActButton>
      <FormFault error={thaw.error} isInline />
    </>
  );
}

function Balance({ account: { balance } }: { readonly account: Account }) {
  const t = useTexts(texts);
  return (
    <Figures
      figures={[
        {
          label: t.balance,
          value: <Money amount={balance.available} isLarge />,
          note: t.reserved(moneyText(balance.reserved)),
          isLead: true,
        },
        { label: t.paid, value: <Money amount={balance.paid_left} /> },
        { label: t.trial, value: <Money amount={balance.trial_left} /> },
        { label: t.gifts, value: <Money amount={balance.gifts_left} /> },
        { label: t.spent, value: <Money amount={balance.used} />, note: t.credits(moneyText(balance.credits)) },
      ]}
    />
  );
}

function Facts({ account }: { readonly account: Account }) {
  const t = useTexts(texts);
  const { limits, own_limits: own } = account;
  const nameOf = usePlanName();
  const language = useLanguage();
  const plan = useQuery(plansQuery).data?.find(({ id }) => id === account.plan);
  const count = (limit: number | null): string => (limit === null ? t.unlimited : countText(limit));
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [
      t.status,
      <StatusWord key="s" look={account.status === 'active' ? 'go' : 'off'}>
        {t[account.status]}
      </StatusWord>,
    ],
    ...(account.status_reason === null ? [] : [[t.freezeReason, freezeReasonText(account.status_reason, language)] as const]),
    [
      t.id,
      <span key="i">
        <code>{account.id}</code>
        <CopyButton text={account.id} />
      </span>,
    ],
    [t.email, account.email ?? '–'],
    [t.plan, plan === undefined ? account.plan : nameOf(plan)],
    [
      t.limits,
      `${t.rpm(count(limits.requests_per_minute))} · ${t.concurrent(count(limits.concurrency))} · ${Object.keys(own).length === 0 ? t.fromPlan : t.own}`,
    ],
    [t.multiplier, `× ${account.price_multiplier}`],
    [t.domesticOnly, account.domestic_only ? t.yes : t.no],
    [t.isolation, t.isolations[account.isolation]],
    [t.running, countText(account.running)],
    [t.created, <Time key="c" at={account.created_at} />],
  ];
  return (
    <Sheet title={t.facts} isPadded>
      <dl className="facts account-facts">
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
    </Sheet>
  );
}
