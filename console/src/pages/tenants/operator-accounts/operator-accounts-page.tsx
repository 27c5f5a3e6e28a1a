import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { useState } from 'react';
import { operatorLedgerApi } from '../../../api/clients/operator-ledger.ts';
import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';
import { useList } from '../../../api/http/use-list.ts';
import { useSession } from '../../../api/session.ts';
import { useCause, useWhy } from '../../../components/errors/error-state.tsx';
import { Filter } from '../../../components/filters/filter.tsx';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { moneyText } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { RowAct, withActs } from '../../../components/tables/row-acts.tsx';
import { usePlanName } from '../../../components/tenants/plan-names.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { countText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { plansQuery } from '../plans.ts';
import { FreezeDrawer } from './freeze-drawer.tsx';
import './operator-accounts.css';
import { SettingsDrawer } from './settings-drawer.tsx';
import { texts } from './texts.ts';
import { useThaw } from './use-thaw.ts';

type Account = AccountAnswer;

function useColumns(): readonly Column<Account>[] {
  const t = useTexts(texts);
  const { data: plans = [] } = useQuery(plansQuery);
  const nameOf = usePlanName();
  const planName = (id: string): string => {
    const plan = plans.find((one) => one.id === id);
    return plan === undefined ? id : nameOf(plan);
  };
  return [
    { id: 'name', head: t.name, cell: ({ name }) => <b>{name}</b> },
    { id: 'email', head: t.email, isOptional: true, cell: ({ email }) => email },
    { id: 'plan', head: t.plan, isOptional: true, cell: ({ plan }) => planName(plan) },
    { id: 'status', head: t.status, cell: ({ status }) => <AccountState status={status} /> },
    { id: 'running', head: t.running, isNumber: true, isOptional: true, cell: ({ running }) => countText(running) },
    {
      id: 'used',
      head: t.used,
      isNumber: true,
      isOptional: true,
      cell: ({ balance }) => <Money amount={balance.used} hasSign={false} />,
    },
    {
      id: 'available',
      head: t.available,
      isNumber: true,
      cell: ({ balance }) => <Money amount={balance.available} hasSign={false} />,
    },
    {
      id: 'created',
      head: t.created,
      isNumber: true,
      isOptional: true,
      cell: (account) => <Time at={account.created_at} form="date" />,
    },
  ];
}

function AccountState({ status }: Pick<Account, 'status'>) {
  const t = useTexts(texts);
  return <StatusWord look={status === 'active' ? 'go' : 'off'}>{t[status]}</StatusWord>;
}

type Form = 'settings' | 'freeze';

interface AccountActsProps {
  readonly account: Account;
  readonly onOpen: (form: Form) => void;
}

/** What operators change of an account most often. */
function AccountActs({ account: { id, name, status }, onOpen }: AccountActsProps) {
  const t = useTexts(texts);
  const why = useWhy();
  const thaw = useThaw(id);
  return (
    <>
      <RowAct
        label={t.settings}
        of={name}
        onClick={() => {
          onOpen('settings');
        }}
      />
      {status === 'active' ? (
        <RowAct
          label={t.freeze}
          of={name}
          onClick={() => {
            onOpen('freeze');
          }}
        />
      ) : (
        <RowAct
          label={t.unfreeze}
          of={name}
          isBusy={thaw.isPending}
          onClick={() => {
            thaw.mutate(undefined, {
              onError: (error) => {
                toast(why(error));
              },
            });
          }}
        />
      )}
    </>
  );
}

function Narrow({ name, balance, status, email, plan }: Account) {
  const t = useTexts(texts);
  return (
    <>
      <span className="l1">
        <b className="cut">{name}</b>
        <span>
          <span className="quiet">{t.available}</span> <Money amount={balance.available} hasSign={false} />
        </span>
      </span>
      <span className="l2">
        <AccountState status={status} />
        <span className="quiet cut">{email ?? plan}</span>
      </span>
    </>
  );
}

/** All accounts, newest first; the search finds a full name, id or address. */
export default function OperatorAccountsPage() {
  const t = useTexts(texts);
  const { operator } = useSession();
  const { query } = useAddressState();
  const [open, setOpen] = useState<{ readonly form: Form; readonly account: Account } | null>(null);
  const { data: plans = [] } = useQuery(plansQuery);
  const nameOf = usePlanName();
  const status = (['active', 'disabled'] as const).find((name) => name === query.status);
  const filter = {
    ...(query.q === undefined ? {} : { search: query.q.trim() }),
    ...(query.plan === undefined ? {} : { plan: query.plan }),
    ...(status === undefined ? {} : { status }),
  };
  const list = useList(['operator', 'accounts', filter], (page, signal) =>
    operatorTenantsApi.listAccounts({ query: { ...filter, ...page }, signal }),
  );
  const columns = useColumns();
  const close = (): void => {
    setOpen(null);
  };
  const actsOf = (account: Account) => (
    <AccountActs
      account={account}
      onOpen={(form) => {
        setOpen({ form, account });
      }}
    />
  );
  return (
    <>
      <PageHead title={t.title}>
        <span className="account-search">
          <SearchField label={t.search} />
        </span>
        <Filter
          name="plan"
          label={t.plan}
          all={t.all}
          options={plans.map((plan) => ({ value: plan.id, label: nameOf(plan) }))}
          isFirst
        />
        <Filter
          name="status"
          label={t.status}
          all={t.all}
          options={[
            { value: 'active', label: t.active },
            { value: 'disabled', label: t.disabled },
          ]}
        />
      </PageHead>
      <HeldTrials />
      <Sheet>
        <DataTable
          label={t.title}
          {...withActs(columns, operator === 'administrator' ? { width: '150px', of: actsOf } : null)}
          {...list}
          rowKey={({ id }) => id}
          linkOf={({ id }) => paths.operatorAccount(id)}
          narrow={(account) => <Narrow {...account} />}
          failed={t.failed}
          empty={Object.keys(filter).length === 0 ? t.empty : t.notFound}
        />
      </Sheet>
      {open?.form === 'settings' ? <SettingsDrawer account={open.account} onClose={close} /> : null}
      {open?.form === 'freeze' ? <FreezeDrawer account={open.account} onClose={close} /> : null}
    </>
  );
}

/** Held trial credits of new users above a limit, longest waiting first. */
function HeldTrials() {
  const t = useTexts(texts);
  const { operator } = useSession();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['operator', 'held-trials'],
    queryFn: () => operatorLedgerApi.listHeldTrialCredits({ query: { limit: '50' } }),
  });
  const grant = useMutation({
    mutationFn: (id: string) => operatorLedgerApi.grantTrialCredit({ params: { id } }),
    onSuccess: async ({ amount }) => {
      toast(t.granted(moneyText(amount)));
      await queries.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const fault = useCause(grant.error);
  const held = data?.data ?? [];
  if (held.length === 0) return null;
  return (
    <Sheet title={t.held} note={String(held.length)}>
      <ul className="held">
        {held.map((one) => (
          <li key={one.account_id}>
            <div>
              <AppLink to={paths.operatorAccount(one.account_id)}>{one.name}</AppLink> <span className="quiet">{one.email}</span>
              <small className="block quiet">
                {t.heldReasons[one.reason]} · <Time at={one.since} form="ago" />
              </small>
            </div>
            <Money amount={one.amount} />
            {operator === 'support' ? null : (
              <Button
                isBusy={grant.isPending && grant.variables === one.account_id}
                onClick={() => {
                  grant.mutate(one.account_id);
                }}
              >
                {t.grant}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {grant.error === null ? null : (
        <p className="hint bad held-fault" role="alert">
          {fault}
        </p>
      )}
    </Sheet>
  );
}
