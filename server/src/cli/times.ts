/** A time as the gateway writes it: UTC, to the millisecond. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether a response contains a time anywhere. */
export function hasTimes(value: unknown): boolean {
  if (typeof value === 'string') return moment.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasTimes);
}

function showTime(text: string, timeZone: string): string {
  const local = Temporal.Instant.from(text).toZonedDateTimeISO(timeZone);
  return `${local.toPlainDate().toString()} ${local.toPlainTime().toString({ fractionalSecondDigits: 3 })} ${local.offset}`;
}

/** The same response with each time in the given time zone: `2026-11-22 12:00:00.123 +08:00`. */
export function inTimeZone<Value>(value: Value, timeZone: string): Value {
  const shown = (part: unknown): unknown => {
    if (typeof part === 'string') return moment.test(part) ? showTime(part, timeZone) : part;
    if (Array.isArray(part)) return part.map(shown);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, shown(inner)]));
  };
  // The cast is safe: only texts are replaced, with texts.
  return shown(value) as Value;
}

/** Whether this machine knows the zone. */
export function isTimeZone(name: unknown): name is string {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
