/**
 * Goal: a node whose days differ from those of the others is refused with a clear message. A node whose clock goes wrong while it runs
 * stops admitting, reports it, and continues by itself when the clock is right again.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { misreadMigrations } from '../../src/storage/steps/gateway-migrations.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import type { Service } from '../../src/service/service.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { waitFor } from '../wait-for.ts';
import { runCommandLine } from '../../src/cli/tollgate.ts';
import { adminToken, FleetServers, type FleetEnvironment } from './fleet-servers.ts';
import { adminOf } from './two-nodes.ts';

/** An additional protocol for chat upstreams. */
const laterDialect = 'later-chat';
const dayMs = 24 * 3_600_000;
const poll = { everyMs: 20 };

/** The system clock with an offset. */
class WrongClock implements Clock {
  aheadMs = 0;
  nowMs = (): number => systemClock.nowMs() + this.aheadMs;
  monotonicMs = (): number => systemClock.monotonicMs();
  after: Clock['after'] = (...args) => systemClock.after(...args);
  every: Clock['every'] = (...args) => systemClock.every(...args);
}

async function readiness({ port }: Service): Promise<{ readonly status: number; readonly reason?: string }> {
  const response = await fetch(`http://127.0.0.1:${String(port)}/readyz`);
  return { ...((await response.json()) as object), status: response.status };
}

function databaseOf(fleet: FleetEnvironment): string {
  return new URL(fleet.TOLLGATE_DATABASE_URL ?? '').pathname.slice(1);
}

withServer(postgres, 'a node of a fleet', () => {
  withServer(redis, 'that is odd', () => {
    let servers: FleetServers;
    before(async () => {
      servers = await FleetServers.start();
    });
    after(() => servers.end());

    void it('with another time zone is refused in one sentence, until no other node runs', async () => {
      const fleet = await servers.newFleet();
      const odd = { ...fleet, TOLLGATE_TIME_ZONE: 'America/New_York' };
      const first = await servers.service(fleet);
      await assert.rejects(servers.service(odd), (error: Error) => {
        assert.match(
          error.message,
          /^TOLLGATE_TIME_ZONE is America\/New_York here and Asia\/Shanghai on the other nodes: [^\n]+$/,
        );
        return true;
      });
      await first.stop(0);
      await (await servers.service(odd)).stop(0);
      await assert.doesNotReject(servers.service(fleet), 'and back');
    });

    void it('with other keys of providers or another margin changes nothing of what is sold, says so, and is applied on request', async () => {
      const own = { DEEPSEEK_API_KEY: 'sk-first', TOLLGATE_MARGIN_PERCENT: '10' };
      const fleet = await servers.newFleet();
      const first = await servers.service({ ...fleet, ...own });
      const sold = async (): Promise<unknown> => {
        const [providers, models] = await Promise.all([
          adminOf<{ data: unknown }>(first, 'GET', '/providers'),
          adminOf<{ data: unknown }>(first, 'GET', '/models?limit=200'),
        ]);
        return [providers.data, models.data];
      };
      const before = await sold();
      const same = await servers.service({ ...fleet, ...own });
      assert.deepEqual(await adminOf(same, 'GET', '/environment'), { differences: [] });
      for (const [environment, first_] of [
        [{}, 'no key of the provider deepseek'],
        [{ ...own, DEEPSEEK_API_KEY: 'sk-second' }, 'key, address or models of the provider deepseek'],
        [{ ...own, TOLLGATE_MARGIN_PERCENT: '50' }, /^facts or price of the model deepseek-/],
        [{ ...own, MOONSHOT_API_KEY: 'sk-other' }, 'key, address or models of the provider moonshot'],
      ] as const) {
        const warned: { readonly differences?: readonly string[] }[] = [];
        const logger = { ...silentLogger, warn: (fields: object) => void warned.push(fields) };
        const odd = await servers.service({ ...fleet, ...environment }, undefined, { logger });
        const [difference = ''] = warned.flatMap(({ differences }) => differences ?? []);
        if (typeof first_ === 'string') assert.equal(difference, first_);
        else assert.match(difference, first_);
        assert.doesNotMatch(JSON.stringify(warned), /sk-/);
        assert.deepEqual(await sold(), before);
        await odd.stop(0);
      }
      const dearer = await servers.service({ ...fleet, ...own, TOLLGATE_MARGIN_PERCENT: '50' });
      const { differences } = await adminOf<{ differences: readonly string[] }>(dearer, 'POST', '/environment/take');
      assert.ok(differences.length > 0);
      assert.notDeepEqual(await sold(), before);
      assert.deepEqual(await adminOf(dearer, 'GET', '/environment'), { differences: [] });
      const [entry] = (await adminOf<{ data: readonly { actor: string }[] }>(first, 'GET', '/audit-log?limit=1')).data;
      assert.equal(entry?.actor, 'admin-token', 'the audit log has the administrator, not the environment');
    });

    for (const [name, aheadMs] of [
      ['a day ahead', dayMs],
      ['400 days ahead', 400 * dayMs],
      ['a minute behind', -60_000],
    ] as const) {
      void it(`with a clock ${name} is refused in one sentence, and nobody waits for it`, async () => {
        const fleet = await servers.newFleet();
        const first = await servers.service(fleet);
        const clock = new WrongClock();
        clock.aheadMs = aheadMs;
        const seconds = Math.abs(aheadMs / 1000).toLocaleString('en');
        await assert.rejects(servers.service(fleet, undefined, { clock }), (error: Error) => {
          const told = new RegExp(
            `^The clock of this node is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} [^\\n]+NTP`,
          );
          assert.match(error.message, told);
          return true;
        });
        const [{ live = 0 } = {}] = await servers.postgres.query(
          databaseOf(fleet),
          "select count(*)::int as live from nodes where state = 'live'",
        );
        assert.equal(live, 1);
        await first.stop(0);
      });
    }

    const misread = {
      'prices with cards': [
        'cards',
        'PUT',
        '/models/some-model',
        { kind: 'chat', price: { input: '1', output: '2', rates: { cache_write: '1.25' } } },
      ],
      'addresses of single protocols': [
        'addresses',
        'POST',
        '/providers',
        {
          name: 'some-provider',
          dialect: 'chat-completions',
          models: [],
          routes: [
            { region: 'overseas', base_url: 'https://up.example/v1', addresses: { 'rerank-cohere': { path: '/v2/rerank' } } },
          ],
        },
      ],
      'accounts whose calls stay in the country': ['domestic', 'POST', '/accounts', { name: 'Home', domestic_only: true }],
      'several keys of a route': [
        'keys',
        'POST',
        '/providers',
        {
          name: 'some-provider',
          dialect: 'chat-completions',
          models: [],
          routes: [{ region: 'overseas', base_url: 'https://up.example/v1', keys: [{ api_key: 'one' }, { api_key: 'two' }] }],
        },
      ],
      'several chat protocols of a provider': [
        'dialects',
        'POST',
        '/providers',
        { name: 'some-provider', chat_dialects: ['chat-completions', laterDialect], models: [], routes: [] },
      ],
      'maintenance of a route': [
        'maintenance',
        'POST',
        '/providers',
        {
          name: 'some-provider',
          dialect: 'chat-completions',
          models: [],
          routes: [{ region: 'domestic', base_url: 'https://up.example/v1', api_key: 'one', maintenance: true }],
        },
      ],
    } as const;
    for (const [what, [part, method, path, body]] of Object.entries(misread))
      void it(`of an earlier version keeps ${what} away, and they keep it away later`, async () => {
        const fleet = await servers.newFleet();
        const node = await servers.service(fleet);
        (node.control.dialects as Map<string, ModelKind>).set(laterDialect, 'chat');
        const change = (): Promise<Response> =>
          fetch(`${node.consoleUrl}/api/admin${path}`, {
            method,
            headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          });
        const query = (text: string) => servers.postgres.query(databaseOf(fleet), text);
        const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
        await query(
          `insert into nodes (incarnation, name, started_at, heartbeat_at, state) values ('x', 'older-node', ${now}, ${now}, 'live')`,
        );
        const refused = await change();
        assert.equal(refused.status, 409);
        assert.match(await refused.text(), /these nodes run an earlier version: older-node\. Upgrade all nodes/);
        await query("update nodes set state = 'dead', recovered_at = 1 where incarnation = 'x'");
        const id = misreadMigrations[part];
        const keepsAway = async (): Promise<unknown> =>
          (await query(`select works_from = id as keeps from schema_migrations where id = ${String(id)}`))[0]?.keeps;
        assert.equal(await keepsAway(), false);
        assert.ok((await change()).ok);
        // A switch for hours must not prevent a rollback permanently.
        const expected = part !== 'maintenance';
        assert.equal(await keepsAway(), expected, 'a program that does not know them refuses to start');
        await node.stop(0);
      });

    void it('that hangs is named in the response to a catalogue change, which does not apply there yet', async () => {
      const fleet = await servers.newFleet();
      const node = await servers.service(fleet);
      const change = (): Promise<Response> =>
        fetch(`${node.consoleUrl}/api/admin/models/some-model`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ kind: 'chat', price: { input: '1', output: '2' } }),
        });
      assert.equal((await change()).status, 200);
      const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
      await servers.postgres.query(
        databaseOf(fleet),
        `insert into nodes (incarnation, name, started_at, heartbeat_at, state) values ('x', 'node-that-hangs', ${now}, ${now}, 'live')`,
      );
      const late = await change();
      assert.deepEqual([late.status, late.headers.get('x-nodes-behind')], [202, 'node-that-hangs']);
      let noted = '';
      const code = await runCommandLine(['models', 'set', 'some-model', '--input', '3', '--output', '4'], {
        env: { TOLLGATE_URL: node.consoleUrl, TOLLGATE_ADMIN_TOKEN: adminToken },
        stdout: { write: () => true },
        stderr: { write: (text) => (noted += text) },
      });
      assert.equal(code, 0);
      assert.match(noted, /^Done, but not yet effective at node-that-hangs, [^\n]+\n$/);
    });

    void it('of another installation finds its Redis in use, and is refused in one sentence', async () => {
      const fleet = await servers.newFleet();
      const first = await servers.service(fleet);
      const other = { ...fleet, TOLLGATE_DATABASE_URL: await servers.postgres.newDatabase() };
      await assert.rejects(servers.service(other), (error: Error) => {
        assert.match(error.message, /^TOLLGATE_REDIS_URL: another installation[^\n]+$/);
        return true;
      });
      await servers.service({ ...other, TOLLGATE_REDIS_URL: `${servers.redis.url}/1` });
      assert.equal((await readiness(first)).status, 200);
    });

    void it('is recognised when the other installation came first after Redis was emptied: it decides by itself and says so', async () => {
      const fleet = await servers.newFleet();
      const told: string[] = [];
      const tell = (fields: object): void => void told.push(JSON.stringify(fields));
      const node = await servers.service(fleet, undefined, { logger: { ...silentLogger, warn: tell } });
      await servers.redis.command('SET', 'tollgate:installation', 'another');
      await servers.redis.command('DEL', 'tollgate:epoch');
      await waitFor(() => told.some((line) => line.includes('another installation')), poll);
      assert.match(await (await fetch(`${node.consoleUrl}/metrics`)).text(), /^tollgate_coordination_ready 0$/m);
      await servers.redis.command('DEL', 'tollgate:installation');
      const isReady = async (): Promise<boolean> =>
        /^tollgate_coordination_ready 1$/m.test(await (await fetch(`${node.consoleUrl}/metrics`)).text());
      await waitFor(isReady, poll);
    });

    void it('notices within seconds that Redis was configured to evict, and says so once', async () => {
      const fleet = await servers.newFleet();
      const told: string[] = [];
      const tell = (_fields: object, message: string): void => void told.push(message);
      await servers.service(fleet, undefined, { logger: { ...silentLogger, error: tell, info: tell } });
      await servers.redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
      try {
        await waitFor(() => told.some((message) => message.startsWith('maxmemory-policy of Redis was changed')), poll);
      } finally {
        await servers.redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
      }
      await waitFor(() => told.some((message) => message.includes('noeviction again')), poll);
      assert.equal(told.filter((message) => message.includes('maxmemory-policy')).length, 2);
    });

    void it('whose clock jumps while it runs admits nothing, is not ready and says why, until the clock is right again', async () => {
      const fleet = await servers.newFleet();
      const clock = new WrongClock();
      const told: string[] = [];
      const tell = (_fields: object, message: string): void => void told.push(message);
      const logger = { ...silentLogger, error: tell, warn: tell };
      const node = await servers.service(fleet, undefined, { clock, logger });
      assert.equal((await readiness(node)).status, 200);
      for (const aheadMs of [dayMs, -dayMs]) {
        clock.aheadMs = aheadMs;
        await waitFor(async () => (await readiness(node)).status === 503, poll);
        assert.match(
          (await readiness(node)).reason ?? '',
          /^The clock of this node is 86,400 seconds (ahead of|behind) that of the/,
        );
        assert.equal(node.storage.books.accepting, false, 'paid calls are refused');
        const metrics = await (await fetch(`${node.consoleUrl}/metrics`)).text();
        const shown = Number(/^tollgate_clock_ahead_seconds (\S+)$/m.exec(metrics)?.[1]);
        assert.ok(Math.abs(shown - aheadMs / 1000) < 2, String(shown));
        clock.aheadMs = 0;
        await waitFor(async () => (await readiness(node)).status === 200, poll);
      }
      assert.deepEqual(
        told.filter((message) => message.includes('clock')).map((message) => message.split(' ').slice(0, 8).join(' ')),
        [
          'The clock of this node is 86,400 seconds',
          'the clock of this node is correct again',
          'The clock of this node is 86,400 seconds',
          'the clock of this node is correct again',
        ],
      );
      await node.stop(0);
    });
  });
});
