import { postgresMigrations } from '../../../src/service/database/migrations.ts';
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { TaskDraft } from '../../../src/domain/tasks/task.ts';
import { recoverOpenCalls, voidOrphans } from '../../../src/books/recovery.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { createCallsStore } from '../../../src/subjects/calls/calls-store.ts';
import { createNodesStore } from '../../../src/storage/stores/nodes-store.ts';
import type { Tasks } from '../../../src/domain/tasks/tasks.ts';
import { createTasksStore, purgeTasks } from '../../../src/storage/stores/tasks-store.ts';
import { TakeOver } from '../../../src/tasks/take-over.ts';
import { group, markOf, sampleRecord } from '../../storage/sample-books.ts';
import { assertBooksAddUp, countRows, type OnBooks } from './engine-bench.ts';

const box = createSecretBox('a-secret-of-this-test-'.padEnd(40, 'x'));
const at = { routeId: 'rt_1', upstreamId: 'theirs' };

/** Tests of work that outlives the process that started it. */
export function taskTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: tasks`, () => {
    const storeOf = (engine: Parameters<typeof createTasksStore>[0], incarnation: string) =>
      createTasksStore(engine, { incarnation, isFleet: false, box });

    function draftOf(record: ReturnType<typeof sampleRecord>, over: Partial<TaskDraft> = {}): TaskDraft {
      const { id, accountId, keyId } = record;
      return {
        id,
        accountId,
        keyId,
        model: 'song',
        terms: '{}',
        request: '{"prompt":"private words"}',
        money: { amount: 9_007_199_254_740_993n, windows: [accountId, `${keyId}:20261121`], strict: true },
        openMark: JSON.stringify(markOf(record)),
        createdAtMs: record.requestTimeMs,
        deadlineMs: record.requestTimeMs + 1_800_000,
        ...over,
      };
    }

    onBooks('are carried on by the next start, exactly once; one that may have been submitted is void', async (bench) => {
      const { engine, ids, clock } = bench;
      const [sent, running, booked] = [0, 1, 2].map(() => sampleRecord(ids, clock.nowMs())) as [
        ReturnType<typeof sampleRecord>,
        ReturnType<typeof sampleRecord>,
        ReturnType<typeof sampleRecord>,
      ];
      const dead = storeOf(engine, 'inc_dead');
      for (const record of [sent, running, booked]) assert.ok(await dead.begin(draftOf(record)));
      for (const { id } of [running, booked]) for (let time = 1; time <= 2; time += 1) assert.ok(await dead.accepted(id, at));
      assert.ok(await dead.storing(booked.id));
      assert.ok(await dead.stored(booked.id, '{"songs":[]}'));
      await engine.commitGroup(group({ closed: [booked] }), 'inc_dead');

      const recovery = { clock, logger: silentLogger, incarnation: 'inc_now' };
      assert.equal(await recoverOpenCalls(engine, recovery), 1);
      assert.equal((await createCallsStore(engine).find(sent.id))?.ending, 'interrupted');
      const now = storeOf(engine, 'inc_now');
      assert.equal((await now.find('key_one', sent.id))?.state, 'failed');
      const [taken, adopted]: [[string, boolean][], unknown[]] = [[], []];
      const takingOver = new TakeOver(now);
      takingOver.listen((id, isHeld) => taken.push([id, isHeld]));
      for (let time = 1; time <= 2; time += 1)
        await takingOver.from(null, { adopt: (call) => Promise.resolve(void adopted.push(call.reservation)) });
      assert.deepEqual(taken, [
        [running.id, true],
        [booked.id, false],
      ]);
      const { money } = draftOf(running);
      const reservation = {
        callId: running.id,
        accountId: 'acc_one',
        keyId: 'key_one',
        amount: money.amount,
        windows: money.windows,
      };
      assert.deepEqual(adopted, [reservation]);
      // A process that was only slow writes nothing more.
      for (const write of [dead.progressed(running.id, 50), dead.storing(running.id), dead.stored(running.id, '{}')])
        assert.equal(await write, false);
      assert.equal((await now.own(running.id))?.request, '{"prompt":"private words"}');
      assert.equal((await now.own(booked.id))?.result, '{"songs":[]}');
      assert.equal(await countRows(engine, 'open_calls'), 1);
      await assertBooksAddUp(engine);
    });

    onBooks('of a fleet belong to the living: a node that was declared dead begins, inherits and ends none', async (bench) => {
      const { engine, ids, clock } = bench;
      if (engine.sql === 'sqlite') return;
      const nodes = createNodesStore(engine, postgresMigrations);
      const [one, two, three] = ['inc_one', 'inc_two', 'inc_three'].map((incarnation) =>
        createTasksStore(engine, { incarnation, isFleet: true, box }),
      ) as [Tasks, Tasks, Tasks];
      for (const name of ['one', 'two', 'three']) await nodes.register({ incarnation: `inc_${name}`, name });
      const records = [0, 1].map(() => sampleRecord(ids, clock.nowMs()));
      for (const record of records) assert.ok(await one.begin(draftOf(record)));
      const [task, late] = records.map(({ id }) => id) as [string, string];
      await one.accepted(task, at);
      assert.deepEqual(await two.owed(), []);
      await nodes.declareDead('inc_one', 0);
      assert.equal(await one.begin(draftOf(sampleRecord(ids, clock.nowMs()))), false);
      assert.deepEqual(await two.owed(), ['inc_one']);
      // Declared dead but not recovered, it can still record what it submitted.
      assert.ok(await one.accepted(late, at));
      await two.inherit('inc_one');
      assert.equal(await one.storing(task), false);
      assert.deepEqual(
        (await two.inherited()).map(({ from, reservation: { callId } }) => [callId, from]),
        [task, late].map((id) => [id, ['inc_one']]),
      );
      await nodes.declareDead('inc_two', 0);
      await two.inherit('inc_one');
      await three.inherit('inc_two');
      assert.deepEqual((await three.inherited())[0]?.from, ['inc_one', 'inc_two']);
      assert.deepEqual([...(await three.owed())].sort(), ['inc_one', 'inc_two']);
      for (const id of [task, late]) await three.held(id);
      assert.deepEqual(await three.owed(), []);
      assert.equal(await countRows(engine, 'open_calls'), 2);
    });

    onBooks('go on beside recovery: neither their marks nor their reservations are made void', async ({ engine, ids, clock }) => {
      const running = sampleRecord(ids, clock.nowMs());
      const tasks = storeOf(engine, 'inc_other');
      await tasks.begin(draftOf(running));
      await tasks.accepted(running.id, at);
      const recovery = { clock, logger: silentLogger, incarnation: 'inc_now', of: 'inc_other', timeZone: 'Asia/Shanghai' };
      assert.equal(await recoverOpenCalls(engine, recovery), 0);
      const lost = sampleRecord(ids, clock.nowMs());
      const orphans = [running, lost].map(({ id, accountId, keyId }) => ({ callId: id, accountId, keyId }));
      await voidOrphans(engine, orphans, recovery);
      assert.equal(await createCallsStore(engine).find(running.id), null);
      assert.equal((await createCallsStore(engine).find(lost.id))?.ending, 'interrupted');
    });

    onBooks('are seen by their own key only, newest first, and sealed at rest', async ({ engine, ids, clock }) => {
      const tasks = storeOf(engine, 'inc_now');
      const records = Array.from({ length: 5 }, () => sampleRecord(ids, clock.nowMs()));
      for (const record of records) await tasks.begin(draftOf(record));
      const [first, second, third] = records.map(({ id }) => id).toReversed() as [string, string, string];
      assert.deepEqual(
        (await tasks.list('key_one', { limit: 2, after: first })).map(({ id }) => id),
        [second, third],
      );
      assert.deepEqual(await tasks.list('key_two', { limit: 9, after: null }), []);
      assert.equal(await tasks.find('key_two', first), null);
      assert.equal(await tasks.askCancel('key_two', first), false);
      const rows = await engine.read('hot', {
        sql: 'select request from tasks',
        parameters: [],
        query: {} as never,
        queryId: {} as never,
      });
      for (const { request } of rows) assert.ok(!Buffer.from(request as Uint8Array).includes('private'));
    });

    onBooks(
      'can be cancelled until they are made, not after; results are not kept permanently',
      async ({ engine, ids, clock }) => {
        const tasks = storeOf(engine, 'inc_now');
        const [one, other] = [sampleRecord(ids, clock.nowMs()).id, sampleRecord(ids, clock.nowMs()).id];
        for (const id of [one, other]) {
          await tasks.begin(draftOf({ ...sampleRecord(ids, clock.nowMs()), id }));
          await tasks.accepted(id, at);
        }
        assert.ok(await tasks.askCancel('key_one', one));
        assert.deepEqual(await tasks.toBeCancelled(), [one]);
        assert.equal(await tasks.storing(one), false);
        assert.ok(await tasks.storing(other));
        assert.equal(await tasks.askCancel('key_one', other), false);
        const end = { errorCode: null, error: null, endedAtMs: clock.nowMs(), expiresAtMs: clock.nowMs() + 1000 };
        assert.ok(await tasks.ended(other, { ...end, state: 'completed' }));
        assert.equal(await tasks.ended(other, { ...end, state: 'failed' }), false);
        assert.deepEqual([await purgeTasks(engine, clock.nowMs()), await purgeTasks(engine, clock.nowMs() + 2000)], [0, 1]);
        assert.equal((await tasks.find('key_one', one))?.isCancelAsked, true);
      },
    );
  });
}
