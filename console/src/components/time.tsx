import { momentText, partsOf, useAgoText, useServiceZone } from './time-text.ts';

interface TimeProps {
  /** ISO 8601 with its zone. */
  readonly at: string;
  /** `moment`: date and time. `time`: of a day that is known, with milliseconds. `date`. `ago`: relative under 24 h. */
  readonly form?: 'moment' | 'time' | 'date' | 'ago';
}

/** A time in the zone of the service. The whole of it, zone included, is shown on hovering. */
export function Time({ at, form = 'moment' }: TimeProps) {
  const zone = useServiceZone();
  const ago = useAgoText();
  const { date, time, millis } = partsOf(at, zone);
  const shown = {
    moment: `${date} ${time}`,
    date,
    ago: form === 'ago' ? ago(at) : '',
    time: (
      <>
        {time}
        <small className="quiet">.{millis}</small>
      </>
    ),
  }[form];
  return (
    <time dateTime={at} title={momentText(at, zone)}>
      {shown}
    </time>
  );
}
