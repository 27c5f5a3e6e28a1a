import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from 'kysely';
import { GatheredAlarms } from '../../../src/domain/alarms/gather-alarms.ts';
import type { OperatorAlarm } from '../../../src/domain/alarms/operator-alarms.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { runQueues } from '../../../src/jobs/run-queues.ts';
import { sendAlarmsJob } from '../../../src/subjects/notices/alarms/send-alarms-job.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import type { RobotSender } from '../../../src/domain/alarms/robots.ts';
import { createAlarmDeliveriesStore } from '../../../src/subjects/notices/alarms/alarm-deliveries-store.ts';
import { createQueueItemsStore } from '../../../src/storage/stores/queue-items-store.ts';
import { purgeDeliveries } from '../../../src/storage/stores/purge-deliveries.ts';
import { createRobotsStore } from '../../../src/subjects/notices/alarms/robots-store.ts';
import { createAlarmLogStore } from '../../../src/subjects/notices/alarms/alarm-log-store.ts';
import { HeardAlarms } from '../../heard-alarms.ts';
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

/** Queues alarms like the job. */
async function reportAll(engine: Engine): Promise<void> {
  const query = sql`update alarm_groups set state = 'told'`;
  await engine.write([{ query: query.compile(compilerFor(engine.sql)) }], []);
}

/** Tests of operator alarms, on every engine. */
export function alarmTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: alarms`, () => {
    onBooks('raised a thousand times are put down a moment later, once each with how often, and none is lost', async (bench) => {
      const { engine, clock } = bench;
      const log = createAlarmLogStore(engine, bench);
      let isAway = true;
      const alarms = new GatheredAlarms({
        clock,
        logger: silentLogger,
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
      const due = { nowMs: clock.nowMs() + 1_000_000, keepMs: 2_000_000 };
      assert.equal(await purgeDeliveries(engine, due), 0, 'nothing is old');
      assert.equal(await purgeDeliveries(engine, { ...due, keepMs: 0 }), 0, 'what is not told yet stays');
      await reportAll(engine);
      assert.equal(await purgeDeliveries(engine, { ...due, keepMs: 0 }), 2, 'a group of each kind');
      assert.deepEqual(await alarmsIn(engine), []);
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

    onBooks('are due and sent as ever after a clock that was years ahead', async (bench) => {
      const { engine, clock } = bench;
      const nowMs = clock.nowMs();
      const ahead = { nowMs: () => nowMs + 1e11 };
      const one = { kind: 'job_failing', subject: 'job', params: {}, count: 1, firstAtMs: nowMs, lastAtMs: nowMs };
      const groups = async () =>
        (
          await engine.read('hot', sql`select state, due_at from alarm_groups order by due_at`.compile(compilerFor(engine.sql)))
        ).map(({ state, due_at: dueAt }) => `${String(state)} ${String(BigInt(String(dueAt)) - BigInt(nowMs))}`);
      const log = createAlarmLogStore(engine, bench);
      await createAlarmLogStore(engine, { ...bench, clock: ahead }).add([one]);
      await log.add([one]);
      assert.deepEqual(await groups(), ['open 5000'], 'one that is open');
      await reportAll(engine);
      await createAlarmLogStore(engine, { ...bench, clock: ahead }).add([one]);
      await reportAll(engine);
      await log.add([one]);
      assert.deepEqual(await groups(), ['told 5000', 'open 305000', 'told 100000005000'], 'one after others');
      clock.advance(2 * 3_600_000);
      await createAlarmDeliveriesStore(engine, { ...bench, box: createSecretBox('the secret of these tests') }).queueDue();
      assert.deepEqual(
        await groups(),
        ['told 5000', 'told 305000', 'told 100000005000'],
        'not taken for one that was told a moment ago',
      );
    });

    onBooks(
      'are sent to each robot exactly once by fifty nodes, again when it is away, and not again within the hour',
      async (bench) => {
        const { engine, clock } = bench;
        const db = compilerFor(engine.sql);
        const all = { ...bench, box: createSecretBox('the secret of these tests') };
        const robots = createRobotsStore(engine, all);
        const audit = {
          atMs: 0,
          actor: 'test',
          sourceIp: null,
          action: 'x',
          objectKind: 'x',
          objectId: 'x',
          before: null,
          after: null,
        };
        const draft = {
          ...({ kind: 'dingtalk', locale: 'zh', address: 'https://oapi.dingtalk.com/?access_token=canary-address' } as const),
          secret: 'canary-secret',
          createdAtMs: 1,
        };
        await robots.put({ ...draft, id: 'rob_1', name: 'one', enabled: true }, audit);
        await robots.put({ ...draft, id: 'rob_2', name: 'two', enabled: true }, audit);
        await robots.put({ ...draft, id: 'rob_off', name: 'off', enabled: false }, audit);
        const log = createAlarmLogStore(engine, bench);
        const raise = () =>
          log.add([
            { kind: 'job_failing', subject: 'a', params: { job: 'a', reason: 'b' }, count: 1, firstAtMs: 1, lastAtMs: 1 },
          ]);
        const newDeliveries = () => createAlarmDeliveriesStore(engine, all);
        await raise();
        await newDeliveries().queueDue();
        assert.deepEqual(
          (await robots.listAlarms({ limit: 9, after: null })).map(({ state }) => state),
          ['open'],
          'not due yet',
        );
        clock.advance(5000);
        await Promise.all(Array.from({ length: 50 }, () => newDeliveries().queueDue()));
        const written: string[] = [];
        let isAway = true;
        const sender: RobotSender = {
          send({ id, address, secret }, { alarms }) {
            assert.deepEqual([address, secret], [draft.address, draft.secret]);
            if (isAway && id === 'rob_2') return Promise.resolve('it answered 200, errcode 130101: busy');
            written.push(`${id} ${String(alarms[0]?.subject)}`);
            return Promise.resolve(null);
          },
        };
        const items = createQueueItemsStore(engine, { ...bench, incarnation: bench.ids.uuid(), isFleet: false });
        const job = sendAlarmsJob({ deliveries: newDeliveries(), sender, perMinute: () => 18, logger: silentLogger });
        const queues = runQueues([job], { clock, logger: silentLogger, items, fraction: () => 0, alarms: new HeardAlarms() });
        const hurry = () =>
          engine.write([{ query: sql`update queue_items set due_at = 0 where state = 'waiting'`.compile(db) }], []);
        const until = (what: string, isSo: () => Promise<boolean>) =>
          waitFor(
            async () => {
              await hurry();
              clock.advance(1000);
              return isSo();
            },
            { what, everyMs: 5 },
          );
        const last = async (at: number) => (await robots.list())[at]?.last;
        await until(
          'one is told, two is away',
          async () => ((await last(1))?.attempts ?? 0) >= 2 && (await last(0))?.state === 'sent',
        );
        assert.match((await last(1))?.lastError ?? '', /130101/);
        isAway = false;
        await until('two is told', async () => (await last(1))?.state === 'sent');
        assert.deepEqual(written.toSorted(), ['rob_1 a', 'rob_2 a']);
        await raise();
        clock.advance(5 * 60_000);
        await newDeliveries().queueDue();
        await raise();
        clock.advance(3_600_000);
        await newDeliveries().queueDue();
        const groups = await robots.listAlarms({ limit: 9, after: null });
        assert.deepEqual(
          groups.map(({ state, deliveries }) => `${state} ${String(deliveries.length)}`),
          ['told 2', 'quiet 0', 'told 2'],
        );
        await queues.stop();
        const stored = JSON.stringify(await engine.read('reports', sql`select * from robots`.compile(db)), (_, value: unknown) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : typeof value === 'bigint' ? String(value) : value,
        );
        assert.ok(!stored.includes('canary'), 'an address or a secret lies in clear');
        assert.ok(await robots.remove('rob_2', audit));
        assert.ok(!(await robots.remove('rob_2', audit)));
      },
    );
  });
}
