import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatExact } from '@tollgate/contract/money';
import { overviewRanges } from '@tollgate/contract/site/overview';
import type { OverviewAnswer } from '@tollgate/contract/site/overview';
import { operatorSiteApi } from '../../../api/clients/operator-site.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import '../../../components/tables/data-table.css';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { bigText, percentText } from '../../../ui/number-text.ts';
import { marginOf, shareText } from './margin.ts';
import { Margins } from './margins.tsx';
import './operator-overview.css';
import { RevenueAndCost, Traffic } from './over-time.tsx';
import { Routes, useProviders } from './routes.tsx';
import { texts } from './texts.ts';
import { WorkToDo } from './work-to-do.tsx';

type Overview = OverviewAnswer;

/** Refresh interval while the page is open. */
const againMs = 60_000;

/** Health and finances of the service, and work that waits for operators. */
export default function OperatorOverviewPage() {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const range = overviewRanges.find((name) => name === query.range) ?? 'today';
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['operator', 'overview', range],
    queryFn: ({ signal }) => operatorSiteApi.readOverview({ query: { range }, signal }),
    refetchInterval: againMs,
    placeholderData: keepPreviousData,
  });
  const providers = useProviders();
  return (
    <>
      <PageHead title={t.title}>
        <Segments
          label={t.range}
          value={range}
          options={overviewRanges.map((name) => ({ value: name, label: t.ranges[name] }))}
          onChange={(next) => {
            set({ range: next });
          }}
        />
        <span className="grow" />
        {data === undefined ? null : (
          <span className="quiet">
            <Time at={new Date(dataUpdatedAt).toISOString()} />
          </span>
        )}
      </PageHead>
      {data === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed} height={420} />
      ) : (
        <>
          <Strip overview={data} />
          <div className="cols">
            <WorkToDo overview={data} providers={providers.data ?? []} />
            <Traffic overview={data} />
          </div>
          <Routes {...providers} />
          <div className="cols">
            <Margins overview={data} />
            <RevenueAndCost overview={data} />
          </div>
        </>
      )}
    </>
  );
}

function useChange({ calls, calls_before: before }: Overview['compared']): string {
  const t = useTexts(texts);
  if (before === 0) return t.noChange;
  const change = (calls - before) / before;
  return t.change(`${change < 0 ? '' : '+'}${percentText(change)}`);
}

function Strip({ overview: { totals, compared } }: { readonly overview: Overview }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const change = useChange(compared);
  const revenue = nano(totals.charge);
  const probes = nano(totals.probe_cost);
  const margin = marginOf(totals) - probes;
  const success = totals.calls === 0 ? t.none : percentText(1 - Math.min(1, totals.failed / totals.calls), 2);
  return (
    <Figures
      figures={[
        { label: t.calls, value: bigText(totals.calls, language), note: change },
        { label: t.success, value: success, note: t.successNote },
        { label: t.revenue, value: <Money amount={totals.charge} isLarge />, note: t.revenueNote },
        {
          label: t.cost,
          value: <Money amount={formatExact(nano(totals.upstream_cost) + probes)} isLarge />,
          note: probes === 0n ? t.costNote : t.costNoteProbes(moneyText(totals.probe_cost)),
        },
        {
          label: t.margin,
          value: <Money amount={formatExact(margin)} isLarge />,
          note: t.marginNote(shareText(margin, revenue)),
        },
        {
          label: t.uncollected,
          value: <Money amount={totals.uncollected} isLarge />,
          note: t.uncollectedNote(shareText(nano(totals.uncollected), revenue, 2)),
        },
      ]}
    />
  );
}
