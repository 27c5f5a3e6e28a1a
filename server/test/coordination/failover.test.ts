/**
 * Goal: a replica that takes over without the last writes is detected, and receives all figures again before it decides. Method: a real
 * replica without the last calls; its master is killed, and the replica responds at the same address.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportFigures } from '../proofs/figures.ts';
import { withServer } from '../servers/needed-server.ts';
import { redis, RedisServer } from '../servers/redis-server.ts';
import { Caller } from '../suites/coordination/caller.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { Registry, startNode, type Node } from './fleet.ts';

const windows = ['acc_a', 'key_a:20261121', 'key_a:202611'];
/** Leaves the CPU to the servers. */
const poll = { everyMs: 10 };

/** Replication offset of a server. */
async function offset(server: RedisServer): Promise<string> {
  const info = String(await server.command('INFO', 'replication'));
  return /^master_link_status:down/m.test(info) ? 'none' : (/^master_repl_offset:(\d+)/m.exec(info)?.[1] ?? 'none');
}

async function hasAll(master: RedisServer, replica: RedisServer): Promise<boolean> {
  const wanted = await offset(master);
  return (await offset(replica)) === wanted;
}

/** A master with a replica that receives every write. */
async function startPair(): Promise<{ readonly master: RedisServer; readonly replica: RedisServer }> {
  const master = await RedisServer.start('--repl-diskless-sync-delay', '0');
  try {
    const replica = await RedisServer.start('--replicaof', '127.0.0.1', String(master.port));
    await waitFor(() => hasAll(master, replica), poll);
    return { master, replica };
  } catch (error) {
    await master.stop();
    throw error;
  }
}

interface Scene {
  readonly master: RedisServer;
  readonly replica: RedisServer;
  readonly registry: Registry;
  readonly a: Caller;
  readonly b: Caller;
  readonly state: () => readonly ReturnType<Node['coordination']['state']>[];
}

async function withReplica(body: (scene: Scene) => Promise<void>): Promise<void> {
  const { master, replica } = await startPair();
  const nodes: Node[] = [];
  try {
    const [registry, virtual] = [new Registry(), new VirtualClock()];
    for (const name of ['node-a', 'node-b']) nodes.push(await startNode(master.url, name, { registry, virtual, timeoutMs: 300 }));
    const [a, b] = nodes.map((node, index) => new Caller(node, index === 0 ? 'a-' : 'b-'));
    assert.ok(a !== undefined && b !== undefined);
    const state = () => nodes.map(({ coordination }) => coordination.state());
    await body({ master, replica, registry, a, b, state });
  } finally {
    for (const node of nodes) await node.close();
    await Promise.all([master.stop(), replica.stop()]);
  }
}

async function figuresAre(caller: Caller, used: bigint, held: bigint): Promise<void> {
  assert.deepEqual(await caller.figures(windows), Array(3).fill({ used, held }));
}

withServer(redis, 'Redis fails over', () => {
  for (const [how, isReplicaAtFirst] of [
    ['promoted before it is asked', false],
    ['asked before it is promoted', true],
  ] as const) {
    void test(
      `a replica without the last writes, ${how}, gets all reports again before it decides`,
      { timeout: 60_000 },
      async (context) => {
        await withReplica(async ({ master, replica, registry, a, b, state }) => {
          for (const window of windows) registry.commit('an earlier process', window, 1000n);
          const [first, second] = [await a.admit({ reserve: 7n }), await b.admit({ reserve: 11n })] as const;
          await b.settle(await b.admit(), 5n);
          await waitFor(() => hasAll(master, replica), poll);
          // Keeps its data but receives no further writes, because nothing listens on port 1.
          await replica.command(...(isReplicaAtFirst ? ['REPLICAOF', '127.0.0.1', '1'] : ['REPLICAOF', 'NO', 'ONE']));
          const epoch = await replica.command('GET', 'tollgate:epoch');
          assert.ok(epoch !== null && epoch === (await master.command('GET', 'tollgate:epoch')), 'its data know the epoch');
          await a.settle(first, 7n);
          const unheard = await a.admit({ reserve: 13n });
          await b.settle(await b.admit({ reserve: 17n }), 17n);
          await figuresAre(b, 1029n, 24n);

          await master.kill();
          await replica.command('CONFIG', 'SET', 'port', String(master.port));
          await b.settle(await b.admit({ reserve: 1n }), 3n);
          if (isReplicaAtFirst) {
            assert.equal((await a.refuse({ reserve: 1n, strict: true })).reason, 'unavailable', 'it may not write');
            await master.command('REPLICAOF', 'NO', 'ONE');
          }
          await waitFor(() => state().every(({ state: now, untold }) => now === 'ready' && untold === 0), poll);
          await waitFor(() => state().every(({ epochs }) => epochs === 2), poll);
          await figuresAre(a, 1032n, 24n);
          await figuresAre(b, 1032n, 24n);
          const limits = { dailyCap: 1100n, strict: true };
          assert.equal((await b.refuse({ ...limits, reserve: 45n })).reason, 'money_reserved');
          const last = await b.admit({ ...limits, reserve: 44n });
          await b.settle(second, 11n);
          await a.settle(unheard, 13n);
          await b.settle(last, 0n);
          await figuresAre(a, 1056n, 0n);
          reportFigures(context, 'F29', { [`Redis failed over, the replica ${how}: nano-CNY missing or too many`]: 0 });
        });
      },
    );
  }
});
