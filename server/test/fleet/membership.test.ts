import { postgresMigrations } from '../../src/service/database/migrations.ts';
/** Which nodes belong to the fleet, and who decides it. */
import assert from 'node:assert/strict';
import { cp, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { Client } from 'pg';
import { Membership } from '../../src/fleet/membership.ts';
import { recoverDeadNodes } from '../../src/fleet/recover-dead-nodes.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { batchToText } from '../../src/books/batch.ts';
import { afterOtherChanges, takeChangeLock } from '../../src/storage/change-lock.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { SpillFile } from '../../src/books/spill-file.ts';
import { createJobLeasesStore, guardedEngine } from '../../src/storage/stores/job-leases-store.ts';
import { createNodesStore } from '../../src/storage/stores/nodes-store.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { markOf, sampleRecord } from '../storage/sample-books.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { FleetServers, type FleetEnvironment } from './fleet-servers.ts';

const deadAfterMs = 10_000;

withServer(postgres, 'a node of a fleet', () => {
  withServer(redis, 'is alive or dead for all of them', () => {
    let servers: FleetServers;
    before(async () => {
      servers = await FleetServers.start();
    });
    after(async () => {
      await servers.end();
    });

    const databaseOf = (fleet: FleetEnvironment): string => fleet.TOLLGATE_DATABASE_URL ?? '';
    const engineOf = (fleet: FleetEnvironment) =>
      openPostgres({ url: databaseOf(fleet), clock: systemClock, logger: silentLogger, soleNode: false });
    const query = (fleet: FleetEnvironment, sql: string) =>
      servers.postgres.query(new URL(databaseOf(fleet)).pathname.slice(1), sql);

    void it('after an outage of the database the first node back declares nobody dead who was as silent as itself', async () => {
      const fleet = await servers.newFleet();
      const engine = await engineOf(fleet);
      try {
        const store = createNodesStore(engine, postgresMigrations);
        const clock = new VirtualClock();
        const own = { hears: () => true, clockSkewMsMax: Infinity };
        const common = { store, clock, logger: silentLogger, onDeclaredDead: assert.fail, deadAfterMs, ...own };
        const first = new Membership({ ...common, incarnation: 'first', name: 'first' });
        await first.start();
        await store.register({ incarnation: 'other', name: 'other' });
        const declared: string[] = [];
        const parts = {
          voidMarked: () => Promise.resolve(0),
          voidOrphans: () => Promise.resolve(),
          openCallsOf: () => Promise.resolve([]),
          takeOver: () => Promise.resolve(true),
          owed: () => Promise.resolve([]),
          fold: (incarnation: string) => Promise.resolve(void declared.push(incarnation)),
        };
        const look = async (): Promise<void> => {
          await first.beat();
          await first.beat();
          await recoverDeadNodes({ store, membership: first, parts, waitingFor: () => [], logger: silentLogger });
        };
        // A minute during which the database was unavailable.
        clock.advance(60_000);
        await query(fleet, 'update nodes set heartbeat_at = heartbeat_at - 60000');
        await look();
        assert.deepEqual(declared, []);
        for (let beats = 0; beats <= deadAfterMs / 500; beats += 1) {
          clock.advance(500);
          await look();
        }
        assert.deepEqual(declared, ['other'], 'who is silent still is dead');
        await first.stop();
      } finally {
        await engine.close();
      }
    });

    void it('a job that has to wait, or takes its time, holds up no heartbeat', async () => {
      const fleet = await servers.newFleet();
      const engine = await engineOf(fleet);
      const other = new Client({ connectionString: databaseOf(fleet) });
      try {
        const store = createNodesStore(engine, postgresMigrations);
        await store.register({ incarnation: 'first', name: 'first' });
        const holder = await createJobLeasesStore(engine, createIds(systemClock)).claim('close', 3_600_000);
        await other.connect();
        await other.query('begin');
        await other.query(takeChangeLock);
        const written = guardedEngine(engine, holder ?? '').write(afterOtherChanges(engine), []);
        const first = await Promise.race([written.then(() => 'job'), store.beat('first', true).then(() => 'heartbeat')]);
        assert.equal(first, 'heartbeat');
        await other.query('rollback');
        await written;
      } finally {
        await other.end();
        await engine.close();
      }
    });

    void it('of a version that would misread a feature in use does not join, even if the feature was first used during its start', async () => {
      const fleet = await servers.newFleet();
      const engine = await engineOf(fleet);
      const change = new Client({ connectionString: databaseOf(fleet) });
      try {
        const store = createNodesStore(engine, postgresMigrations);
        const options = { clock: systemClock, logger: silentLogger, onDeclaredDead: assert.fail, deadAfterMs };
        const late = new Membership({
          ...options,
          store,
          incarnation: 'late',
          name: 'late',
          hears: () => true,
          clockSkewMsMax: Infinity,
        });
        await change.connect();
        await change.query('select pg_advisory_lock(1953459308, 4)');
        const older = await change.query("select 1 from nodes where state = 'live'");
        assert.equal(older.rows.length, 0, 'the change finds nobody who would misread it');
        const refused = assert.rejects(late.start(), /^JoinRefusedError: The other nodes use something .*: start the version/);
        await waitFor(async () => (await query(fleet, 'select 1 from pg_locks where not granted')).length > 0);
        await change.query('update schema_migrations set works_from = 9999 where id = (select max(id) from schema_migrations)');
        await change.query('select pg_advisory_unlock(1953459308, 4)');
        await refused;
        assert.deepEqual(await query(fleet, 'select name from nodes'), []);
        await change.query('update schema_migrations set works_from = 7');
        assert.equal(await store.register({ incarnation: 'late', name: 'late' }), true);
      } finally {
        await change.end();
        await engine.close();
      }
    });

    void it('a start that fails leaves no node that the others wait for', async () => {
      const fleet = await servers.newFleet();
      const taken = createServer().listen(0, '127.0.0.1');
      try {
        await new Promise((resolve) => taken.once('listening', resolve));
        const { port } = taken.address() as AddressInfo;
        await assert.rejects(servers.service({ ...fleet, TOLLGATE_PORT: String(port) }), /Another program uses the address/);
        await servers.service(fleet);
        await assert.rejects(
          servers.service({ ...fleet, TOLLGATE_SECRET: 'another secret than the fleet has' }),
          /TOLLGATE_SECRET/,
        );
        const live = await query(fleet, "select 1 from nodes where state = 'live'");
        assert.equal(live.length, 1);
      } finally {
        taken.close();
      }
    });

    void it('a copy of a data folder does not end the node that it was copied from', async () => {
      const fleet = await servers.newFleet();
      const [folder, copy] = [servers.nodeFolder(), servers.nodeFolder()];
      await servers.service(fleet, folder);
      await mkdir(copy);
      await cp(join(folder, 'node-name'), join(copy, 'node-name'));
      await servers.service(fleet, copy);
      const rows = await query(fleet, "select 1 from nodes where state = 'live'");
      assert.equal(rows.length, 2);
    });

    void it('calls that an outage left open become rows also when their node was declared dead meanwhile', async () => {
      const fleet = await servers.newFleet();
      await (await servers.service(fleet)).stop(0);
      const folder = servers.nodeFolder();
      await mkdir(folder);
      const mark = markOf(sampleRecord(createIds(systemClock), Date.now()));
      const { file } = await SpillFile.open(join(folder, 'spill'), 1_000_000);
      await file.append(batchToText({ closed: [], opened: [mark], strays: [] }, 'an earlier start'));
      await file.close();
      await query(
        fleet,
        "insert into nodes (incarnation, name, started_at, heartbeat_at, state) values ('an earlier start', 'n', 1, 1, 'dead')",
      );
      const node = await servers.service(fleet, folder);
      assert.equal(node.recovered, 1);
      assert.deepEqual(await query(fleet, 'select 1 from open_calls'), []);
      const rows = await query(fleet, 'select ending, charge from calls');
      assert.deepEqual(
        rows.map(({ ending, charge }) => [ending, Number(charge)]),
        [['interrupted', 0]],
      );
    });
  });
});
