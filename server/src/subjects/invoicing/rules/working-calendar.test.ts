import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datesOf } from './due-dates.ts';
import { createWorkingCalendar, faultOfYear, yearsWanted } from './working-calendar.ts';

const year2026 = {
  year: 2026,
  off: ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20', '2026-02-23', '2026-10-01', '2026-10-02'],
  on: ['2026-02-14', '2026-02-28', '2026-10-10'],
};
const calendar = createWorkingCalendar([year2026]);

test('the first day is day 0; weekends and holidays are not counted, but working weekends are', () => {
  assert.deepEqual(calendar.after('2026-11-23', 1), { date: '2026-11-24', isEstimated: false });
  assert.deepEqual(calendar.after('2026-11-20', 1), { date: '2026-11-23', isEstimated: false }, 'over a weekend');
  assert.deepEqual(
    calendar.after('2026-02-13', 2),
    { date: '2026-02-24', isEstimated: false },
    'a Saturday that is worked, then holidays',
  );
  assert.deepEqual(calendar.after('2026-11-21', 1), { date: '2026-11-23', isEstimated: false }, 'begun on a Saturday');
  assert.equal(calendar.between('2026-11-23', '2026-11-25'), 2);
  assert.equal(calendar.between('2026-11-25', '2026-11-23'), -2);
  assert.equal(calendar.between('2026-11-23', '2026-11-23'), 0);
});

test('dates in a year without data are estimates, and the next year is required from 1 December on', () => {
  assert.deepEqual(calendar.after('2026-12-30', 1), { date: '2026-12-31', isEstimated: false });
  assert.deepEqual(calendar.after('2026-12-30', 2), { date: '2027-01-01', isEstimated: true });
  assert.deepEqual(yearsWanted('2026-11-30'), [2026]);
  assert.deepEqual(yearsWanted('2026-12-01'), [2026, 2027]);
});

test('review takes 1 to 2 working days, issuance 3 to 5 from the day of approval', () => {
  const at = { calendar, timeZone: 'Asia/Shanghai', today: '2026-11-24' };
  const submitted = { state: 'submitted' as const, atMs: Date.parse('2026-11-22T16:30:00Z') };
  const asked = datesOf([submitted], at);
  assert.deepEqual(
    asked.review,
    { from: '2026-11-24', to: '2026-11-25', isEstimated: false },
    'in the zone of the service it is the 23rd',
  );
  assert.deepEqual(asked.issuance, { from: '2026-11-27', to: '2026-12-02', isEstimated: false });
  assert.equal(asked.workingDaysLeft, 1);
  const approved = datesOf([submitted, { state: 'approved', atMs: Date.parse('2026-11-24T02:00:00Z') }], at);
  assert.deepEqual(approved.issuance, { from: '2026-11-27', to: '2026-12-01', isEstimated: false });
  assert.equal(approved.workingDaysLeft, 5);
  assert.equal(datesOf([submitted, { state: 'issued', atMs: 0 }], at).workingDaysLeft, null);
});

test('data of a year that cannot be true is refused', () => {
  assert.equal(faultOfYear(year2026), null);
  assert.match(faultOfYear({ ...year2026, off: ['2027-01-01'] })?.fault ?? '', /not a date of 2026/);
  assert.match(faultOfYear({ ...year2026, off: ['2026-02-30'] })?.fault ?? '', /not a date of 2026/);
  assert.match(faultOfYear({ ...year2026, on: ['2026-11-23'] })?.fault ?? '', /not on a weekend/);
  assert.match(faultOfYear({ ...year2026, off: ['2026-02-14'], on: ['2026-02-14'] })?.fault ?? '', /also in `off`/);
});
