/**
 * Goal: a Redis user with exactly the rights in `docs/operations.md` is sufficient, and a start with a missing right names it. Method:
 * reads the commands from the sources; coordination runs as that user, and each right is removed in turn.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { keys } from '../../src/coordination/redis/keys.ts';
import { UnfitServerError } from '../../src/coordination/redis/link.ts';
import { keyPattern, neededCommands, neededForNumber, neededInCluster } from '../../src/coordination/redis/needed-commands.ts';
import { withServer } from '../servers/needed-server.ts';
import { startCluster } from '../servers/redis-cluster.ts';
import { redis, RedisServer } from '../servers/redis-server.ts';
import type { HarnessOptions } from '../suites/coordination/caller.ts';
import { coordinationSuite } from '../suites/coordination-suite.ts';
import { Registry, startNode, type Node, type NodeOptions } from './fleet.ts';

const root = join(import.meta.dirname, '../../..');
const room = join(root, 'server/src/coordination/redis');

/** Commands that need no right (HELLO), or that are optional. */
const optional = ['HELLO', 'INFO'];

function commandsInSources(): string[] {
  const found = new Set<string>();
  for (const file of globSync('**/*.{ts,lua}', { cwd: room })) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(join(room, file), 'utf8');
    const calls = file.endsWith('.lua') ? /redis\.p?call\('(\w+)'/g : /\['([A-Z]{3,})'(?:, '([A-Z]{3,})')?/g;
    for (const [, name = '', second] of text.matchAll(calls)) {
      const command = name === 'SCRIPT' ? `${name}|${second ?? ''}` : name;
      if (!optional.includes(name)) found.add(command.toLowerCase());
    }
  }
  return [...found].toSorted();
}

test('the list of commands is what the sources send and what the manual lists', () => {
  assert.deepEqual([...neededCommands].toSorted(), commandsInSources());
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const line = `resetkeys ~${keyPattern} resetchannels -@all ${neededCommands.map((command) => `+${command}`).join(' ')}`;
  assert.ok(manual.includes(line), `docs/operations.md has: ${line}`);
});

test('the manual names the rights that a cluster and the number of a database need besides', () => {
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const inCluster = neededInCluster.map((command) => `+${command}`).join(' ');
  for (const rights of [`+${neededForNumber}`, inCluster])
    assert.ok(manual.includes(`\`${rights}\``), `docs/operations.md has: ${rights}`);
});

/** One server or the masters of a cluster, with a user that has exactly some rights on each. */
class Limited {
  readonly servers: readonly RedisServer[];
  readonly #path: string;
  #nodes = 0;

  constructor(servers: readonly RedisServer[], path = '') {
    this.servers = servers;
    this.#path = path;
  }

  async user(
    commands: readonly string[],
    { pattern = keyPattern, on = this.servers }: { readonly pattern?: string; readonly on?: readonly RedisServer[] } = {},
  ): Promise<void> {
    const rights = [`~${pattern}`, 'resetchannels', '-@all', ...commands.map((command) => `+${command}`)];
    for (const server of on) await server.command('ACL', 'SETUSER', 'limited', 'reset', 'on', '>word', ...rights);
  }

  start(options: NodeOptions = {}, servers: readonly RedisServer[] = this.servers.slice(0, 1)): Promise<Node> {
    this.#nodes += 1;
    const urls = servers.map((server) => `${server.url.replace('//', '//limited:word@')}${this.#path}`);
    return startNode(urls.join(','), `node-${String(this.#nodes)}`, options);
  }

  /** Starts like the suite: on empty servers. */
  readonly harness = async ({ startMs, committed }: HarnessOptions = {}): Promise<Node> => {
    for (const server of this.servers) await server.command('FLUSHALL');
    const registry = new Registry();
    for (const [window, amount] of committed ?? []) registry.commit('an earlier process', window, amount);
    return this.start({ registry, ...(startMs === undefined ? {} : { startMs }) });
  };

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}

async function refused(starting: Promise<Node>, command: string): Promise<void> {
  await assert.rejects(
    starting.then((node) => node.close()),
    (error) => {
      assert.ok(error instanceof UnfitServerError, `${command}: ${String(error)}`);
      assert.ok(error.message.includes(`may not run ${command} on keys tollgate:*`), error.message);
      return true;
    },
  );
}

withServer(redis, 'a user of Redis with these rights alone', () => {
  let limited: Limited;
  before(async () => {
    limited = new Limited([await RedisServer.start()]);
    await limited.user(neededCommands);
  });
  after(() => limited.stop());

  coordinationSuite('redis, by a limited user', (options) => limited.harness(options), 1, 2);

  test('each of them is missed by name at the start', async () => {
    for (const lost of neededCommands) {
      await limited.user(neededCommands.filter((command) => command !== lost));
      await refused(limited.start(), lost);
    }
    await limited.user(neededCommands, { pattern: 'another:*' });
    await assert.rejects(limited.start(), /may not run del, .*on keys tollgate:\*/);
    await limited.user(neededCommands);
  });

  test('and with the number of a database, select', async () => {
    const numbered = new Limited(limited.servers, '/3');
    await refused(numbered.start(), 'select');
    await numbered.user([...neededCommands, neededForNumber]);
    const node = await numbered.start();
    await node.close();
    await numbered.user(neededCommands);
  });
});

withServer(redis, 'a user of a Redis cluster with these rights and those of a cluster alone', () => {
  const needed = [...neededCommands, ...neededInCluster];
  let limited: Limited;
  before(async () => {
    limited = new Limited(await startCluster());
    await limited.user(needed);
  });
  after(() => limited.stop());

  coordinationSuite('redis cluster, by a limited user', (options) => limited.harness(options), 1, 2);

  test('each of them is missed by name at the start, on whichever server', async () => {
    for (const [at, lost] of needed.entries()) {
      const on = limited.servers.slice(at % 3, (at % 3) + 1);
      await limited.user(
        needed.filter((command) => command !== lost),
        { on },
      );
      // Only the contacted server must say where keys are.
      await refused(limited.start({}, lost === 'cluster|slots' ? on : limited.servers), lost);
      await limited.user(needed, { on });
    }
  });

  test('starts while the slot of what it asks for is moved to another server', async () => {
    for (const server of limited.servers) await server.command('FLUSHALL');
    const slot = String(await limited.servers[0]?.command('CLUSTER', 'KEYSLOT', keys.installation));
    const owner = Math.min(2, Math.floor((Number(slot) * 3) / 16_384));
    const [from, to] = [limited.servers[owner], limited.servers[(owner + 1) % 3]];
    await to?.command('CLUSTER', 'SETSLOT', slot, 'IMPORTING', String(await from?.command('CLUSTER', 'MYID')));
    await from?.command('CLUSTER', 'SETSLOT', slot, 'MIGRATING', String(await to?.command('CLUSTER', 'MYID')));
    const node = await limited.start();
    await node.close();
    assert.equal(Number(await to?.command('CLUSTER', 'COUNTKEYSINSLOT', slot)), 1, 'it was written at its new place');
  });
});
