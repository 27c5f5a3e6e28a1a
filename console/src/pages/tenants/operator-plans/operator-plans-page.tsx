import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../api/session.ts';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { NewLink } from '../../../components/links/new-link.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { usePlanName } from '../../../components/tenants/plan-names.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { countText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { plansQuery, type Plan } from '../plans.ts';
import { PlanDrawer } from './plan-drawer.tsx';
import { texts } from './texts.ts';

function useColumns(): readonly Column<Plan>[] {
  const t = useTexts(texts);
  const nameOf = usePlanName();
  const limit = (value: number | null): string => (value === null ? t.unlimited : countText(value));
  return [
    {
      id: 'name',
      head: t.plan,
      cell: (plan) => (
        <>
          <b>{nameOf(plan)}</b> <code className="quiet">{plan.id}</code>
        </>
      ),
    },
    { id: 'rpm', head: t.rpm, isNumber: true, cell: (plan) => limit(plan.requests_per_minute) },
    { id: 'ceiling', head: t.ceiling, isNumber: true, cell: (plan) => limit(plan.concurrency_ceiling) },
    {
      id: 'recommended',
      head: t.recommended,
      isNumber: true,
      isOptional: true,
      cell: ({ concurrency_recommended: advised }) => (advised === null ? t.byAgreement : countText(advised)),
    },
    { id: 'multiplier', head: t.multiplier, isNumber: true, cell: (plan) => `× ${plan.price_multiplier}` },
    {
      id: 'strict',
      head: t.strictShort,
      isOptional: true,
      cell: ({ strict }) => (strict ? t.strict : <span className="quiet">–</span>),
    },
    {
      id: 'accounts',
      head: t.accounts,
      isNumber: true,
      isActions: true,
      cell: ({ id, accounts }) =>
        accounts === 0 ? (
          <span className="quiet">0</span>
        ) : (
          <AppLink to={withQuery(paths.operatorAccounts, { plan: id })}>{countText(accounts)}</AppLink>
        ),
    },
  ];
}

/** The plans with their limits, prices and numbers of accounts. */
export default function OperatorPlansPage() {
  const t = useTexts(texts);
  const nameOf = usePlanName();
  const { operator } = useSession();
  const { query, set, with: changed } = useAddressState();
  const { data: plans, error, refetch } = useQuery(plansQuery);
  const columns = useColumns();
  const mayChange = operator === 'administrator';
  const isNew = query.make !== undefined;
  const open = plans?.find(({ id }) => id === query.plan);
  const limit = (value: number | null): string => (value === null ? t.unlimited : countText(value));
  const close = (): void => {
    set({ plan: undefined, make: undefined });
  };
  return (
    <>
      <PageHead title={t.title} main={mayChange ? <NewLink to={changed({ make: '1' })}>{t.make}</NewLink> : null}>
        {mayChange ? null : <span className="quiet">{t.readOnly}</span>}
      </PageHead>
      <Sheet>
        <DataTable
          label={t.title}
          columns={columns}
          rows={plans}
          rowKey={({ id }) => id}
          {...(mayChange ? { linkOf: ({ id }: Plan) => changed({ plan: id }), openKey: query.plan } : {})}
          narrow={(plan) => (
            <>
              <span className="l1">
                <span className="cut">{nameOf(plan)}</span>
                <span>{`${limit(plan.requests_per_minute)} RPM`}</span>
              </span>
              <span className="l2">
                <span>{`× ${plan.price_multiplier} · ${t.ceiling} ${limit(plan.concurrency_ceiling)}`}</span>
                <span>{`${t.accounts} ${countText(plan.accounts)}`}</span>
              </span>
            </>
          )}
          error={error}
          failed={t.failed}
          onRetry={() => void refetch()}
          empty={t.empty}
        />
      </Sheet>
      {mayChange && plans !== undefined && (isNew || open !== undefined) ? (
        <PlanDrawer key={query.plan} plan={isNew ? null : (open ?? null)} known={plans} onClose={close} />
      ) : null}
    </>
  );
}
