import { useGo } from '../../../components/links/app-link.tsx';
import { drawnMoneyText } from '../../../components/money/money-text.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import type { ChartSeries } from '../../../ui/charts/chart-props.ts';
import { Chart } from '../../../ui/charts/chart.tsx';
import { bigText } from '../../../ui/number-text.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { Periods } from './period.ts';
import { texts } from './texts.ts';
import { drawnValue, type GroupName, type MetricName, type UsageGroup } from './usage-groups.ts';

/** There are six colours; further groups are combined in grey. */
export const colours = 6;

interface UsageChartProps {
  readonly groups: readonly UsageGroup[];
  readonly by: GroupName;
  readonly metric: MetricName;
  readonly periods: Periods;
  readonly today: string;
  readonly nameOf: (group: UsageGroup) => string;
  readonly callsOf: (day: string, group: UsageGroup | undefined) => string;
}

function seriesOf(
  { groups, by, metric, periods, nameOf }: UsageChartProps,
  rest: (n: number) => string,
  all: string,
): readonly ChartSeries[] {
  const { days } = periods;
  const valuesOf = (of: readonly UsageGroup[]): number[] =>
    days.map((day) => of.reduce((sum, group) => sum + drawnValue(group.byDay.get(day), metric), 0));
  if (by === 'day') return [{ name: all, values: valuesOf(groups) }];
  const named = groups.slice(0, colours).map((group) => ({ name: nameOf(group), values: valuesOf([group]) }));
  const others = groups.slice(colours);
  return others.length === 0 ? named : [...named, { name: rest(others.length), values: valuesOf(others), isOther: true }];
}

/** One column per day; a click opens its calls. If all columns are empty, a sentence replaces them. */
export function UsageChart(props: UsageChartProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const go = useGo();
  const { groups, by, metric, periods, today, nameOf, callsOf } = props;
  const format = (value: number, places?: number): string =>
    metric === 'charge' ? drawnMoneyText(value, places) : bigText(value, language);
  const series = seriesOf(props, t.rest, t.metrics[metric]);
  if (series.every(({ values }) => values.every((value) => value === 0))) return <EmptyState>{t.nothing[metric]}</EmptyState>;
  return (
    <>
      <Chart
        label={t.chart(t.metrics[metric], t.groups[by])}
        kind="columns"
        labels={periods.days.map((day) => day.slice(5))}
        series={series}
        format={format}
        isWhole={metric !== 'charge'}
        isLastPartial={periods.now.to === today}
        onPick={(index, name) => {
          const day = periods.days[index];
          if (day !== undefined)
            go(callsOf(day, by === 'day' ? undefined : groups.slice(0, colours).find((group) => nameOf(group) === name)));
        }}
      />
      <p className="quiet fine usage-note">{t.todayNote}</p>
    </>
  );
}
