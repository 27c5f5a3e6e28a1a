import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import type { QueueJob } from '../../../src/jobs/queue-job.ts';
import { runQueues, type RunningQueues } from '../../../src/jobs/run-queues.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import type { QueueItems } from '../../../src/platform/queue-items.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { UnitConflict, type Engine } from '../../../src/storage/engine.ts';
import {
  countQueueItems,
  createQueueItemsStore,
  purgeQueueItems,
  queued,
} from '../../../src/storage/stores/queue-items-store.ts';
import { count } from '../../proofs/counts.ts';
import { seededRandom } from '../../proofs/seed.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import { waitFor } from '../../wait-for.ts';
import type { OnBooks } from './engine-bench.ts';
import { HeardAlarms } from '../../heard-alarms.ts';

const minuteMs = 60_000;

interface ItemRow {
  readonly queue: string;
  readonly payload: string;
  readonly state: string;
  readonly attempts: number;
  readonly result: string | null;
  readonly error: string | null;
  readonly progress: string | null;
}

/** All items, in the order in which they were added. */
async function rows(engine: Engine): Promise<readonly ItemRow[]> {
  const query = sql`select queue, payload, state, attempts, result, error, progress from queue_items order by id`;
  const found = await engine.read('hot', query.compile(compilerFor(engine.sql)));
  return found.map((row) => ({ ...row, attempts: Number(row.attempts) }) as unknown as ItemRow);
}

async function run(engine: Engine, statement: ReturnType<typeof sql>): Promise<void> {
  await engine.write([{ query: statement.compile(compilerFor(engine.sql)) }], []);
}

const job = (queue: string, over: Partial<QueueJob> = {}): QueueJob => ({
  queue,
  payload: z.unknown(),
  concurrency: 2,
  attemptsMax: 3,
  backOff: { firstMs: 0, factor: 2, maxMs: 0 },
  timeLimitMs: minuteMs,
  run: (payload) => Promise.resolve(payload),
  ...over,
});

/** A job whose attempts never end by themselves. */
const endless = (queue: string, over: Partial<QueueJob> = {}): QueueJob =>
  job(queue, { run: () => new Promise(() => undefined), ...over });

/** Moves time until the condition holds. */
async function looking(clock: VirtualClock, what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  await waitFor(
    async () => {
      clock.advance(1000);
      return await condition();
    },
    { what, everyMs: 2 },
  );
}

async function stopped(clock: VirtualClock, running: RunningQueues): Promise<void> {
  let isOver = false;
  void running.stop().then(() => {
    isOver = true;
  });
  await looking(clock, 'the queues stop', () => isOver);
}

/** Tests of queued work, on every engine. */
export function queueTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: queues`, () => {
    const storeOf = (bench: Parameters<Parameters<OnBooks>[1]>[0], incarnation = 'inc_one'): QueueItems =>
      createQueueItemsStore(bench.engine, { ...bench, incarnation, isFleet: false });

    onBooks('work is put with the change that causes it, or neither is, and once under its key', async (bench) => {
      const { engine, clock } = bench;
      const change = { query: sql`update accounts set name = 'Changed' where id = 'acc_one'`.compile(compilerFor(engine.sql)) };
      const nothing = { query: sql`update accounts set name = '' where id = 'none'`.compile(compilerFor(engine.sql)) };
      const work = queued(engine, clock, { queue: 'mail', payload: { to: 'a' }, dedupeKey: 'welcome a' });
      await assert.rejects(engine.write([change, work, { ...nothing, mustWrite: 'nobody' }], []), UnitConflict);
      assert.deepEqual(await rows(engine), []);
      await engine.write([change, work], []);
      assert.equal(await storeOf(bench).put({ queue: 'mail', payload: { to: 'b' }, dedupeKey: 'welcome a' }), false);
      assert.equal(await storeOf(bench).put({ queue: 'other', payload: { to: 'b' }, dedupeKey: 'welcome a' }), true);
      assert.deepEqual(
        (await rows(engine)).map(({ queue, payload }) => [queue, payload]),
        [
          ['mail', '{"to":"a"}'],
          ['other', '{"to":"b"}'],
        ],
      );
    });

    onBooks('what is due longest is claimed first, what is not due waits, and nobody claims what another has', async (bench) => {
      const [one, two] = [storeOf(bench, 'inc_one'), storeOf(bench, 'inc_two')];
      await one.put({ queue: 'mail', payload: 'later', afterMs: minuteMs });
      for (const payload of ['third', 'first', 'second']) await one.put({ queue: 'mail', payload });
      const dueAt = { first: 1n, second: 2n, third: 3n };
      for (const [payload, atMs] of Object.entries(dueAt))
        await run(bench.engine, sql`update queue_items set due_at = ${atMs} where payload = ${JSON.stringify(payload)}`);
      assert.equal(await one.claim([{ queue: 'mail', count: 2 }]), 2);
      assert.equal(await two.claim([{ queue: 'mail', count: 9 }]), 1);
      const payloads = async (store: QueueItems) => (await store.held(['mail'])).map(({ payload }) => payload);
      assert.deepEqual([await payloads(one), await payloads(two)], [['"first"', '"second"'], ['"third"']]);
    });

    onBooks('many who claim at once get every item once', async (bench) => {
      const stores = Array.from({ length: 6 }, (_, at) => storeOf(bench, `inc_${String(at)}`));
      for (let at = 0; at < 20; at += 1) await stores[0]?.put({ queue: 'mail', payload: at });
      const claims = stores.flatMap((store) => Array.from({ length: 3 }, () => store.claim([{ queue: 'mail', count: 2 }])));
      const got = (await Promise.all(claims)).reduce((sum, each) => sum + each, 0);
      const held = (await Promise.all(stores.map((store) => store.held(['mail'])))).flat();
      assert.equal(got, 20);
      assert.equal(new Set(held.map(({ id }) => id)).size, 20);
    });

    onBooks('a holder that has lost its item can write nothing more about it', async (bench) => {
      const [late, next] = [storeOf(bench, 'inc_late'), storeOf(bench, 'inc_next')];
      await late.put({ queue: 'mail', payload: 1 });
      await late.claim([{ queue: 'mail', count: 1 }]);
      const [old] = await next.orphaned(['mail']);
      assert.ok(old !== undefined);
      assert.equal(await next.retry(old, { afterMs: 0, reason: 'it is over\0\ud800' }), true);
      assert.equal(await next.retry(old, { afterMs: 0, reason: 'a third one' }), false, 'it is taken over once');
      await next.claim([{ queue: 'mail', count: 1 }]);
      const writes = [late.done(old, '1'), late.progress(old, '1'), late.bury(old, 'x'), late.giveBack(old)];
      assert.deepEqual(await Promise.all(writes), [false, false, false, false]);
      const [item] = await next.held(['mail']);
      assert.ok(item !== undefined);
      assert.deepEqual([await next.done(item, '"kept"'), await next.done(item, '"again"')], [true, false]);
      const [row] = await rows(bench.engine);
      assert.deepEqual([row?.state, row?.attempts, row?.result], ['done', 2, '"kept"']);
    });

    onBooks(
      'an item that throws, never ends or cannot be read fails for good, says why, and holds up no other',
      async (bench) => {
        const { engine, clock } = bench;
        const items = storeOf(bench);
        const jobs = [
          endless('endless', { concurrency: 1 }),
          job('throws', {
            run() {
              throw new Error('thrown at once');
            },
          }),
          job('strict', { payload: z.object({ to: z.string() }) }),
          job('good', { concurrency: 1 }),
        ];
        for (let at = 0; at < 2; at += 1) for (const { queue } of jobs) await items.put({ queue, payload: at });
        await items.put({ queue: 'strict', payload: { to: 'a' } });
        await run(engine, sql`insert into queue_items (queue, payload, due_at, created_at) values ('strict', '{not json', 0, 0)`);
        const running = runQueues(jobs, { clock, logger: silentLogger, items, fraction: () => 0, alarms: new HeardAlarms() });
        const open = async () => (await rows(engine)).filter(({ state }) => state === 'waiting' || state === 'running');
        await looking(clock, 'everything ends', async () => (await open()).length === 0);
        await running.stop();
        const of = async (name: string) =>
          (await rows(engine))
            .filter(({ queue }) => queue === name)
            .map(({ state, attempts, error }) => [state, attempts, error]);
        const dead = (attempts: number, reason: string) => ['dead', attempts, reason];
        assert.deepEqual(await of('throws'), [dead(3, 'Error: thrown at once'), dead(3, 'Error: thrown at once')]);
        assert.deepEqual(await of('endless'), [
          dead(3, 'Error: it took longer than 60 s'),
          dead(3, 'Error: it took longer than 60 s'),
        ]);
        const strict = await of('strict');
        assert.deepEqual(
          strict.map(([state, attempts]) => [state, attempts]),
          [
            ['dead', 1],
            ['dead', 1],
            ['done', 1],
            ['dead', 1],
          ],
        );
        assert.match(String(strict[3]?.[2]), /^the payload cannot be read: SyntaxError/);
        assert.deepEqual(await of('good'), [
          ['done', 1, null],
          ['done', 1, null],
        ]);
        assert.deepEqual(
          (await countQueueItems(engine, ['throws', 'good'])).map((each) => ({ ...each })),
          [{ queue: 'throws', state: 'dead', count: 2 }],
        );
        // A database can have a timer until it is closed.
        await engine.close();
        assert.equal(clock.timers, 0, 'nothing ticks on');
      },
    );

    onBooks('who asked hears that nothing comes of an item, also when its process ended or its time was over', async (bench) => {
      const { engine, clock } = bench;
      const items = storeOf(bench, 'inc_next');
      const told: string[] = [];
      const once = (queue: string): Partial<QueueJob> => ({
        attemptsMax: 1,
        gaveUp(payload, reason) {
          told.push(`${queue} ${String(payload)}: ${reason}`);
          return Promise.resolve();
        },
      });
      const throwing = { run: () => Promise.reject(new Error('thrown')) };
      const unreadable = {
        parse(): never {
          throw new Error('not a payload');
        },
      };
      const jobs = [
        // It has no receiver, and does not block notifications to others.
        job('another version', { ...once('another version'), payload: unreadable }),
        job('crashed', once('crashed')),
        endless('endless', once('endless')),
        job('throws', { ...once('throws'), ...throwing }),
        job('good', once('good')),
      ];
      for (const { queue } of jobs) await items.put({ queue, payload: 1 });
      await storeOf(bench, 'inc_over').claim(['another version', 'crashed'].map((queue) => ({ queue, count: 1 })));
      const running = runQueues(jobs, { clock, logger: silentLogger, items, fraction: () => 0, alarms: new HeardAlarms() });
      const isOver = ({ state }: ItemRow) => state === 'done' || state === 'dead';
      await looking(clock, 'everything ends', async () => (await rows(engine)).every(isOver));
      await running.stop();
      const reasons = [
        'crashed 1: its process ended before it did',
        'endless 1: Error: it took longer than 60 s',
        'throws 1: Error: thrown',
      ];
      assert.deepEqual(told.sort(), reasons);
    });

    onBooks('a queue full of endless work leaves the others their room', async (bench) => {
      const items = storeOf(bench);
      const jobs = [endless('busy'), job('quick', { concurrency: 1 })];
      for (let at = 0; at < 10; at += 1) await items.put({ queue: 'busy', payload: at });
      for (let at = 0; at < 5; at += 1) await items.put({ queue: 'quick', payload: at });
      const running = runQueues(jobs, {
        clock: bench.clock,
        logger: silentLogger,
        items,
        fraction: () => 0,
        alarms: new HeardAlarms(),
      });
      const ended = async () => (await rows(bench.engine)).filter(({ state }) => state === 'done').length;
      bench.clock.advance(1000);
      await waitFor(async () => (await ended()) === 5, { what: 'the quick ones end, with no further tick', everyMs: 2 });
      const taken = (await rows(bench.engine)).filter(({ queue, state }) => queue === 'busy' && state === 'running');
      assert.equal(taken.length, 2, 'no more than its own room');
      await stopped(bench.clock, running);
    });

    onBooks('a stop notifies what runs, and releases it as if it had not begun', async (bench) => {
      const { engine, clock } = bench;
      const items = storeOf(bench);
      const told: string[] = [];
      const jobs = [
        job('heeds', {
          run: (_, { signal, progress }) =>
            new Promise((_resolve, reject) => {
              void progress({ rows: 7 });
              signal.addEventListener('abort', () => {
                told.push(String(signal.reason));
                reject(signal.reason as Error);
              });
            }),
        }),
        endless('heedless'),
      ];
      for (const { queue } of jobs) await items.put({ queue, payload: 1 });
      const running = runQueues(jobs, { clock, logger: silentLogger, items, fraction: () => 0, alarms: new HeardAlarms() });
      clock.advance(1000);
      await waitFor(async () => (await rows(engine)).some(({ progress }) => progress === '{"rows":7}'), { everyMs: 2 });
      await waitFor(async () => (await rows(engine)).every(({ state }) => state === 'running'), { everyMs: 2 });
      await stopped(clock, running);
      assert.deepEqual(told, ['Error: the service stops']);
      assert.deepEqual(
        (await rows(engine)).map(({ state, attempts, error }) => [state, attempts, error]),
        [
          ['waiting', 0, null],
          ['waiting', 0, null],
        ],
      );
    });

    onBooks('whatever order processes crash, freeze and come back in, each item ends once and in time', async (bench) => {
      const { engine, clock } = bench;
      const random = seededRandom();
      const attemptsMax = 6;
      for (let world = 0; world < count('queueWorlds'); world += 1) {
        const ends = new Map<bigint, number>();
        const queue = `world-${String(world)}`;
        const flaky = job(queue, {
          attemptsMax,
          run: (payload, { progress }) => {
            void progress(payload);
            if (random() < 0.2) throw new Error('bad luck');
            return random() < 0.2 ? new Promise(() => undefined) : Promise.resolve(payload);
          },
        });
        const start = (at: number) => {
          const state = { isDead: false };
          const items = storeOf(bench, `inc_${String(world)}_${String(at)}`);
          const noteEnd = async (id: bigint, written: Promise<boolean>) => {
            if (await written) ends.set(id, (ends.get(id) ?? 0) + 1);
            // The response to a write can be lost as well.
            if (random() < 0.1) throw new Error('the connection broke');
            return await written;
          };
          const door = <Result>(work: () => Promise<Result>): Promise<Result> =>
            state.isDead ? new Promise<Result>(() => undefined) : work();
          const watched: QueueItems = {
            ...items,
            claim: (wanted) => door(() => items.claim(wanted)),
            held: (queues) => door(() => items.held(queues)),
            orphaned: (queues) => door(() => items.orphaned(queues)),
            bringForward: (queues) => door(() => items.bringForward(queues)),
            progress: (item, json) => door(() => items.progress(item, json)),
            retry: (item, next) => door(() => items.retry(item, next)),
            giveBack: (item) => door(() => items.giveBack(item)),
            done: (item, json) => door(() => noteEnd(item.id, items.done(item, json))),
            bury: (item, reason) => door(() => noteEnd(item.id, items.bury(item, reason))),
          };
          const running = runQueues([flaky], {
            clock,
            logger: silentLogger,
            items: watched,
            fraction: random,
            alarms: new HeardAlarms(),
          });
          return { state, running };
        };
        const all = 12;
        for (let at = 0; at < all; at += 1) await storeOf(bench).put({ queue, payload: at });
        const starts = [start(0)];
        const mine = async () => (await rows(engine)).filter((row) => row.queue === queue);
        await looking(clock, `all items of ${queue} end`, async () => {
          // The previous process can continue like one that was paused, or be dead.
          if (random() < 0.1 && starts.length < 6) {
            const before = starts.at(-1);
            if (before !== undefined && random() < 0.5) before.state.isDead = true;
            starts.push(start(starts.length));
          }
          return (await mine()).every(({ state }) => state === 'done' || state === 'dead');
        });
        for (const each of starts) each.state.isDead = true;
        // Another connection can see an end before its writer receives the response.
        await waitFor(() => ends.size === all, { what: `every end of ${queue} is answered` });
        assert.deepEqual(
          [...ends.values()],
          Array.from({ length: all }, () => 1),
          'each ended once',
        );
        for (const { attempts } of await mine()) assert.ok(attempts >= 1 && attempts <= attemptsMax);
      }
    });

    onBooks('what a clock that was years ahead has put off is due as it was meant to be', async (bench) => {
      const { engine } = bench;
      const items = storeOf(bench);
      const weekMs = 7 * 86_400_000;
      const putOff = { queue: 'mail', payload: 'put off', afterMs: weekMs };
      for (const draft of [{ queue: 'mail', payload: 'new' }, putOff, { queue: 'mail', payload: 'again' }])
        await items.put(draft);
      const yearsAhead = sql`due_at = due_at + 100000000000`;
      await run(
        engine,
        sql`update queue_items set ${yearsAhead}, created_at = created_at + 100000000000 where payload <> '"again"'`,
      );
      await run(engine, sql`update queue_items set ${yearsAhead}, attempts = 1 where payload = '"again"'`);
      const wanted = [{ queue: 'mail', count: 9 }];
      assert.equal(await items.claim(wanted), 0);
      assert.equal(await items.bringForward(['other']), 0);
      assert.equal(await items.bringForward(['mail']), 3);
      assert.equal(await items.bringForward(['mail']), 0, 'once');
      assert.equal(await items.claim(wanted), 2);
      assert.deepEqual(
        (await rows(engine)).map(({ payload, state }) => `${payload} ${state}`),
        ['"new" running', '"put off" waiting', '"again" running'],
      );
      const query = sql`select due_at - created_at as put_off from queue_items where state = 'waiting'`;
      const [row] = await engine.read('hot', query.compile(compilerFor(engine.sql)));
      assert.equal(Number(row?.put_off), weekMs);
    });

    onBooks('items that ended are deleted when they are old, others never', async (bench) => {
      const { engine, clock } = bench;
      const items = storeOf(bench);
      for (const payload of ['old', 'young', 'open']) await items.put({ queue: 'mail', payload });
      const nowMs = clock.nowMs();
      await run(engine, sql`update queue_items set state = 'done', ended_at = ${BigInt(nowMs - 2)} where payload = '"old"'`);
      await run(engine, sql`update queue_items set state = 'dead', ended_at = ${BigInt(nowMs - 1)} where payload = '"young"'`);
      assert.equal(await purgeQueueItems(engine, { nowMs, keepMs: 1 }), 1);
      assert.deepEqual(
        (await rows(engine)).map(({ payload }) => payload),
        ['"young"', '"open"'],
      );
    });
  });
}
