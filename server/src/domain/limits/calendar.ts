import { systemClock, type Clock } from '../../platform/clock.ts';

/** The hour, day and month in force, in the service's time zone. Bounds are epoch milliseconds. */
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
   * The windows in force at a wall time, which must be the present: **windows never reopen**. A clock that went forward is trusted at once, up
   * to the limit given to `createCalendar`. A clock that went back never is: the calendar stays in the latest hour it has seen until wall time
   * has caught up. So neither a second's correction at midnight nor a day's jump back and forth grants a day a second time or puts a charge into
   * an hour that the ledger has closed; calls made meanwhile count in the later window. A restart does not reopen a window either, if
   * `createCalendar` gets the latest hour in the books.
   */
  at(epochMs: number): Moment;
  /** `at` the clock's present. */
  now(): Moment;
}

const hourMs = 3_600_000;

interface Span {
  readonly untilMs: number;
  readonly moment: Moment;
}

/**
 * @param timeZone an IANA name such as `Asia/Shanghai`.
 * @param lastSeenMs a moment that an earlier process has booked, which counts as seen.
 * @param latestMs no other clock can be later: a later moment is not trusted, because it could never be undone.
 * @throws {RangeError} for a name the runtime does not know, with a message fit for a configuration error.
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

/** Which hour, day and month any moment, past or future, falls into. Pure, and slower than a {@link Calendar}. */
export function momentIn(epochMs: number, timeZone: string): Moment {
  return spanAt(epochMs, timeZone).moment;
}

/** Shows a moment to a person: `2026-11-22 00:00 (Asia/Shanghai)`. */
export function formatMoment(epochMs: number, timeZone: string): string {
  const local = zoned(epochMs, timeZone).toPlainDateTime();
  return `${local.toString({ smallestUnit: 'minute' }).replace('T', ' ')} (${timeZone})`;
}

/**
 * The name of a time zone as the IANA lists it (`asia/shanghai` becomes `Asia/Shanghai`).
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

/** The windows of a moment, and until when they certainly hold: no local hour ends and no offset changes before that. */
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
