import { postgresMigrations } from '../../src/service/database/migrations.ts';
/**
 * Goal: a call that a node delivered but could not commit before others declared it dead is free for its user. It is reported to the
 * operator as uncollected exactly once, and the books balance. This also holds if the others have already voided the call.
 */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { batchToText } from '../../src/books/batch.ts';
import { closeUsageHours } from '../../src/books/close-usage-hours.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { readProgress } from '../../src/books/job-progress.ts';
import { withLateCommits } from '../../src/books/late-commits.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { purgeCalls } from '../../src/books/purge-calls.ts';
import { recoverOpenCalls, voidCalls } from '../../src/books/recovery.ts';
import { SpillFile } from '../../src/books/spill-file.ts';
import { StorageError } from '../../src/storage/storage-error.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { createNodesStore } from '../../src/storage/stores/nodes-store.ts';
import { wholeNumber } from '../../src/storage/whole-number.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { group, markOf, sampleRecord, seedSubAccount, seedTenants } from '../storage/sample-books.ts';
import { FleetServers } from './fleet-servers.ts';
import { adminOf, newAccount } from './two-nodes.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ids = createIds(systemClock);

/** The node that died, the one that voided its calls, and the dead one after its restart. */
const [dead, other, again] = ['inc_dead', 'inc_other', 'inc_again'];

/** All within one hour. */
const admittedMs = systemClock.nowMs();
const record = (overrides: Partial<CallRecord> = {}): CallRecord => sampleRecord(ids, admittedMs, overrides);

withServer(postgres, 'a call delivered by a node that was declared dead', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(async () => {
    await server.remove();
  });

  async function onBooks(body: (engine: Engine) => Promise<void>): Promise<void> {
    const url = await server.newDatabase();
    const engine = await openPostgres({ url, clock: systemClock, logger: silentLogger, soleNode: false });
    try {
      await seedTenants(engine);
      await seedSubAccount(engine);
      for (const incarnation of [dead, other, again])
        await createNodesStore(engine, postgresMigrations).register({ incarnation, name: incarnation });
      await body(engine);
      await assertAddsUp(engine);
    } finally {
      await engine.close();
    }
  }

  const recovery = { clock: systemClock, logger: silentLogger, incarnation: other };

  /** Other nodes declare the node dead and void these calls by their marks. */
  async function makeVoid(engine: Engine, calls: readonly CallRecord[]): Promise<void> {
    await engine.commitGroup(group({ opened: calls.map(markOf) }), dead);
    assert.equal(await createNodesStore(engine, postgresMigrations).declareDead(dead, 0), true);
    assert.equal(await recoverOpenCalls(engine, { ...recovery, of: dead }), calls.length);
  }

  /** The restarted node books the records in its spill file. */
  const commitLate = (engine: Engine, closed: readonly CallRecord[]) =>
    withLateCommits(engine, { incarnation: again, logger: silentLogger }).commitGroup(group({ closed }), dead);

  async function rowOf(engine: Engine, { id }: CallRecord) {
    const row = await createCallsStore(engine).find(id);
    return row === null ? null : { ending: row.ending, charge: row.charge, uncollected: row.uncollected };
  }

  async function usage(engine: Engine) {
    const query = 'select node, key_id, model, calls, charge, uncollected from usage_hours order by node, key_id, model';
    return (await engine.read('reports', CompiledQuery.raw(query))).map(({ node, key_id: key, model, ...sums }) => ({
      of: [node, key, model].join(' '),
      calls: wholeNumber(sums.calls),
      charge: wholeNumber(sums.charge),
      uncollected: wholeNumber(sums.uncollected),
    }));
  }

  async function assertAddsUp(engine: Engine): Promise<void> {
    const { findings, differenceNano } = await auditBooks(engine, { incarnation: null });
    assert.deepEqual([findings, differenceNano], [[], '0']);
  }

  const voidRow = (uncollected: bigint) => ({ ending: 'interrupted', charge: 0n, uncollected });

  test('is uncollected on its row, whether the others voided it before or not; a repetition changes nothing', async () => {
    await onBooks(async (engine) => {
      const marked = record({ charge: 1000n, uncollected: 3n, keyId: 'key_sub', subAccountId: 'sub_a' });
      const unknown = record({ charge: 200n });
      const left = record({ charge: 0n, uncollected: 40n, ending: 'client_left', model: null });
      const free = record({ charge: 0n });
      const unmarked = record({ charge: 5n });
      await makeVoid(engine, [marked, left, free]);
      // Only coordination knew this call, without the details of its request.
      const orphan = { ...markOf(unknown), model: null, kind: null, endpoint: 'unknown' };
      await voidCalls(engine, [orphan], recovery);
      const all = [marked, unknown, left, free, unmarked];
      for (let time = 1; time <= 3; time += 1) {
        const { duplicates } = await commitLate(engine, all);
        assert.equal(duplicates.length, time === 1 ? 4 : 5, 'the first row of a call stays');
        assert.deepEqual(await rowOf(engine, marked), voidRow(1003n));
        assert.deepEqual(await rowOf(engine, unknown), voidRow(200n));
        assert.deepEqual(await rowOf(engine, left), voidRow(40n));
        assert.deepEqual(await rowOf(engine, free), voidRow(0n));
        assert.deepEqual(await rowOf(engine, unmarked), { ending: 'complete', charge: 0n, uncollected: 5n });
        assert.deepEqual(await usage(engine), [
          { of: `${again} key_one `, calls: 0n, charge: 0n, uncollected: 240n },
          { of: `${again} key_one chat-small`, calls: 1n, charge: 0n, uncollected: 5n },
          { of: `${again} key_sub chat-small`, calls: 0n, charge: 0n, uncollected: 1003n },
          { of: `${other} key_one `, calls: 2n, charge: 0n, uncollected: 0n },
          { of: `${other} key_one chat-small`, calls: 1n, charge: 0n, uncollected: 0n },
          { of: `${other} key_sub chat-small`, calls: 1n, charge: 0n, uncollected: 0n },
        ]);
        await assertAddsUp(engine);
      }
    });
  });

  test('adds nothing to a row that was charged, or that says itself what was not collected', async () => {
    await onBooks(async (engine) => {
      const charged = record({ charge: 7n });
      const left = record({ charge: 0n, uncollected: 8n, ending: 'client_left' });
      await engine.commitGroup(group({ closed: [charged, left] }), dead);
      await createNodesStore(engine, postgresMigrations).declareDead(dead, 0);
      const { duplicates } = await commitLate(engine, [charged, { ...left, uncollected: 9n }]);
      assert.deepEqual(duplicates.toSorted(), [charged.id, left.id].toSorted());
      assert.deepEqual(await rowOf(engine, charged), { ending: 'complete', charge: 7n, uncollected: 0n });
      assert.deepEqual(await rowOf(engine, left), { ending: 'client_left', charge: 0n, uncollected: 8n });
    });
  });

  test('is reported once although the start that books it is interrupted in between, and another one books it', async () => {
    await onBooks(async (engine) => {
      const [isVoid, fresh] = [record({ charge: 1000n }), record({ charge: 200n })];
      await makeVoid(engine, [isVoid]);
      const gone = { ...engine, write: () => Promise.reject(new StorageError('outage', 'the server went away')) };
      await assert.rejects(commitLate(gone, [isVoid, fresh]), /went away/);
      await assertAddsUp(engine);
      const third = withLateCommits(engine, { incarnation: 'inc_third', logger: silentLogger });
      const answers = await Promise.all([
        third.commitGroup(group({ closed: [isVoid, fresh] }), dead),
        commitLate(engine, [fresh, isVoid]),
      ]);
      assert.deepEqual(
        answers.map(({ duplicates }) => duplicates.length),
        [2, 2],
      );
      assert.deepEqual(await rowOf(engine, isVoid), voidRow(1000n));
      const sum = (await usage(engine)).reduce((total, { uncollected }) => total + uncollected, 0n);
      assert.equal(sum, 1200n);
    });
  });

  test('of an hour that is already closed leaves the ledger unchanged', async () => {
    await onBooks(async (engine) => {
      const thenMs = systemClock.nowMs() - 5 * hourMs;
      const [isVoid, paid] = [sampleRecord(ids, thenMs), sampleRecord(ids, thenMs, { charge: 11n })];
      await engine.commitGroup(group({ closed: [paid] }), other);
      await makeVoid(engine, [isVoid]);
      const close = () => closeUsageHours(engine, { nowMs: systemClock.nowMs(), closeAfterMs: hourMs });
      assert.equal(await close(), 1);
      await commitLate(engine, [isVoid]);
      assert.deepEqual(await rowOf(engine, isVoid), voidRow(264_001n));
      await assertAddsUp(engine);
      assert.equal(await close(), 0);
    });
  });

  test('of a day with frozen totals changes nothing, because these replace its rows', async () => {
    await onBooks(async (engine) => {
      const startMs = (Math.floor(systemClock.nowMs() / dayMs) - 91) * dayMs;
      await engine.keepPartitions?.(startMs);
      const at = (atMs: number): CallRecord => sampleRecord(createIds({ ...systemClock, nowMs: () => atMs }), atMs);
      // In Asia/Shanghai, the second one is on the next day, which keeps the log partition of both.
      const [isVoid, later] = [at(startMs + 12 * hourMs), at(startMs + 18 * hourMs)];
      await makeVoid(engine, [isVoid, later]);
      await purgeCalls(engine, { nowMs: startMs + 18 * hourMs, keepMs: hourMs, logger: silentLogger });
      assert.equal(await readProgress(engine, 'calls_frozen_through_day'), BigInt(isVoid.day));
      await commitLate(engine, [isVoid, later]);
      assert.deepEqual(await rowOf(engine, isVoid), voidRow(0n));
      assert.deepEqual(await rowOf(engine, later), voidRow(264_001n));
    });
  });

  withServer(redis, 'and that waits in the spill file of its node', () => {
    void describe('when that is started again', () => {
      let servers: FleetServers;
      before(async () => {
        servers = await FleetServers.start();
      });
      after(async () => {
        await servers.end();
      });

      test('is uncollected in the log and in the sums of every node', async () => {
        const fleet = await servers.newFleet();
        const first = await servers.service(fleet);
        const { id: accountId } = await newAccount(first, {});
        const { id: keyId } = await adminOf<{ id: string }>(first, 'POST', `/accounts/${accountId}/keys`, {});
        const call = record({ accountId, keyId });
        const folder = servers.nodeFolder();
        await mkdir(folder);
        const { file } = await SpillFile.open(join(folder, 'spill'), 1_000_000);
        await file.append(batchToText({ closed: [{ record: call, notices: [] }], opened: [], strays: [] }, dead));
        await file.close();
        const { engine } = first.storage;
        await createNodesStore(engine, postgresMigrations).register({ incarnation: dead, name: 'dead' });
        await createNodesStore(engine, postgresMigrations).declareDead(dead, 0);
        await voidCalls(engine, [markOf(call)], recovery);
        const second = await servers.service(fleet, folder);
        for (const node of [first, second]) {
          const row = await adminOf<Record<string, string>>(node, 'GET', `/calls/${call.id}`);
          assert.deepEqual(
            [row.ending, Number(row.charge_exact), row.uncollected],
            ['interrupted', 0, '0.000264001'],
            JSON.stringify(row),
          );
          const audit = await adminOf<{ ok: boolean; difference: string }>(node, 'POST', '/audit');
          assert.deepEqual([audit.ok, audit.difference], [true, '0'], JSON.stringify(audit));
        }
      });
    });
  });
});
