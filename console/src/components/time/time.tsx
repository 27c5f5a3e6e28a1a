import { createContext, useContext, type ReactNode } from 'react';
import { partsOf, useAgoText, useServiceZone, zoneName } from './time-text.ts';

interface TimeProps {
  /** ISO 8601 with its zone. */
  readonly at: string;
  /** `moment`: date and time. `time`: of a day that is known, with milliseconds. `date`. `ago`: relative under 24 h. */
  readonly form?: 'moment' | 'time' | 'date' | 'ago';
}

interface TimeInProps extends TimeProps {
  readonly zone: string;
}

const RowsZone = createContext<string | null>(null);

/** Reads the zone once for all times below: rows come and go with each frame of scrolling, and reading it costs more than rendering. */
export function TimesOfRows({ children }: { readonly children: ReactNode }) {
  return <RowsZone value={useServiceZone()}>{children}</RowsZone>;
}

/** A time in the zone of the service. The whole of it, zone included, is shown on hovering. */
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
