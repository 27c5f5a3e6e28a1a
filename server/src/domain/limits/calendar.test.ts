import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Clock } from '../../platform/clock.ts';
import { createCalendar, formatMoment, momentIn } from './calendar.ts';

const shanghai = 'Asia/Shanghai';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function calendarAt(epochMs: number, zone = shanghai) {
  const clock: Clock = { nowMs: () => epochMs, monotonicMs: () => 0, after: () => () => undefined, every: () => () => undefined };
  return createCalendar(zone, clock);
}

const ms = (text: string): number => Temporal.ZonedDateTime.from(text).epochMilliseconds;

test('a day and a month end at midnight of the service zone', () => {
  const calendar = calendarAt(ms('2026-11-30T22:10[Asia/Shanghai]'));
  assert.deepEqual(calendar.at(ms('2026-11-30T23:59:59.999[Asia/Shanghai]')), {
    hourStartMs: ms('2026-11-30T23:00[Asia/Shanghai]'),
    day: 20261130,
    month: 202611,
    dayEndsMs: ms('2026-12-01T00:00[Asia/Shanghai]'),
    monthEndsMs: ms('2026-12-01T00:00[Asia/Shanghai]'),
  });
  assert.deepEqual(calendar.at(ms('2026-12-01T00:00[Asia/Shanghai]')), {
    hourStartMs: ms('2026-12-01T00:00[Asia/Shanghai]'),
    day: 20261201,
    month: 202612,
    dayEndsMs: ms('2026-12-02T00:00[Asia/Shanghai]'),
    monthEndsMs: ms('2027-01-01T00:00[Asia/Shanghai]'),
  });
});

test('windows are right in every zone: half hours, daylight saving, a missing midnight, a missing day', () => {
  const zones = [
    shanghai,
    'UTC',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Pacific/Apia',
    'Africa/Casablanca',
  ];
  const span = { min: ms('2010-01-01T00:00[UTC]'), max: ms('2035-01-01T00:00[UTC]') };
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer(span),
      fc.array(fc.integer({ min: 0, max: 2 * hourMs })),
      (zone, start, steps) => {
        const calendar = calendarAt(start, zone);
        let atMs = start;
        for (const step of [0, ...steps]) {
          atMs += step;
          const found = calendar.at(atMs);
          const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
          assert.equal(found.day, Number(local.toPlainDate().toString().replaceAll('-', '')));
          assert.equal(found.month, Math.floor(found.day / 100));
          assert.ok(found.hourStartMs <= atMs && atMs < found.dayEndsMs && found.dayEndsMs <= found.monthEndsMs);
          const hour = Temporal.Instant.fromEpochMilliseconds(found.hourStartMs).toZonedDateTimeISO(zone);
          assert.deepEqual([hour.hour, hour.toPlainDate().toString()], [local.hour, local.toPlainDate().toString()]);
          // An hour begins on the hour, or where daylight saving time skipped its beginning.
          const skipped = hour.subtract({ milliseconds: 1 }).offset !== hour.offset;
          assert.ok(hour.minute === 0 || skipped);
          assert.equal(momentIn(found.dayEndsMs - 1, zone).day, found.day);
          assert.notEqual(momentIn(found.dayEndsMs, zone).day, found.day);
          assert.equal(momentIn(found.monthEndsMs - 1, zone).month, found.month);
          assert.notEqual(momentIn(found.monthEndsMs, zone).month, found.month);
        }
      },
    ),
    { numRuns: 1500 },
  );
});

test('a window never reopens when the wall clock jumps back', () => {
  const evening = ms('2026-11-30T23:30[Asia/Shanghai]');
  const calendar = calendarAt(evening);
  const midnight = ms('2026-12-01T00:00[Asia/Shanghai]');
  assert.equal(calendar.at(midnight).day, 20261201);
  assert.equal(calendar.at(midnight - 1).day, 20261201, 'a millisecond back');
  assert.equal(calendar.at(midnight - hourMs).month, 202612, 'an hour back, across the end of the month');
  assert.equal(calendar.at(midnight + dayMs).day, 20261202, 'a day forward is believed');
  assert.equal(calendar.at(midnight + 5).day, 20261202, 'and a day back is not');
  assert.equal(calendar.at(midnight + dayMs + hourMs).hourStartMs, midnight + dayMs + hourMs, 'until time has caught up');
});

test('a restart does not reopen a window that the books hold', () => {
  const now = ms('2026-11-21T10:00[Asia/Shanghai]');
  const restartedAfter = (lastSeenMs: number): number => {
    const { clock } = calendarAt(now);
    return createCalendar(shanghai, clock, lastSeenMs).now().day;
  };
  assert.equal(restartedAfter(now + dayMs), 20261122);
  assert.equal(restartedAfter(now - dayMs), 20261121);
});

test('any wandering of the clock only moves windows forward', () => {
  const start = ms('2026-11-29T12:00[Asia/Shanghai]');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -400 * dayMs, max: 400 * dayMs }), { maxLength: 30 }), (offsets) => {
      const calendar = calendarAt(start);
      let latest = calendar.now();
      for (const offset of offsets) {
        const found = calendar.at(start + offset);
        assert.ok(found.hourStartMs >= latest.hourStartMs && found.day >= latest.day);
        latest = found;
      }
    }),
  );
});

test('a moment is shown with its zone', () => {
  assert.equal(formatMoment(ms('2026-11-22T00:00[Asia/Shanghai]'), shanghai), '2026-11-22 00:00 (Asia/Shanghai)');
});

test('an unknown time zone is refused in words, and a known one is spelled as listed', () => {
  for (const zone of ['Asia/Shanghia', '', '+08:00', 'China Standard Time']) {
    assert.throws(() => createCalendar(zone), /is not a time zone known here; use an IANA name such as "Asia\/Shanghai"/);
  }
  assert.equal(createCalendar('asia/shanghai').timeZone, shanghai);
});
