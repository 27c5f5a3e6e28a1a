import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FiguresStore } from '../../domain/limits/coordination.ts';
import { createCalendar } from '../../domain/limits/calendar.ts';
import { dayWindow, monthWindow } from '../../domain/limits/window.ts';
import { silentLogger, type Logger } from '../../platform/logger.ts';
import { coordinationSuite } from '../../../test/suites/coordination-suite.ts';
import { Caller, type CoordinationHarness, type HarnessOptions } from '../../../test/suites/coordination/caller.ts';
import { VirtualClock } from '../../../test/virtual-clock.ts';
import { createMemoryCoordination } from './memory-coordination.ts';

interface OpenOptions extends HarnessOptions {
  readonly figures?: FiguresStore;
  readonly logger?: Logger;
}

function openMemory(options: OpenOptions = {}): CoordinationHarness {
  const { committed = new Map<string, bigint>(), logger = silentLogger } = options;
  const clock = new VirtualClock(options.startMs);
  const calendar = createCalendar('Asia/Shanghai', clock);
  const stored: FiguresStore = {
    accountUsed: (accountId) => Promise.resolve(committed.get(accountId) ?? 0n),
    keyUsed: (keyId, day, month) =>
      Promise.resolve({ day: committed.get(dayWindow(keyId, day)) ?? 0n, month: committed.get(monthWindow(keyId, month)) ?? 0n }),
  };
  return {
    coordination: createMemoryCoordination({ figures: options.figures ?? stored, calendar, logger }),
    calendar,
    advance: (ms) => {
      clock.advance(ms);
    },
    jumpWall: (ms) => {
      clock.jumpWall(ms);
    },
    close: () => Promise.resolve(),
  };
}

coordinationSuite('memory', (options) => Promise.resolve(openMemory(options)), 1000);

test('first use loads once however many calls ask, and is instant afterwards', async () => {
  let loads = 0;
  const figures: FiguresStore = {
    accountUsed: () => Promise.resolve(BigInt((loads += 1))),
    keyUsed: () => Promise.resolve({ day: 0n, month: 0n }),
  };
  const { coordination } = openMemory({ figures });
  await Promise.all(Array.from({ length: 100 }, async () => coordination.prepare('acc_a', 'key_a')));
  assert.equal(loads, 1);
  assert.equal(coordination.prepare('acc_a', 'key_a'), undefined);
});

test('while figures cannot be read nothing is admitted, and the next call asks again', async () => {
  let broken = true;
  const answer = <Value>(value: Value): Promise<Value> => (broken ? Promise.reject(new Error('disk')) : Promise.resolve(value));
  const caller = new Caller(
    openMemory({ figures: { accountUsed: () => answer(0n), keyUsed: () => answer({ day: 0n, month: 0n }) } }),
  );
  await assert.rejects(caller.try());
  await assert.rejects(async () => caller.harness.coordination.admit(caller.request({})));
  broken = false;
  await caller.admit();
});

test('a call settled twice is an internal error that is logged', async () => {
  const logged: object[] = [];
  const caller = new Caller(openMemory({ logger: { ...silentLogger, error: (fields) => logged.push(fields) } }));
  const call = await caller.admit({ reserve: 5n, strict: true });
  await caller.settle(call, 5n);
  assert.equal(logged.length, 0);
  await caller.settle(call, 5n);
  assert.deepEqual(logged, [{ callId: call.callId }]);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('calls leave nothing behind: memory follows the accounts in use, not the calls made', async () => {
  const harness = openMemory();
  const caller = new Caller(harness);
  const spend = async (days: number, accounts: number): Promise<void> => {
    for (let day = 0; day < days; day += 1) {
      for (let index = 0; index < accounts; index += 1) {
        const [accountId, keyId] = [`acc_${String(index)}`, `key_${String(index)}`];
        const rates = { requestsPerMinute: 60, tokensPerMinute: 100_000, concurrency: 10 };
        const call = await caller.admit({ accountId, keyId, accountRates: rates, keyRates: rates, reserve: 5n, dailyCap: 1000n });
        await caller.settle(call, 3n, 10);
        await harness.coordination.admitFree({ accountId, bucket: keyId, revision: 0, atMs: 0, perMinute: 60 });
      }
      harness.advance(24 * 3_600_000);
    }
  };
  const heapAfter = async (days: number): Promise<number> => {
    await spend(days, 200);
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  let before = await heapAfter(20);
  const growths: number[] = [];
  for (let stretch = 0; stretch < 3; stretch += 1) {
    const after = await heapAfter(60);
    growths.push(after - before);
    before = after;
  }
  // Code that is compiled meanwhile grows the heap once; memory that calls leave behind would grow it every time.
  assert.ok(Math.min(...growths) < 500_000, `grew by ${growths.map(String).join(', ')} bytes, each over 12,000 calls`);
});
