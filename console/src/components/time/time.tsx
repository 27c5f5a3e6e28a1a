import { createContext, useContext, type ReactNode } from 'react';
import { partsOf, useAgoText, useServiceZone, zoneName } from './time-text.ts';

interface TimeProps {
  /** ISO 8601 with a time zone. */
  readonly at: string;
  /** `moment`: date and time. `time`: only the time, with milliseconds. `date`: only the date. `ago`: relative within 24 hours. */
  readonly form?: 'moment' | 'time' | 'date' | 'ago';
}

interface TimeInProps extends TimeProps {
  readonly zone: string;
}

const RowsZone = createContext<string | null>(null);

/**
 * Provides the time zone once for all times below. Rows change with each frame of scrolling, and reading the zone costs more than rendering
 * them.
 */
export function TimesOfRows({ children }: { readonly children: ReactNode }) {
  return <RowsZone value={useServiceZone()}>{children}</RowsZone>;
}

/** A time in the zone of the service. The tooltip shows it in full, including the zone. */
export function Time(time: TimeProps) {
  const zone = useContext(RowsZone);
  return zone === null ? <TimeOfService {...time} /> : <TimeIn {...time} zone={zone} />;
}

function TimeOfService(time: TimeProps) {
  return <TimeIn {...time} zone={useServiceZone()} />;
}

function TimeIn({ at, form = 'moment', zone }: TimeInProps) {
  const { date, time, millis } = partsOf(at, zone);
  const shown = {
    moment: `${date} ${time}`,
    date,
    ago: form === 'ago' ? <Ago at={at} zone={zone} /> : null,
    time: (
      <>
        {time}
        <small className="quiet">.{millis}</small>
      </>
    ),
  }[form];
  return (
    <time dateTime={at} title={`${date} ${time} ${zoneName(zone, new Date(at))}`}>
      {shown}
    </time>
  );
}

function Ago({ at, zone }: Pick<TimeInProps, 'at' | 'zone'>) {
  return useAgoText(zone)(at);
}
