import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { alarmWords } from '@tollgate/contract/alarms/alarm-kinds';
import type { CallRecord } from '../../../src/domain/books/call-record.ts';
import { watchErrorsJob } from '../../../src/subjects/notices/alarms/watch-errors-job.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { createErrorEpisodesStore } from '../../../src/subjects/notices/alarms/error-episodes-store.ts';
import { createAlarmDeliveriesStore } from '../../../src/subjects/notices/alarms/alarm-deliveries-store.ts';
import { createRobotsStore } from '../../../src/subjects/notices/alarms/robots-store.ts';
import { auditDraft, group, sampleRecord } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const minuteMs = 60_000;

type Bench = Parameters<Parameters<OnBooks>[1]>[0];

/** The job with log records of the test, and the chat bots as operators see them. */
function errorsBench(bench: Bench) {
  const { engine, clock, ids } = bench;
  const all = { ...bench, box: createSecretBox('the secret of these tests') };
  const robots = createRobotsStore(engine, all);
  const deliveries = createAlarmDeliveriesStore(engine, all);
  const jobOn = (seen: Engine) =>
    watchErrorsJob({
      bounds: { percent: 20, callsMin: 20 },
      nowMs: () => clock.nowMs(),
      flush: () => Promise.resolve(),
      storeFor: () => createErrorEpisodesStore(seen, bench),
    });
  return {
    robots,
    look: (seen = engine) => jobOn(seen).run('holder'),
    queueDue: () => deliveries.queueDue(),
    called: async (calls: number, over: Partial<CallRecord>) => {
      const closed = Array.from({ length: calls }, () =>
        sampleRecord(ids, clock.nowMs(), { model: 'one', route: 'north', durationMs: 0, ...over }),
      );
      await engine.commitGroup(group({ closed }), 'inc_now');
    },
    /** The English texts sent, oldest first. */
    told: async () =>
      (await robots.listAlarms({ limit: 99, after: null }))
        .flatMap(({ kind, alarms }) => alarms.map(({ params, firstAtMs }) => ({ kind, params, firstAtMs })))
        .toSorted((one, other) => one.firstAtMs - other.firstAtMs)
        .map(({ kind, params }) => alarmWords(kind, params, 'en')?.line ?? kind),
  };
}

const good: Partial<CallRecord> = {};
const failed: Partial<CallRecord> = { status: 503, ending: 'upstream_broke', errorCode: 'upstream_unavailable' };
/** Caused by callers or by our own stop, or reported before. */
const leftOut: readonly Partial<CallRecord>[] = [
  { status: 429, ending: 'refused', errorCode: 'rate_limit_exceeded' },
  { status: 400, ending: 'refused', errorCode: 'invalid_parameter' },
  { status: 499, ending: 'client_left', errorCode: 'client_left' },
  { status: 503, ending: 'interrupted', errorCode: 'maintenance' },
  { status: 503, ending: 'refused', errorCode: 'maintenance' },
  { ...failed, model: 'sandbox/chat' },
];

/** Tests of alarms about failing calls, on every engine. */
export function errorEpisodeTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: failing calls`, () => {
    onBooks(
      'of a model or by a route are an alarm once while they last, however often they are checked, and once when they are over',
      async (bench) => {
        const { clock } = bench;
        const { called, look, told } = errorsBench(bench);
        for (const call of leftOut) await called(50, call);
        await called(16, good);
        await called(3, failed);
        await look();
        assert.deepEqual(await told(), [], '19 calls that count, and 16 % of them failed');
        await called(1, { ...failed, ending: 'timeout', errorCode: 'answer_too_long' });
        await called(20, { ...good, model: 'two' });
        await Promise.all(Array.from({ length: 20 }, () => look()));
        assert.deepEqual(await told(), ['Model one: 4 of 20 calls failed in 5 minutes (20 %), mostly upstream_unavailable']);
        await called(20, { ...failed, model: 'two' });
        clock.advance(minuteMs);
        await Promise.all(Array.from({ length: 20 }, () => look()));
        assert.deepEqual(
          (await told()).slice(1).toSorted(),
          [
            'Model two: 20 of 40 calls failed in 5 minutes (50 %), mostly upstream_unavailable',
            'Route north: 24 of 60 calls failed in 5 minutes (40 %), mostly upstream_unavailable',
          ],
          'the route is told by itself',
        );
        for (let at = 0; at < 10; at += 1) {
          clock.advance(minuteMs);
          await called(5, failed);
          await called(10, good);
          await look();
        }
        assert.equal((await told()).length, 3, 'while it lasts, no more is said');
        clock.advance(6 * minuteMs);
        await look();
        assert.equal((await told()).length, 3, 'silence is no recovery');
        await called(20, good);
        await Promise.all(Array.from({ length: 20 }, () => look()));
        assert.deepEqual((await told()).slice(3).toSorted(), [
          'Model one: lasted about 17 minutes; 0 % of 20 calls failed in the last 5 minutes',
          'Route north: lasted about 16 minutes; 0 % of 20 calls failed in the last 5 minutes',
        ]);
        await called(20, failed);
        await look();
        assert.equal((await told()).length, 7, 'what begins anew is told anew, however soon');
        clock.advance(61 * minuteMs);
        await look();
        assert.equal((await told()).filter((line) => line.startsWith('Model two: lasted')).length, 1, 'an hour without failures');
      },
    );

    onBooks("at an account's own upstream are an alarm of its route, and not of the model for everybody", async (bench) => {
      const { called, look, told } = errorsBench(bench);
      const db = compilerFor(bench.engine.sql);
      const provider = {
        id: 'prv_own',
        name: 'house',
        dialect: 'chat-completions',
        account_id: 'acc_own',
        created_at: 0,
        updated_at: 0,
      };
      await bench.engine.write([{ query: db.insertInto('providers').values(provider).compile() }], []);
      await called(20, good);
      await called(20, { ...failed, accountId: 'acc_own', route: 'house/domestic' });
      await look();
      assert.deepEqual(await told(), [
        'Route house · domestic: 20 of 20 calls failed in 5 minutes (100 %), mostly upstream_unavailable',
      ]);
    });

    onBooks('count for the upstreams that the calls had, whatever became of those since', async (bench) => {
      const { called, look, told } = errorsBench(bench);
      const db = compilerFor(bench.engine.sql);
      const since = { name: 'since', dialect: 'chat-completions', account_id: 'acc_one', created_at: 0, updated_at: 0 };
      await bench.engine.write(
        [
          {
            query: db
              .insertInto('providers')
              .values({ id: 'prv_since', ...since })
              .compile(),
          },
        ],
        [],
      );
      await called(20, { ...failed, model: 'apart', route: 'deleted/domestic', ownUpstreams: true });
      await called(20, { ...failed, model: 'shared', route: 'since/domestic', ownUpstreams: false });
      await look();
      assert.deepEqual((await told()).toSorted(), [
        'Model shared: 20 of 20 calls failed in 5 minutes (100 %), mostly upstream_unavailable',
        'Route deleted · domestic: 20 of 20 calls failed in 5 minutes (100 %), mostly upstream_unavailable',
        'Route since · domestic: 20 of 20 calls failed in 5 minutes (100 %), mostly upstream_unavailable',
      ]);
    });

    onBooks('that began long ago and ended now count, and those that ended before do not', async (bench) => {
      const { clock, engine, ids } = bench;
      const { called, look, told } = errorsBench(bench);
      await called(20, { ...failed, model: 'earlier', route: '' });
      const late = { ...failed, model: 'late', route: '', durationMs: 12 * minuteMs };
      const closed = Array.from({ length: 20 }, () => sampleRecord(ids, clock.nowMs(), late));
      clock.advance(12 * minuteMs);
      await engine.commitGroup(group({ closed }), 'inc_now');
      await look();
      assert.deepEqual(await told(), ['Model late: 20 of 20 calls failed in 5 minutes (100 %), mostly upstream_unavailable']);
    });

    onBooks(
      'and their alarm are written together, or neither; robots hear of it although the hour before was as bad',
      async (bench) => {
        const { clock, engine } = bench;
        const { called, look, told, queueDue, robots } = errorsBench(bench);
        const robot = { id: 'rob_1', name: 'one', kind: 'webhook', locale: 'en', secret: null, enabled: true } as const;
        await robots.put({ ...robot, address: 'https://a.test/', createdAtMs: 1 }, auditDraft('robot.create'));
        const dying: Engine = { ...engine, write: () => Promise.reject(new Error('the process ends here')) };
        for (let episode = 1; episode <= 2; episode += 1) {
          await called(20, { ...failed, route: '' });
          await assert.rejects(look(dying), /ends here/);
          assert.equal((await told()).length, (episode - 1) * 2);
          await Promise.all([look(), look()]);
          clock.advance(6 * minuteMs);
          await called(20, good);
          await look();
          clock.advance(6 * minuteMs);
          await queueDue();
        }
        const groups = await robots.listAlarms({ limit: 9, after: null });
        assert.deepEqual(
          groups.map(({ kind, state, deliveries }) => `${kind} ${state} ${String(deliveries.length)}`).toSorted(),
          ['errors_many told 1', 'errors_many told 1', 'errors_over told 1', 'errors_over told 1'],
        );
      },
    );
  });
}
