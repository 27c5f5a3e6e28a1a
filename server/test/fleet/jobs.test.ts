/**
 * Goal: timed jobs run once, whichever node runs them, and a node that was paused meanwhile does not run them a second time. Method: two
 * engines on one database act as two nodes; leases use the database's time, which the test moves.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { UnitConflict, type Engine } from '../../src/storage/engine.ts';
import { createIds } from '../../src/platform/ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { createJobLeasesStore, guardedEngine } from '../../src/storage/stores/job-leases-store.ts';
import { createSettingsStore } from '../../src/storage/stores/settings-store.ts';
import { reportFigures } from '../proofs/figures.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { FleetServers } from './fleet-servers.ts';

const hourMs = 3_600_000;

function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map(Number)
    .filter((child) => child > 0);
}

withServer(postgres, 'what time drives', () => {
  withServer(redis, 'in a fleet', () => {
    let servers: FleetServers;
    let url: string;
    let nodes: readonly [Engine, Engine];

    before(async () => {
      servers = await FleetServers.start();
      url = await servers.postgres.newDatabase();
      const open = (): Promise<Engine> => openPostgres({ url, clock: systemClock, logger: silentLogger, soleNode: false });
      nodes = [await open(), await open()];
    });
    after(async () => {
      await Promise.all(nodes.map((node) => node.close()));
      await servers.end();
    });

    const leasesOf = (node: Engine) => createJobLeasesStore(node, createIds(systemClock));
    const settingOf = async (name: string): Promise<string | null> => createSettingsStore(nodes[0]).get(name);

    /** Makes leases look as if their holder had not written for this long. */
    async function letLeasesLapse(): Promise<void> {
      await servers.postgres.query(new URL(url).pathname.slice(1), 'update job_leases set until_ms = 0 where done_at is null');
    }

    test('a job that both nodes begin at once runs at one of them, once per period', async (context) => {
      const claims = Array.from({ length: 40 }, (_, turn) => leasesOf(nodes[turn % 2 === 0 ? 0 : 1]).claim('audit', hourMs));
      const holders = (await Promise.all(claims)).filter((holder) => holder !== null);
      assert.equal(holders.length, 1);
      await leasesOf(nodes[0]).done(holders[0] ?? '');
      assert.equal(await leasesOf(nodes[1]).claim('audit', hourMs), null, 'the period is done');
      reportFigures(context, 'F31', { 'claims at once': claims.length, 'runs of the job': holders.length });
    });

    test('a job whose node was frozen past its lease is taken over, and what the frozen one writes later is refused', async (context) => {
      const frozen = await leasesOf(nodes[0]).claim('purge', hourMs);
      assert.ok(frozen !== null);
      const before = guardedEngine(nodes[0], frozen);
      await createSettingsStore(before).set('written', 'by the first');
      assert.equal(await leasesOf(nodes[1]).claim('purge', hourMs), null, 'while the lease is kept nobody takes it');
      await letLeasesLapse();
      const second = await leasesOf(nodes[1]).claim('purge', hourMs);
      assert.ok(second !== null);
      await createSettingsStore(guardedEngine(nodes[1], second)).set('written', 'by the second');

      await assert.rejects(createSettingsStore(before).set('written', 'by the first, late'), UnitConflict);
      await assert.rejects(leasesOf(nodes[0]).renew(frozen), UnitConflict);
      await assert.rejects(leasesOf(nodes[0]).done(frozen), UnitConflict);
      assert.equal(await settingOf('written'), 'by the second');
      await leasesOf(nodes[1]).done(second);
      assert.equal(await leasesOf(nodes[0]).claim('purge', hourMs), null);
      reportFigures(context, 'F31', { 'writes of a holder that lost its lease': 0, 'jobs done twice': 0 });
    });

    test('workers share one port, the books and the limits; one that is killed is started again; SIGTERM ends all', async (context) => {
      const fleet = await servers.newFleet();
      const server = await servers.process({ ...fleet, TOLLGATE_WORKERS: '2' });
      await server.said('2 workers serve');
      const account = await server.admin<{ id: string }>('POST', '/accounts', { name: 'Workers' });
      const limits = { requests_per_minute: 5 };
      const { key } = await server.admin<{ key: string }>('POST', `/accounts/${account.id}/keys`, { limits });
      const call = async (): Promise<number> => {
        const answer = await server.post(key, { model: 'sandbox/chat', messages: [{ role: 'user', content: 'hi' }] });
        await answer.text();
        return answer.status;
      };
      const statuses = await Promise.all(Array.from({ length: 30 }, call));
      assert.equal(statuses.filter((status) => status === 200).length, 5, 'one limit over all workers');
      const [worker] = childrenOf(server.pid);
      process.kill(worker ?? 0, 'SIGKILL');
      await server.said('is started again');
      assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
      const { code } = await server.stop();
      assert.equal(code, 0);
      assert.deepEqual(childrenOf(server.pid), []);
      reportFigures(context, 'F31', { workers: 2, 'calls admitted over a limit of 5': 0 });
    });
  });
});
