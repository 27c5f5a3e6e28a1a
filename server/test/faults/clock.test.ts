/**
 * Goal: whatever the wall clock does, windows of money never reopen, charges stay where they were admitted, and no time limit is affected.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { reportFigures } from '../proofs/figures.ts';
import { chatCall, question } from '../scenarios/scenario.ts';
import { after as afterGate, chat, stall } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { ClockWorld, dayMs, heldAt, hourMs, startSettled, wallTime } from './clock-world.ts';

const zones = ['Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe'];

/**
 * Each journey starts half an hour before the end of a month, with two running calls. A number is a jump of the clock; the rest are events.
 */
const journeys: Readonly<Record<string, readonly (number | 'call' | 'restart' | 'end one')[]>> = {
  'an hour back': ['call', -hourMs, 'call', 'end one', 'call'],
  'an hour forward, over the end of the month': ['call', hourMs, 'call', 'end one', 'call'],
  'a day forward': ['call', dayMs, 'call', 'end one', 'call'],
  'over midnight, back and forth again': ['call', hourMs, 'call', -hourMs, 'call', 'end one', hourMs, 'call'],
  'a day forward, back, and half a day forward': ['call', dayMs, 'call', -dayMs, 'call', dayMs / 2, 'end one', 'call'],
  'a month forward and back': ['call', 31 * dayMs, 'call', -31 * dayMs, 'call', 'end one'],
};

async function travel(world: ClockWorld, steps: (typeof journeys)[string]): Promise<void> {
  const key = await world.key(12, 20);
  const running = [await world.begin(key, 3), await world.begin(key, 2)];
  for (const step of steps) {
    if (typeof step === 'number') world.clock.jumpWall(step);
    else if (step === 'call') await world.spend(key, 1);
    else if (step === 'restart') await world.restart();
    else await running.pop()?.end();
  }
  await running.pop()?.end();
  await world.exhaust(key);
}

/** Lets hours pass until all hours with calls are closed into the ledger, and audits everything. */
async function expectBooksRight(world: ClockWorld): Promise<void> {
  const hours = new Set(world.windows.calls.map(({ hourStartMs }) => hourStartMs)).size;
  // The clock may have to catch up with the calendar first.
  world.clock.jumpWall(40 * dayMs);
  for (let passed = 0; passed === 0 || (passed < 4 && !(await world.hasClosed(hours))); passed += 1) await world.passTime(hourMs);
  await world.fixture.expectSettled();
  assert.equal(await world.unbooked(), 0n, 'log, usage and ledger say the same');
  assert.equal(await world.closedHours(), hours, 'one ledger entry for each hour');
}

describe('a wall clock that jumps while calls run', () => {
  for (const zone of zones) {
    test(`hands no cap out twice and misplaces no charge (${zone})`, async (context) => {
      const world = await ClockWorld.start(zone, '2026-08-31T23:30');
      try {
        let months = 0;
        for (const steps of Object.values(journeys)) {
          const local = Temporal.PlainDateTime.from('2026-08-31T23:30').add({ months }).with({ day: 31 });
          months += 2;
          // Each journey starts at a time without earlier bookings.
          world.clock.jumpWall(Math.max(0, wallTime(local.toString(), zone) - world.clock.nowMs()));
          await travel(world, steps);
        }
        const misplaced = await world.misplaced();
        reportFigures(context, 'F24', {
          [`jumps in ${zone}`]: Object.values(journeys).flat().filter(Number).length,
          'admissions that a cap decided wrongly': world.capErrors,
          'units of money in a window that did not admit them': String(misplaced),
        });
        assert.equal(world.capErrors, 0);
        assert.equal(misplaced, 0n);
        await expectIdsInOrder(world);
        await expectBooksRight(world);
      } finally {
        await world.close();
      }
    });
  }

  test('does not reopen a window over a restart in the middle of the jump', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-clock-'));
    const world = await ClockWorld.start('Asia/Shanghai', '2026-10-31T23:30', folder);
    try {
      const key = await world.key(6, 9);
      await world.spend(key, 4);
      world.clock.jumpWall(dayMs);
      await world.spend(key, 5);
      await world.restart();
      world.clock.jumpWall(-dayMs);
      await world.restart();
      assert.equal(await world.spend(key, 1), true, 'one more fits under 6 on the later day');
      await world.exhaust(key);
      world.clock.jumpWall(dayMs);
      await world.restart();
      assert.equal(await world.spend(key, 1), false, 'the later day stays spent');
      const misplaced = await world.misplaced();
      reportFigures(context, 'F24', {
        'restarts in the middle of a jump': 3,
        'admissions that a cap decided wrongly': world.capErrors,
        'units of money in a window that did not admit them': String(misplaced),
      });
      assert.equal(world.capErrors, 0);
      assert.equal(misplaced, 0n);
      await expectBooksRight(world);
    } finally {
      await world.close();
      await rm(folder, { recursive: true });
    }
  });
});

/** Rows sort by id in the order of admission, whatever the wall clock showed. */
async function expectIdsInOrder(world: ClockWorld): Promise<void> {
  const rows = await world.rows('select hour_start, request_time from calls order by id');
  const hours = rows.map((row) => Number(row.hour_start));
  assert.deepEqual(
    hours,
    hours.toSorted((left, right) => left - right),
    'the hour never goes back in the order of ids',
  );
  assert.ok(
    rows.some((row, index) => Number(row.request_time) < Number(rows[index - 1]?.request_time ?? 0)),
    'although the times do',
  );
}

describe('what measures stretches of time', () => {
  const jumps = [-hourMs, hourMs, dayMs, -dayMs, 40 * dayMs];

  test('counts requests per minute, whatever the wall clock does', async (context) => {
    const fixture = await startSettled({ account: { limits: { requests_per_minute: 3, concurrency: null } } });
    const admitted = async (): Promise<boolean> => {
      const { status } = await chatCall(fixture, fixture.key);
      await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
      await fixture.service.storage.books.flush();
      return status === 200;
    };
    try {
      let wrong = 0;
      for (const jump of jumps) {
        for (let call = 0; call < 3; call += 1) if (!(await admitted())) wrong += 1;
        fixture.clock.jumpWall(jump);
        if (await admitted()) wrong += 1;
        fixture.clock.advance(59_000);
        if (await admitted()) wrong += 1;
        fixture.clock.advance(1_000);
      }
      reportFigures(context, 'F24', { 'admissions that a rate decided wrongly over a jump': wrong });
      assert.equal(wrong, 0);
      await fixture.expectSettled();
    } finally {
      await fixture.close();
    }
  });

  test('neither cuts a running call short nor lets a silent upstream continue', async (context) => {
    const fixture = await startSettled({ env: { TOLLGATE_FIRST_BYTE_TIMEOUT_MS: '60000' } });
    try {
      let cut = 0;
      for (const jump of jumps) {
        const gate = new Gate();
        fixture.upstream.next(afterGate(gate, chat()));
        const answering = chatCall(fixture, fixture.key, { ...question, stream: true });
        await heldAt(gate, answering);
        fixture.clock.jumpWall(jump);
        await fixture.service.storage.books.flush();
        fixture.clock.advance(1_000);
        gate.open();
        if (!(await answering).text.includes('[DONE]')) cut += 1;
      }
      let endless = 0;
      for (const jump of jumps) {
        fixture.upstream.next(stall({ afterHead: true }));
        const answering = chatCall(fixture, fixture.key, { ...question, stream: true });
        await fixture.waitFor(() => fixture.upstream.open === 1);
        fixture.clock.jumpWall(jump);
        await fixture.advanceUntilOver(70_000);
        const { text } = await answering;
        if (!text.includes('error')) endless += 1;
        await fixture.waitFor(() => fixture.upstream.open === 0);
      }
      reportFigures(context, 'F24', { 'calls cut short by a jump': cut, 'silent upstreams that a jump kept alive': endless });
      assert.deepEqual([cut, endless], [0, 0]);
      await fixture.expectSettled();
    } finally {
      await fixture.close();
    }
  });
});

describe('the end of a day', () => {
  /** Midnights that end a month, and the two nights a year in which an hour is repeated or skipped. */
  const nights: readonly (readonly [zone: string, evening: string, hours: number])[] = [
    ['Asia/Shanghai', '2026-11-30T22:00', 5],
    ['America/New_York', '2026-10-31T22:30', 7],
    ['America/New_York', '2027-03-13T22:30', 7],
    ['Europe/Berlin', '2026-10-24T22:30', 7],
    ['Europe/Berlin', '2027-03-27T22:30', 7],
    ['Australia/Lord_Howe', '2026-10-03T22:30', 6],
    ['Australia/Lord_Howe', '2027-04-03T22:30', 6],
  ];
  const stepMs = 15 * 60_000;
  const bridgeMs = 10_000;

  for (const [zone, evening, hours] of nights) {
    test(`books calls that run over it where they were admitted, and closes every hour once (${zone}, ${evening})`, async (context) => {
      const world = await ClockWorld.start(zone, evening);
      try {
        const key = await world.key(1_000, 2_000);
        const steps = (hours * hourMs) / stepMs;
        for (let step = 0; step < steps; step += 1) {
          // At the end of each quarter of an hour, one call is admitted before it and ends after it.
          await world.passTime(stepMs - bridgeMs);
          const running = await world.begin(key, 1);
          await world.passTime(bridgeMs);
          await world.spend(key, 1);
          await running.end();
        }
        const misplaced = await world.misplaced();
        reportFigures(context, 'F25', {
          [`calls through the night of ${evening.slice(0, 10)} in ${zone}`]: world.windows.calls.length,
          'units of money in a window that did not admit them': String(misplaced),
        });
        assert.equal(world.capErrors, 0);
        assert.equal(misplaced, 0n);
        await expectBooksRight(world);
      } finally {
        await world.close();
      }
    });
  }
});
