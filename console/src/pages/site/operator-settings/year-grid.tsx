import { useLanguage, useListing, useTexts } from '../../../i18n/texts.ts';
import { calendarTexts } from './calendar-texts.ts';

interface YearGridProps {
  readonly year: number;
  readonly off: readonly string[];
  readonly on: readonly string[];
}

const weekDays = 7;

/** A whole year: holidays are filled, working weekends are framed. */
export function YearGrid({ year, off, on }: YearGridProps) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const listed = useListing();
  const [free, made] = [new Set(off), new Set(on)];
  const monthName = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  return (
    <div className="year-grid-frame">
      <p className="year-legend quiet">
        <span>
          <i className="off" /> {t.legendOff}
        </span>
        <span>
          <i className="on" /> {t.legendOn}
        </span>
      </p>
      <div className="year-grid" aria-hidden="true">
        {Array.from({ length: 12 }, (_, month) => {
          const first = new Date(Date.UTC(year, month, 1));
          // Weeks start on Monday.
          const before = (first.getUTCDay() + weekDays - 1) % weekDays;
          const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
          return (
            <section key={month}>
              <h3>{monthName.format(first)}</h3>
              <div className="month-grid">
                {t.weekdays.split(' ').map((name, at) => (
                  <small key={at}>{name}</small>
                ))}
                {Array.from({ length: days }, (__, at) => {
                  const date = `${String(year)}-${String(month + 1).padStart(2, '0')}-${String(at + 1).padStart(2, '0')}`;
                  const isWeekend = (before + at) % weekDays >= 5;
                  const look = made.has(date) ? 'on' : free.has(date) ? 'off' : isWeekend ? 'weekend' : undefined;
                  return (
                    <span key={date} className={look} style={at === 0 ? { gridColumnStart: before + 1 } : undefined}>
                      {at + 1}
                    </span>
                  );
                })}
              </div>
            </section>
          );
        })}
      </div>
      <div className="sr">{t.spoken(listed(off), listed(on))}</div>
    </div>
  );
}
