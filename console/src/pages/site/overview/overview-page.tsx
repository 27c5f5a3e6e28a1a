import { useQuery } from '@tanstack/react-query';
import type { CallsSummary } from '@tollgate/contract/calls/console-calls';
import { hasRight, type AccountRight } from '@tollgate/contract/people/rights';
import { useAccount } from '../../../api/current-account.ts';
import { keysQuery } from '../../../api/keys.ts';
import { usageQuery } from '../../../api/usage.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { partsOf, useServiceZone } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { callsSummaryQuery } from './calls-summary.ts';
import { FirstSteps } from './first-steps.tsx';
import { keysNearCaps, NearCaps } from './near-caps.tsx';
import { dayAfter } from './overview-days.ts';
import { OverviewFigures } from './overview-figures.tsx';
import { OverviewNotices } from './overview-notices.tsx';
import './overview.css';
import { RecentErrors } from './recent-errors.tsx';
import { Spending } from './spending.tsx';
import { texts } from './texts.ts';

/** Polling interval until the first call. */
const lookMs = 4_000;
/** Number of days before today on the page. */
const daysBack = 89;

function useMay(): (right: AccountRight) => boolean {
  const { role, sub_account_id: bound } = useAccount();
  return (right) => hasRight(right, role, bound !== null);
}

/** Balance, spending, keys near a cap, and errors with their remedies. */
export default function OverviewPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const may = useMay();
  const today = partsOf(new Date().toISOString(), useServiceZone()).date;
  const days = useQuery({
    ...usageQuery(account.id, { from: dayAfter(today, -daysBack), to: today, group_by: 'day' }),
    refetchInterval: ({ state }) => (state.data?.length === 0 ? lookMs : 60_000),
  });
  const summary = useQuery({ ...callsSummaryQuery(account.id, { first_token: 'true' }), refetchInterval: 60_000 });
  const keys = useQuery({ ...keysQuery(account.id), enabled: may('keys.read') });
  if (days.data === undefined)
    return (
      <>
        <PageHead title={t.title} />
        <Loading of={days} what={t.failed.usage} height={480} />
      </>
    );
  const isEmpty = days.data.every(({ calls }) => calls === 0) && (summary.data?.totals.calls ?? 0) === 0;
  const known = keys.data?.rows ?? [];
  const near = keysNearCaps(known);
  return (
    <>
      <PageHead title={t.title} />
      <OverviewNotices near={near} mayReadBalance={may('balance.read')} />
      <OverviewFigures days={days.data} today={today} summary={summary.data} mayReadBalance={may('balance.read')} />
      {isEmpty ? (
        <FirstSteps keys={known.length} mayCreate={may('keys.write')} />
      ) : (
        <>
          <Spending today={today} />
          <div className="cols">
            {may('keys.read') ? <KeysNear keys={keys} near={near} /> : null}
            <Errors summary={summary} />
          </div>
        </>
      )}
    </>
  );
}

interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

function Errors({ summary }: { readonly summary: Asked<CallsSummary> }) {
  const t = useTexts(texts);
  if (summary.data !== undefined) return <RecentErrors errors={summary.data.errors} />;
  return <Waiting what={t.failed.calls} error={summary.error} onRetry={() => void summary.refetch()} />;
}

interface KeysNearProps {
  readonly keys: Asked<unknown>;
  readonly near: ReturnType<typeof keysNearCaps>;
}

function KeysNear({ keys, near }: KeysNearProps) {
  const t = useTexts(texts);
  if (keys.data === undefined) return <Waiting what={t.failed.keys} error={keys.error} onRetry={() => void keys.refetch()} />;
  return <NearCaps near={near} />;
}

interface WaitingProps {
  readonly what: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function Waiting({ what, error, onRetry }: WaitingProps) {
  return <Loading of={{ error, refetch: onRetry }} what={what} height={240} />;
}
