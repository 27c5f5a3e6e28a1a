import { systemClock, type Clock } from '../../platform/clock.ts';

/** The current hour, day and month, in the service's time zone. Limits are epoch milliseconds. */
export interface Moment {
  readonly hourStartMs: number;
  /** YYYYMMDD as a number. */
  readonly day: number;
  /** YYYYMM as a number. */
  readonly month: number;
  readonly dayEndsMs: number;
  readonly monthEndsMs: number;
}

/** Decides which calendar window a call belongs to. */
export interface Calendar {
  readonly timeZone: string;
  /** The clock that `now` reads. */
  readonly clock: Clock;
  /**
   * The windows at a wall-clock time, which must be the present: **windows never reopen**. A clock that moved forward is trusted at once,
   * up to the limit given to `createCalendar`. A clock that moved back is not: the calendar stays in the latest hour it has seen until the
   * wall clock has caught up. A correction by a second at midnight, or a day's jump back and forth, therefore never grants a day twice or
   * charges an hour that the ledger has closed. Calls made meanwhile count in the later window. A restart does not reopen a window either,
   * if `createCalendar` gets the latest hour in the books.
   */
  at(epochMs: number): Moment;
  /** `at` for the current time. */
  now(): Moment;
}

const hourMs = 3_600_000;

interface Span {
  readonly untilMs: number;
  readonly moment: Moment;
}

/**
 * @param timeZone an IANA name such as `Asia/Shanghai`.
 * @param lastSeenMs a time that an earlier process has booked, which counts as seen.
 * @param latestMs the latest plausible time. A later one is not trusted, because it could never be undone.
 * @throws {RangeError} for an unknown name, with a message suitable for a configuration error.
 */
export function createCalendar(
  timeZone: string,
  clock: Clock = systemClock,
  lastSeenMs = -Infinity,
  latestMs: () => number = () => Infinity,
): Calendar {
  const zone = canonicalTimeZone(timeZone);
  let span = spanAt(Math.max(clock.nowMs(), lastSeenMs), zone);

  function at(epochMs: number): Moment {
    if (epochMs >= span.untilMs) {
      const believedMs = Math.min(epochMs, latestMs());
      if (believedMs >= span.untilMs) span = spanAt(believedMs, zone);
    }
    return span.moment;
  }

  return { timeZone: zone, clock, at, now: () => at(clock.nowMs()) };
}

/** The hour, day and month of any time, past or future. Pure, and slower than a {@link Calendar}. */
export function momentIn(epochMs: number, timeZone: string): Moment {
  return spanAt(epochMs, timeZone).moment;
}

/** A time as shown to people: `2026-11-22 00:00 (Asia/Shanghai)`. */
export function formatMoment(epochMs: number, timeZone: string): string {
  const local = zoned(epochMs, timeZone).toPlainDateTime();
  return `${local.toString({ smallestUnit: 'minute' }).replace('T', ' ')} (${timeZone})`;
}

/**
 * The IANA spelling of a time zone (`asia/shanghai` becomes `Asia/Shanghai`).
 * @throws {RangeError} if there is none; fixed offsets such as `+08:00` are not accepted.
 */
function canonicalTimeZone(timeZone: string): string {
  try {
    if (/^[A-Za-z]/.test(timeZone)) return zoned(0, timeZone).timeZoneId;
  } catch {
    // Reported below, with the setting's message instead of the runtime's.
  }
  throw new RangeError(`"${timeZone}" is not a time zone known here; use an IANA name such as "Asia/Shanghai"`);
}

function zoned(epochMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(timeZone);
}

/** The windows of a time, and how long they are certain to last: no local hour ends and no offset changes before that. */
function spanAt(epochMs: number, timeZone: string): Span {
  const time = zoned(epochMs, timeZone);
  const date = time.toPlainDate();
  const intoHourMs = time.minute * 60_000 + time.second * 1000 + time.millisecond;
  const changesMs = time.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
  return {
    untilMs: Math.min(time.epochMilliseconds - intoHourMs + hourMs, changesMs),
    moment: {
      hourStartMs: time.round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds,
      day: date.year * 10_000 + date.month * 100 + date.day,
      month: date.year * 100 + date.month,
      dayEndsMs: date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
      monthEndsMs: date.with({ day: 1 }).add({ months: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
    },
  };
}
