/**
 * Goal: a user of Redis with no more rights than `docs/operations.md` lists is enough, and a start without one of them names it.
 * Method: the commands are read out of the sources; coordination runs as exactly that user; each right is taken away in turn.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { UnfitServerError } from '../../src/coordination/redis/link.ts';
import { keyPattern, neededCommands } from '../../src/coordination/redis/needed-commands.ts';
import { withServer } from '../servers/needed-server.ts';
import { redis, RedisServer } from '../servers/redis-server.ts';
import type { HarnessOptions } from '../suites/coordination/caller.ts';
import { coordinationSuite } from '../suites/coordination-suite.ts';
import { Registry, startNode } from './fleet.ts';

const root = join(import.meta.dirname, '../../..');
const room = join(root, 'server/src/coordination/redis');

/** What needs no right (HELLO), and what is done without where it is refused. */
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

test('the list of commands is what the sources send and what the manual tells', () => {
  assert.deepEqual([...neededCommands].toSorted(), commandsInSources());
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const line = `resetkeys ~${keyPattern} resetchannels -@all ${neededCommands.map((command) => `+${command}`).join(' ')}`;
  assert.ok(manual.includes(line), `docs/operations.md has: ${line}`);
});

withServer(redis, 'a user of Redis with these rights alone', () => {
  let server: RedisServer;
  let nodes = 0;
  const user = async (commands: readonly string[], pattern = keyPattern): Promise<void> => {
    const rights = [`~${pattern}`, 'resetchannels', '-@all', ...commands.map((command) => `+${command}`)];
    await server.command('ACL', 'SETUSER', 'limited', 'reset', 'on', '>word', ...rights);
  };
  const start = (options: HarnessOptions & { readonly registry?: Registry } = {}) => {
    nodes += 1;
    return startNode(server.url.replace('//', '//limited:word@'), `node-${String(nodes)}`, options);
  };
  before(async () => {
    server = await RedisServer.start();
    await user(neededCommands);
  });
  after(() => server.stop());

  coordinationSuite(
    'redis, by a limited user',
    async ({ startMs, committed }: HarnessOptions = {}) => {
      await server.command('FLUSHALL');
      const registry = new Registry();
      for (const [window, amount] of committed ?? []) registry.commit('an earlier process', window, amount);
      return start({ registry, ...(startMs === undefined ? {} : { startMs }) });
    },
    1,
    2,
  );

  test('each of them is missed by name at the start', async () => {
    for (const lost of neededCommands) {
      await user(neededCommands.filter((command) => command !== lost));
      await assert.rejects(start(), (error) => {
        assert.ok(error instanceof UnfitServerError, `${lost}: ${String(error)}`);
        assert.ok(error.message.includes(`may not run ${lost} on keys tollgate:*`), error.message);
        return true;
      });
    }
    await user(neededCommands, 'another:*');
    await assert.rejects(start(), /may not run del, .*on keys tollgate:\*/);
    await user(neededCommands);
  });
});
