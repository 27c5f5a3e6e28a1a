import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkingCalendar } from '../invoicing/rules/working-calendar.ts';
import { stagesAhead, usualEnd } from './request-dates.ts';

const calendar = createWorkingCalendar([
  {
    year: 2026,
    off: ['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'],
    on: ['2026-09-20', '2026-10-10'],
  },
]);
const timeZone = 'Asia/Shanghai';

test('stages of requests are counted in the working days that invoices are counted in: holidays left out, weekends worked taken in', () => {
  assert.deepEqual(usualEnd('assessment', '2026-09-30', calendar), { date: '2026-10-10', isEstimated: false });
  assert.deepEqual(usualEnd('contact', '2026-09-18', calendar), { date: '2026-09-20', isEstimated: false });
  assert.deepEqual(usualEnd('deployment', '2026-09-30', calendar), { date: '2026-10-28', isEstimated: false });
  assert.equal(usualEnd('live', '2026-09-30', calendar), null);
});

test('dates in a year without holiday data are marked, and so are all later ones', () => {
  const contact = {
    stage: 'contact',
    enteredAtMs: Date.parse('2026-12-25T02:00:00Z'),
    expectedOn: '2026-12-28',
    note: '',
  } as const;
  const request = { stage: 'contact', steps: [contact] } as const;
  const ahead = stagesAhead(request, { calendar, timeZone, today: '2026-12-25' });
  assert.deepEqual(
    ahead.map(({ stage, expectedOn, isEstimated }) => [stage, expectedOn, isEstimated]),
    [
      ['assessment', '2026-12-31', false],
      ['contract', '2027-01-07', true],
      ['deployment', '2027-02-04', true],
      ['acceptance', '2027-02-11', true],
      ['live', '2027-02-11', true],
    ],
  );
  const late = stagesAhead(request, { calendar, timeZone, today: '2027-01-04' });
  assert.equal(late[0]?.expectedOn, '2027-01-07', 'what is late moves what comes after it');
});
