import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../../../api/news.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Chart } from '../../../ui/charts/chart.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { texts } from './texts.ts';

const daysShown = 30;
/** One day makes no line. */
const daysMin = 2;

/** The time to the first token of all customers' streams on each of the last days with such streams. */
export function OverTime({ name }: { readonly name: string }) {
  const t = useTexts(texts);
  const status = useQuery(statusQuery).data?.models.find(({ model }) => model === name);
  if (status === undefined) return null;
  const days = status.days
    .flatMap(({ day, first_token: times }) => (times === null ? [] : [{ day, ...times }]))
    .slice(-daysShown);
  return (
    <Sheet title={t.firstTokenByDay} note={t.fromAll} isPadded>
      {days.length < daysMin ? (
        <EmptyState>{t.fewDays}</EmptyState>
      ) : (
        <Chart
          label={t.firstTokenByDay}
          kind="lines"
          height={160}
          labels={days.map(({ day }) => day.slice(5))}
          series={[
            { name: 'P50', values: days.map(({ p50 }) => p50 / 1000) },
            { name: 'P95', values: days.map(({ p95 }) => p95 / 1000) },
          ]}
          format={(seconds, places = 2) => t.seconds(seconds.toFixed(places))}
        />
      )}
    </Sheet>
  );
}
