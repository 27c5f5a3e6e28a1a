/** Goal: spending caps warn in time, stop in time, and end with their period. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { after as afterGate, chat } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { chatCall, must, newKey, passTime, question, type CallAnswer, type NewKey } from './scenario.ts';

const hour = 3_600_000;
/** 2026-11-30 23:00 in Asia/Shanghai: the next hour ends the day and the month. */
const lastHourOfMonth = Date.UTC(2026, 10, 30, 15, 0, 0);

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startFixture({ clock: new VirtualClock(lastHourOfMonth) });
  await must(fixture, 'PUT', `/models/${encodeURIComponent('test/chat')}`, {
    kind: 'chat',
    price: { input: '1', output: '1' },
    confirm: true,
  });
});
afterEach(() => fixture.closeSettled());

const worth = (cny: number) =>
  chat('Hello', { usage: { prompt_tokens: cny * 1_000_000, completion_tokens: 1, total_tokens: 0 } });

/** A call that costs this much CNY plus a millionth. */
async function spend({ key }: NewKey, cny: number): Promise<CallAnswer> {
  fixture.upstream.next(worth(cny));
  const answer = await chatCall(fixture, key);
  assert.equal(answer.status, 200, answer.text);
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  return answer;
}

async function notices(key: NewKey): Promise<readonly string[]> {
  await fixture.service.storage.books.flush();
  const { data } = await must(fixture, 'GET', `/accounts/${fixture.accountId}/notices?limit=100`);
  const own = (data as readonly { key_id: string; kind: string; window: string }[]).filter(({ key_id: id }) => id === key.id);
  return own.map(({ kind }) => kind).reverse();
}

const shown = (key: NewKey) => must(fixture, 'GET', `/keys/${key.id}`);
const patch = (key: NewKey, change: object) => must(fixture, 'PATCH', `/keys/${key.id}`, change);

describe('notices of a cap', () => {
  test('come once each at 80, 90 and 100 %, and again after the cap is raised', async () => {
    const key = await newKey(fixture, { daily_cap: '10' });
    await spend(key, 7);
    assert.equal((await notices(key)).length, 0);
    await spend(key, 1);
    assert.equal((await notices(key)).length, 1);
    await spend(key, 0.5);
    assert.equal((await notices(key)).length, 1, 'once');
    await spend(key, 1.2);
    assert.equal((await notices(key)).length, 2);
    await spend(key, 0.5);
    const first = await notices(key);
    assert.equal(first.length, 3);
    assert.equal(new Set(first).size, 3, 'three different ones');
    assert.equal((await chatCall(fixture, key.key)).code, 'daily_cap_reached');
    assert.equal((await shown(key)).status, 'paused');
    await patch(key, { daily_cap: '20' });
    assert.equal((await shown(key)).status, 'available', 'raising the cap wakes the key');
    await spend(key, 6);
    const again = await notices(key);
    assert.equal(again.length, 4, '16.2 of 20: the 80 % notice is armed again');
  });

  test('come together when one call passes several levels', async () => {
    const key = await newKey(fixture, { daily_cap: '10', monthly_cap: '100' });
    await spend(key, 12);
    assert.equal((await notices(key)).length, 3);
    assert.deepEqual((await shown(key)).paused?.cap, 'daily');
  });
});

describe('a cap', () => {
  test('lowered below what is spent pauses the key at once, with its notices', async () => {
    const key = await newKey(fixture, { daily_cap: '100' });
    await spend(key, 5);
    await patch(key, { daily_cap: '4' });
    assert.equal((await shown(key)).status, 'paused');
    assert.equal((await notices(key)).length, 3);
    const answer = await chatCall(fixture, key.key);
    assert.deepEqual([answer.code, answer.headers.get('x-should-retry')], ['daily_cap_reached', 'false']);
    await patch(key, { daily_cap: null });
    assert.equal((await chatCall(fixture, key.key)).status, 200, 'a cap that is removed holds nothing back');
  });

  test('of the day ends at midnight in Asia/Shanghai; one of the month lasts until the month ends', async () => {
    const daily = await newKey(fixture, { daily_cap: '1' });
    await spend(daily, 2);
    await passTime(fixture, hour - 1);
    const before = await chatCall(fixture, daily.key);
    assert.equal(before.code, 'daily_cap_reached');
    assert.match(before.text, /resets at 2026-12-01/);
    await passTime(fixture, 1);
    assert.equal((await shown(daily)).status, 'available');
    assert.equal((await chatCall(fixture, daily.key)).status, 200);
    const monthly = await newKey(fixture, { monthly_cap: '1' });
    await spend(monthly, 2);
    for (let day = 0; day < 31; day += 1) {
      assert.equal((await chatCall(fixture, monthly.key)).code, 'monthly_cap_reached', `day ${String(day)}`);
      await passTime(fixture, 24 * hour);
    }
    assert.equal((await chatCall(fixture, monthly.key)).status, 200, 'January');
  });

  test('counts a charge on the day that admitted the call, however late it ends', async () => {
    const key = await newKey(fixture, { daily_cap: '5', monthly_cap: '5' });
    const gate = new Gate();
    await passTime(fixture, hour - 60_000);
    fixture.upstream.next(afterGate(gate, worth(3)));
    const running = chatCall(fixture, key.key, { ...question, stream: true });
    await gate.reached;
    await passTime(fixture, 120_000);
    gate.open();
    assert.equal((await running).status, 200);
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    const { spent_today: today, spent_this_month: month } = await shown(key);
    assert.deepEqual([Number(today), Number(month)], [0, 0], 'the new day and month have spent nothing');
    await spend(key, 3);
    assert.equal((await chatCall(fixture, key.key)).status, 200, 'a whole cap is there for the new day');
    await fixture.service.storage.books.flush();
    const usage = await must(fixture, 'GET', `/usage?key_id=${key.id}&group_by=day&from=2026-11-30&to=2026-12-01`);
    const days = (usage.data as readonly { day: string; charge: string }[]).map(({ day, charge }) => [day, charge.slice(0, 3)]);
    assert.deepEqual(days.sort(), [
      ['2026-11-30', '3.0'],
      ['2026-12-01', '3.0'],
    ]);
  });

  test('of 0 blocks paid calls and leaves free requests alone', async () => {
    const key = await newKey(fixture, { daily_cap: '0' });
    assert.equal((await chatCall(fixture, key.key)).code, 'daily_cap_reached');
    const list = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/models`, {
      headers: { authorization: `Bearer ${key.key}` },
    });
    assert.equal(list.status, 200);
    await list.body?.cancel();
  });
});

describe('a cap of a sub-account', () => {
  const part = (change: object) => must(fixture, 'PATCH', `/sub-accounts/${team}`, change);
  let team = '';
  beforeEach(async () => {
    team = String((await must(fixture, 'POST', `/accounts/${fixture.accountId}/sub-accounts`, { name: 'Team A' })).id);
  });

  test('pauses all its keys together, names itself in the refusal, and no other key', async () => {
    const [one, two, other] = [
      await newKey(fixture, { sub_account_id: team }),
      await newKey(fixture, { sub_account_id: team, daily_cap: '50' }),
      await newKey(fixture),
    ];
    await spend(one, 4);
    await part({ daily_cap: '10' });
    await spend(two, 7);
    const refused = await chatCall(fixture, one.key);
    assert.deepEqual([refused.status, refused.code], [429, 'daily_cap_reached']);
    assert.match(refused.text, /sub-account \\"Team A\\" of this key \(10\.00/);
    for (const key of [one, two]) {
      const { status, paused } = await shown(key);
      assert.deepEqual([status, paused.of, paused.cap], ['paused', 'sub_account', 'daily']);
    }
    await spend(other, 1);
    assert.equal((await shown(other)).status, 'available');
    await part({ daily_cap: '20' });
    await spend(one, 1);
  });

  test('reports at 80, 90 and 100 %, at once if it is lowered below what is spent', async () => {
    const key = await newKey(fixture, { sub_account_id: team });
    await part({ monthly_cap: '10' });
    await spend(key, 8.5);
    const told = async () => {
      await fixture.service.storage.books.flush();
      const { data } = await must(fixture, 'GET', `/accounts/${fixture.accountId}/notices?limit=100`);
      return (data as readonly { key_id: string; kind: string }[])
        .filter(({ key_id: id }) => id === team)
        .map(({ kind }) => kind);
    };
    assert.deepEqual(await told(), ['cap_80']);
    await part({ monthly_cap: '5' });
    assert.deepEqual((await told()).toSorted(), ['cap_100', 'cap_80', 'cap_90']);
    assert.equal((await shown(key)).status, 'paused');
  });

  test('ends with its period, counts over a restart, and leaves the books whole', async () => {
    const key = await newKey(fixture, { sub_account_id: team });
    await part({ daily_cap: '5', monthly_cap: '100' });
    await spend(key, 6);
    await fixture.service.storage.books.flush();
    const { day, month } = fixture.service.gateway.calendar.now();
    const figures = await fixture.service.storage.stores.figures.keyUsed(team, day, month);
    assert.ok(figures.day > 6_000_000_000n && figures.day === figures.month);
    assert.equal((await chatCall(fixture, key.key)).code, 'daily_cap_reached');
    await passTime(fixture, hour);
    await spend(key, 1);
    assert.equal((await must(fixture, 'POST', '/audit')).difference, '0');
  });
});
