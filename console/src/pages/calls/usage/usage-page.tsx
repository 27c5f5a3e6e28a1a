import { useQuery } from '@tanstack/react-query';
import { formatExact } from '@tollgate/contract/money';
import { useAccount } from '../../../api/current-account.ts';
import { usageQuery, type UsageQuestion } from '../../../api/usage.ts';
import { Filter } from '../../../components/filters/filter.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState, type Query } from '../../../components/links/address-state.ts';
import { moneyText } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { partsOf, useServiceZone, useZoneName, zoneName } from '../../../components/time/time-text.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Figures, type Figure } from '../../../ui/figures.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { bigText, countText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/states/empty-state.tsx';
import { dayAfter, periodsOf, rangeNames, type Period } from './period.ts';
import { usePieceWords } from './pieces.ts';
import { texts } from './texts.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageExport } from './usage-export.tsx';
import {
  changeOf,
  changeText,
  groupNames,
  groupsOf,
  metricNames,
  pieceNames,
  sumOf,
  withEarlier,
  type GroupName,
  type Sums,
  type UsageGroup,
} from './usage-groups.ts';
import { UsageTable } from './usage-table.tsx';
import './usage.css';

const filters = ['model', 'key_id', 'sub_account_id'] as const;

function chosenOf(query: Query): Partial<Record<(typeof filters)[number], string>> {
  return Object.fromEntries(filters.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
}

/** Totals of a period and of the previous one, by day and by group. */
function useUsage(query: Query, by: GroupName, now: Period, before: Period) {
  const { id } = useAccount();
  const filter = chosenOf(query);
  const answer = useQuery(usageQuery(id, { ...filter, ...now, group_by: by === 'day' ? 'day' : `day,${by}` }));
  const earlier = useQuery(usageQuery(id, { ...filter, ...before, group_by: by }));
  return { answer, earlier };
}

/** Shows where the money goes: totals by day and model, key or sub-account, compared with the previous period. */
export default function UsagePage() {
  const t = useTexts(texts);
  const { query } = useAddressState();
  const zone = useServiceZone();
  const today = partsOf(new Date().toISOString(), zone).date;
  const periods = periodsOf(query, today);
  const by = groupNames.find((name) => name === query.by) ?? 'model';
  const metric = metricNames.find((name) => name === query.chart) ?? 'charge';
  const { answer, earlier } = useUsage(query, by, periods.now, periods.before);
  const groups = answer.data === undefined ? undefined : groupsOf(answer.data, by);
  const [total, beforeTotal] = [sumOf(answer.data ?? []), sumOf(earlier.data ?? [])];
  const nameOf = useGroupName(by);
  const offset = zoneName(zone).replace('UTC', '');
  const callsOf = ({ from, to }: Period, group: UsageGroup | undefined): string =>
    paths.calls({
      ...chosenOf(query),
      from: `${from}T00:00:00${offset}`,
      to: `${dayAfter(to)}T00:00:00${offset}`,
      ...(group === undefined || group.value === '' ? {} : { [by]: group.value }),
    });
  const before = groupsOf(earlier.data ?? [], by);
  const table = (
    <UsageTable
      {...{ by, total, beforeTotal, nameOf }}
      groups={groups === undefined || by === 'day' ? groups : withEarlier(groups, before)}
      before={new Map(before.map((group) => [group.value, group]))}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      linkOf={(group) =>
        by === 'day' ? callsOf({ from: group.value, to: group.value }, undefined) : callsOf(periods.now, group)
      }
    />
  );
  return (
    <>
      <PageHead title={t.title}>
        <UsageFilters by={by} question={{ ...chosenOf(query), ...periods.now }} />
      </PageHead>
      <Totals total={total} before={beforeTotal} />
      <Sheet
        title={t.heading(periods.now.from, periods.now.to)}
        note={t.comparedWith(periods.before.from, periods.before.to)}
        right={<MetricSwitch />}
        isPadded
      >
        {groups === undefined ? (
          <Skeleton height={236} />
        ) : (
          <UsageChart
            {...{ groups, by, metric, periods, today, nameOf }}
            callsOf={(day, group) => callsOf({ from: day, to: day }, group)}
          />
        )}
      </Sheet>
      <Sheet className="usage-table">{table}</Sheet>
    </>
  );
}

function useGroupName(by: GroupName): (group: UsageGroup) => string {
  const t = useTexts(texts);
  return ({ value, name }) => {
    if (value === '') return by === 'sub_account_id' ? t.noSub : t.noModel;
    return name === null || name === '' ? value : name;
  };
}

function UsageFilters({ by, question }: { readonly by: GroupName; readonly question: UsageQuestion }) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const zone = useZoneName();
  return (
    <>
      <Filter
        name="range"
        label={t.range}
        all={t.ranges['30d']}
        options={rangeNames.filter((name) => name !== '30d').map((name) => ({ value: name, label: t.ranges[name] }))}
        isFirst
      />
      <Segments
        label={t.by}
        value={by}
        options={groupNames.map((name) => ({ value: name, label: t.groups[name] }))}
        onChange={(name) => {
          set({ by: name === 'model' ? undefined : name });
        }}
      />
      {filters
        .filter((name) => query[name] !== undefined)
        .map((name) => (
          <Filter key={name} name={name} label={t.names[name]} all={t.none} options={[]} />
        ))}
      <span className="grow" />
      <span className="quiet fine wide">{t.zone(zone)}</span>
      <UsageExport question={question} by={by} />
    </>
  );
}

function MetricSwitch() {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  return (
    <Segments
      label={t.metric}
      value={metricNames.find((name) => name === query.chart) ?? 'charge'}
      options={metricNames.map((name) => ({ value: name, label: t.metrics[name] }))}
      onChange={(name) => {
        set({ chart: name === 'charge' ? undefined : name }, { replace: true });
      }}
    />
  );
}

function Totals({ total, before }: { readonly total: Sums; readonly before: Sums }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const words = usePieceWords();
  const withChange = (change: number | null, was: string): string =>
    change === null ? t.previous(was) : `${changeText(change)} · ${t.previous(was)}`;
  const countChange = (now: number, was: number): string => withChange(was === 0 ? null : now / was - 1, bigText(was, language));
  const figures: readonly Figure[] = [
    {
      label: t.charged,
      value: <Money amount={formatExact(total.charge)} isLarge />,
      note: withChange(changeOf(total.charge, before.charge), moneyText(formatExact(before.charge))),
      isLead: true,
    },
    { label: t.calls, value: countText(total.calls), note: countChange(total.calls, before.calls) },
    { label: t.input, value: bigText(total.input, language), note: countChange(total.input, before.input) },
    { label: t.cached, value: bigText(total.cached, language), note: countChange(total.cached, before.cached) },
    { label: t.output, value: bigText(total.output, language), note: countChange(total.output, before.output) },
  ];
  const pieces = pieceNames.flatMap((piece): readonly Figure[] => {
    const [now, was] = [total.pieces[piece] ?? 0, before.pieces[piece] ?? 0];
    if (now === 0 && was === 0) return [];
    return [{ label: words.name(piece), value: words.amount(piece, now), note: t.previous(words.amount(piece, was)) }];
  });
  return <Figures figures={[...figures, ...pieces]} />;
}
