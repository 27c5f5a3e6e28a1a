import type { StatusOfModels } from '../../../api/news.ts';
import { useListing, useTexts } from '../../../i18n/texts.ts';
import { percentOf } from '../../../ui/percent-of.ts';
import { texts } from './texts.ts';

type ModelStatus = StatusOfModels['models'][number];
const daysShown = 90;

/** The last 90 days in the time zone of the service, oldest first. */
function lastDays(updatedAt: string, timeZone: string): readonly string[] {
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const [year = 0, month = 1, day = 1] = form.format(new Date(updatedAt)).split('-').map(Number);
  return Array.from({ length: daysShown }, (_, index) =>
    new Date(Date.UTC(year, month - 1, day - (daysShown - 1 - index))).toISOString().slice(0, 10),
  );
}

interface DayBarsProps {
  readonly model: ModelStatus;
  readonly status: StatusOfModels;
}

/** One bar per day; grey if there were too few calls. */
export function DayBars({ model, status }: DayBarsProps) {
  const t = useTexts(texts);
  const listed = useListing();
  const known = new Map(model.days.map((day) => [day.day, day]));
  const maintained = new Set(status.maintenance_days);
  const worst = model.days.filter((day) => day.status !== 'good');
  const spoken = listed(worst.map(({ day, availability }) => t.day(day, percentOf(availability))));
  return (
    <>
      <div className="bars" role="img" aria-label={t.spoken(percentOf(model.availability['90d']), spoken)}>
        {lastDays(status.updated_at, status.time_zone).map((day) => {
          const of = known.get(day);
          const isMaintained = maintained.has(day);
          const value = of === undefined ? t.levels.unknown : `${percentOf(of.availability)} · ${t.levels[of.status]}`;
          return (
            <i
              key={day}
              className={`${of?.status ?? 'unknown'}${isMaintained ? ' maintained' : ''}`}
              title={`${t.day(day, value)}${isMaintained ? ` · ${t.maintained}` : ''}`}
            />
          );
        })}
      </div>
      <div className="bar-ends" aria-hidden="true">
        <span>{t.ago}</span>
        <span>{t.today}</span>
      </div>
    </>
  );
}
