import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '@tollgate/contract/money';
import { useAccount } from '../../../api/current-account.ts';
import { usageQuery } from '../../../api/usage.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useGo } from '../../../components/links/app-link.tsx';
import { grouped } from '../../../components/money/money-text.ts';
import { useServiceZone, zoneName } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Chart, ChartLegend } from '../../../ui/charts/chart.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { percentText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { dayAfter, daysUpTo, slicesOf, type Slice } from './overview-days.ts';
import { texts } from './texts.ts';

const spans = ['7', '30', '90'] as const;
type Span = (typeof spans)[number];
type By = 'model' | 'key';
const dayCounts: Readonly<Record<Span, number>> = { 7: 7, 30: 30, 90: 90 };

function chosenSpan(text: string | undefined): Span {
  return spans.find((span) => span === text) ?? '30';
}

/** For drawing only; exact totals are next to the chart. */
const drawn = (sum: bigint): number => Number(sum) / 1e9;
const shareOf = (sum: bigint, all: bigint): string => percentText(all === 0n ? 0 : Number((sum * 1_000n) / all) / 1_000, 0);

/** Spending by day, by model or by key. */
export function Spending({ today }: { readonly today: string }) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const span = chosenSpan(query.days);
  const by: By = query.by === 'key' ? 'key' : 'model';
  const switches = (
    <>
      <Segments
        className="wide"
        label={t.by}
        value={by}
        options={[
          { value: 'model', label: t.byModel },
          { value: 'key', label: t.byKey },
        ]}
        onChange={(next) => {
          set({ by: next === 'model' ? undefined : next }, { replace: true });
        }}
      />
      <Segments
        label={t.span}
        value={span}
        options={spans.map((value) => ({ value, label: t.days[value] }))}
        onChange={(next) => {
          set({ days: next === '30' ? undefined : next }, { replace: true });
        }}
      />
    </>
  );
  return (
    <Sheet title={t.spending} right={switches}>
      <SpendingPlot today={today} span={span} by={by} />
    </Sheet>
  );
}

function SpendingPlot({ today, span, by }: { readonly today: string; readonly span: Span; readonly by: By }) {
  const t = useTexts(texts);
  const account = useAccount();
  const days = daysUpTo(today, dayCounts[span]);
  const group = by === 'key' ? 'key_id' : 'model';
  const usage = useQuery(usageQuery(account.id, { from: days[0] ?? today, to: today, group_by: `day,${group}` }));
  if (usage.data === undefined) return <Loading of={usage} what={t.failed.usage} height={260} />;
  const slices = slicesOf(usage.data, days, { by: group, others: t.others });
  if (slices.length === 0) return <EmptyState>{t.noSpending}</EmptyState>;
  return <SpendingChart slices={slices} days={days} span={span} by={by} />;
}

interface SpendingChartProps {
  readonly slices: readonly Slice[];
  readonly days: readonly string[];
  readonly span: Span;
  readonly by: By;
}

function SpendingChart({ slices, days, span, by }: SpendingChartProps) {
  const t = useTexts(texts);
  const go = useGo();
  const offset = zoneName(useServiceZone()).replace('UTC', '');
  const all = slices.reduce((sum, slice) => sum + slice.sum, 0n);
  const openCalls = (index: number, name: string): void => {
    const day = days[index];
    if (day === undefined) return;
    const id = slices.find((slice) => slice.name === name)?.id ?? undefined;
    const [from, to] = [day, dayAfter(day, 1)].map((each) => `${each}T00:00:00${offset}`);
    go(paths.calls({ from, to, ...(by === 'key' ? { key_id: id } : { model: id }) }));
  };
  return (
    <div className="pad spend">
      <Chart
        kind="columns"
        label={t.chartLabel(span)}
        labels={days.map((day) => day.slice(5))}
        series={slices.map(({ id, name, byDay }) => ({ name, values: byDay.map(drawn), isOther: id === null }))}
        format={(value) => `¥${grouped(String(Math.round(value * 10_000) / 10_000))}`}
        isLastPartial
        onPick={openCalls}
      />
      <ChartLegend
        rows={slices.map(({ id, name, sum }) => ({
          name,
          isOther: id === null,
          sum: grouped(formatAmount(sum, 2)),
          share: shareOf(sum, all),
        }))}
        total={{ label: t.total(span), sum: grouped(formatAmount(all, 2)) }}
      />
    </div>
  );
}
