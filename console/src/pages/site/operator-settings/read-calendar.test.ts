import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countYear, readCalendar } from './read-calendar.ts';

const notice = `一、元旦：1月1日（周四）至3日（周六）放假调休，共3天。1月4日（周日）上班。
二、春节：2月15日（农历腊月二十八、周日）至23日（农历正月初七、周一）放假调休，共9天。2月14日（周六）、2月28日（周六）上班。
三、清明节：4月4日（周六）至6日（周一）放假，共3天。
四、劳动节：5月1日（周五）至5日（周二）放假调休，共5天。5月9日（周六）上班。
五、端午节：6月19日（周五）至21日（周日）放假，共3天。
六、中秋节：9月25日（周五）至27日（周日）放假，共3天。
七、国庆节：10月1日（周四）至7日（周三）放假调休，共7天。9月20日（周日）、10月10日（周六）上班。`;

test('the notice of the State Council is read as it was published', () => {
  const read = readCalendar(notice, 2026);
  assert.equal(read.off.length, 3 + 9 + 3 + 5 + 3 + 3 + 7);
  assert.deepEqual(read.off.slice(0, 4), ['2026-01-01', '2026-01-02', '2026-01-03', '2026-02-15']);
  assert.deepEqual(read.on, ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10']);
  assert.deepEqual(read.foreign, []);
  assert.deepEqual(countYear(2026, read), { off: 33, on: 6, worked: 248 });
});

test('JSON and a date to a line give the same, and dates of other years are left out by name', () => {
  const days = [
    { date: '2027-01-01', isOffDay: true },
    { date: '2027-01-02', isOffDay: false },
    { date: '2026-12-31', isOffDay: true },
  ];
  const expected = { off: ['2027-01-01'], on: ['2027-01-02'], foreign: ['2026-12-31'] };
  assert.deepEqual(readCalendar(JSON.stringify({ year: 2027, days }), 2027), expected);
  assert.deepEqual(readCalendar(JSON.stringify({ off: ['2027-01-01', '2026-12-31'], on: ['2027-01-02'] }), 2027), expected);
  assert.deepEqual(readCalendar('2027-01-01,放假\n2027/1/2 上班\n2026-12-31', 2027), expected);
  assert.deepEqual(readCalendar('1月1日放假；2月30日放假', 2027), { off: ['2027-01-01'], on: [], foreign: [] });
});

test('a text that is not a list gives no days', () => {
  assert.deepEqual(readCalendar('', 2027), { off: [], on: [], foreign: [] });
  assert.deepEqual(readCalendar('hello', 2027), { off: [], on: [], foreign: [] });
  assert.deepEqual(readCalendar('[1]', 2027), { off: [], on: [], foreign: [] });
});
