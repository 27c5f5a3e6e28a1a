import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from 'kysely';
import { GatheredAlarms } from '../../../src/domain/alarms/gather-alarms.ts';
import type { OperatorAlarm } from '../../../src/domain/alarms/operator-alarms.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { createAlarmLogStore } from '../../../src/storage/stores/alarm-log-store.ts';
import { waitFor } from '../../wait-for.ts';
import type { OnBooks } from './engine-bench.ts';

const failing = (job: string): OperatorAlarm => ({ kind: 'job_failing', subject: job, params: { job, reason: 'x\ny' } });

async function alarmsIn(engine: Engine): Promise<readonly string[]> {
  const query = sql`select g.kind, g.due_at, a.subject, a.count, a.params from alarm_groups g join alarms a on a.group_id = g.id
    order by g.due_at, g.kind, a.subject`;
  return (await engine.read('reports', query.compile(compilerFor(engine.sql)))).map(
    ({ kind, subject, count }) => `${String(kind)} ${String(subject)} ${String(count)}`,
  );
}

/** What whoever runs the service must know, on every engine. */
export function alarmTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: alarms`, () => {
    onBooks('raised a thousand times are put down a moment later, once each with how often, and none is lost', async (bench) => {
      const { engine, clock } = bench;
      const log = createAlarmLogStore(engine, bench);
      let isAway = true;
      const alarms = new GatheredAlarms({
        ...{ clock, logger: silentLogger },
        log: { add: (all) => (isAway ? Promise.reject(new Error('no database')) : log.add(all)) },
      });
      for (let at = 0; at < 1000; at += 1) alarms.raise(failing(at % 2 === 0 ? 'one' : 'two'));
      clock.advance(500);
      await new Promise(setImmediate);
      isAway = false;
      alarms.raise({ kind: 'audit_difference', subject: 'books', params: { difference: '1', findings: '1' } });
      await waitFor(
        async () => {
          clock.advance(1000);
          return (await alarmsIn(engine)).length === 3;
        },
        { what: 'three alarms' },
      );
      assert.deepEqual((await alarmsIn(engine)).toSorted(), [
        'audit_difference books 1',
        'job_failing one 500',
        'job_failing two 500',
      ]);
      alarms.raise(failing('last'));
      await alarms.stop();
      assert.ok((await alarmsIn(engine)).includes('job_failing last 1'), 'a stop puts down what is held');
    });

    onBooks(
      'of one kind wait in one group, however many nodes raise them at once, and the next is due five minutes on',
      async (bench) => {
        const { engine, clock } = bench;
        const nodes = Array.from({ length: 10 }, () => createAlarmLogStore(engine, bench));
        const nowMs = clock.nowMs();
        const one = { kind: 'job_failing', params: {}, count: 1, firstAtMs: nowMs, lastAtMs: nowMs };
        await Promise.all(
          nodes.flatMap((node) => [0, 1, 2, 3, 4].map((job) => node.add([{ ...one, subject: `job ${String(job)}` }]))),
        );
        const groups = async () =>
          engine.read('reports', sql`select id, due_at from alarm_groups order by due_at`.compile(compilerFor(engine.sql)));
        assert.equal((await groups()).length, 1);
        assert.deepEqual(
          await alarmsIn(engine),
          [0, 1, 2, 3, 4].map((at) => `job_failing job ${String(at)} 10`),
        );
        await engine.write([{ query: sql`update alarm_groups set state = 'told'`.compile(compilerFor(engine.sql)) }], []);
        await nodes[0]?.add([{ ...one, subject: 'again' }]);
        const [first, second] = await groups();
        assert.equal(BigInt(String(first?.due_at)), BigInt(nowMs + 5000));
        assert.equal(BigInt(String(second?.due_at)), BigInt(nowMs + 305_000));
        const many = Array.from({ length: 200 }, (_, at) => ({ ...one, subject: `many ${String(at)}` }));
        await nodes[0]?.add(many);
        assert.equal((await alarmsIn(engine)).length, 105, 'of one group so many are kept as anybody reads');
      },
    );
  });
}
