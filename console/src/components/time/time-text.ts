import { useMaybeSession } from '../../api/session.ts';
import { useLanguage } from '../../i18n/texts.ts';

/** Used without a sign-in; the session contains the time zone of the service. */
const usualZone = 'Asia/Shanghai';

/** The time zone of days, months and all displayed times. */
export function useServiceZone(): string {
  return useMaybeSession()?.time_zone ?? usualZone;
}

interface Parts {
  readonly date: string;
  readonly time: string;
  readonly millis: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Created once per time zone, because a log shows thousands of times. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(zone, made);
  return made;
}

/** `2026-11-20`, `14:31:36` and `766` in that time zone. */
export function partsOf(moment: string, zone: string): Parts {
  const at = new Date(moment);
  const [date = '', time = ''] = formatOf(zone).format(at).split(' ');
  return { date, time, millis: String(at.getUTCMilliseconds()).padStart(3, '0') };
}

const minute = 60_000;
const quarterMs = 15 * minute;
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

function offsetFormatOf(zone: string): Intl.DateTimeFormat {
  const known = offsetFormats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  offsetFormats.set(zone, made);
  return made;
}

const zoneNames = new Map<string, string>();

/** `UTC+08:00`, shown once in the heading of a column. */
export function zoneName(zone: string, at = new Date()): string {
  // Clocks change only at quarters of an hour.
  const quarter = `${zone} ${String(Math.floor(at.getTime() / quarterMs))}`;
  const known = zoneNames.get(quarter);
  if (known !== undefined) return known;
  const name = readZoneName(zone, at);
  zoneNames.set(quarter, name);
  return name;
}

function readZoneName(zone: string, at: Date): string {
  const part = offsetFormatOf(zone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  const offset = part?.value.replace('GMT', 'UTC') ?? zone;
  return offset === 'UTC' ? 'UTC+00:00' : offset;
}

export function useZoneName(): string {
  return zoneName(useServiceZone());
}

/** The full time in the zone of the service: `2026-11-20 14:31:36 UTC+08:00`. */
export function momentText(moment: string, zone: string): string {
  const { date, time } = partsOf(moment, zone);
  return `${date} ${time} ${zoneName(zone, new Date(moment))}`;
}

const hour = 60 * minute;

const agoFormats = {
  zh: new Intl.RelativeTimeFormat('zh-CN', { style: 'short', numeric: 'auto' }),
  en: new Intl.RelativeTimeFormat('en', { style: 'short', numeric: 'auto' }),
} as const;

/** Relative time within a day, or else the date. */
export function useAgoText(zone: string): (moment: string) => string {
  const language = useLanguage();
  const words = agoFormats[language];
  return (moment) => {
    const agoMs = Date.now() - Date.parse(moment);
    if (Math.abs(agoMs) < minute) return words.format(-Math.round(agoMs / 1_000), 'second');
    if (Math.abs(agoMs) < hour) return words.format(-Math.round(agoMs / minute), 'minute');
    if (Math.abs(agoMs) < 24 * hour) return words.format(-Math.round(agoMs / hour), 'hour');
    return partsOf(moment, zone).date;
  };
}
