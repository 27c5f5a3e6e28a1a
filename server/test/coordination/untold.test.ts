/**
 * Goal: while a live node has not reported its figures, the others lend at most their shares of the last known free amount. They report
 * that they wait, and for which node, and continue as soon as it has reported or is known to be dead.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Logger } from '../../src/platform/logger.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { reportFigures } from '../proofs/figures.ts';
import { withServer } from '../servers/needed-server.ts';
import { redis, RedisServer } from '../servers/redis-server.ts';
import { Caller } from '../suites/coordination/caller.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { Registry, startNode, type Node } from './fleet.ts';

const poll = { everyMs: 10 };
const windows = ['acc_a', 'key_a:20261121', 'key_a:202611'];

withServer(redis, 'figures that are not told', () => {
  let server: RedisServer;
  before(async () => {
    server = await RedisServer.start();
  });
  after(() => server.stop());
  beforeEach(() => server.command('FLUSHALL'));

  interface Scene {
    readonly registry: Registry;
    readonly a: Caller;
    readonly b: Caller;
    readonly nodes: readonly [Node, Node];
    readonly warnings: readonly object[];
  }

  async function withTwo(body: (scene: Scene) => Promise<void>): Promise<void> {
    const [registry, virtual] = [new Registry(), new VirtualClock()];
    const warnings: object[] = [];
    const logger: Logger = { ...silentLogger, warn: (fields: object) => warnings.push(fields) };
    const a = await startNode(server.url, 'node-a', { registry, virtual, logger });
    const b = await startNode(server.url, 'node-b', { registry, virtual });
    try {
      await body({ registry, a: new Caller(a, 'a-'), b: new Caller(b, 'b-'), nodes: [a, b], warnings });
    } finally {
      await Promise.all([a.close(), b.close()]);
    }
  }

  for (const [name, limits] of [
    ['a cap', { dailyCap: 1_000n }],
    ['a prepaid balance', { credits: 1_000n }],
  ] as const) {
    test(`a node is killed together with Redis, which starts again empty: ${name} is passed by nobody`, async (context) => {
      await withTwo(async ({ registry, a, b, nodes, warnings }) => {
        await b.settle(await b.admit({ ...limits, reserve: 300n }), 300n);
        for (const window of windows) registry.commit('node-b', window, 300n);
        await a.settle(await a.admit({ ...limits, reserve: 100n }), 100n);
        await nodes[1].coordination.stop();
        await server.command('FLUSHALL');
        // A node also waits for itself until it has reported its own figures.
        await waitFor(() => nodes[0].coordination.state().waitingFor.join() === 'node-b', poll);
        assert.equal(nodes[0].coordination.state().state, 'waiting');
        assert.deepEqual(
          warnings.filter((fields) => 'nodes' in fields),
          [{ nodes: ['node-b'] }],
          'told once, with the name',
        );
        let lent = 0n;
        for (let call = 0; call < 100; call += 1) {
          const admission = await a.try({ ...limits, reserve: 10n });
          if (!admission.admitted) {
            assert.equal(admission.refusal.reason, 'unavailable');
            break;
          }
          await a.settle(admission.reservation, 10n);
          lent += 10n;
        }
        assert.equal(lent, 300n, 'half of the 600 that were left');
        registry.live.delete('node-b');
        registry.dead.add('node-b');
        await waitFor(() => nodes[0].coordination.state().state === 'ready', poll);
        await nodes[0].coordination.foldIncarnation('node-b', registry.booked('node-b'));
        assert.deepEqual(await a.figures(windows), Array(3).fill({ used: 700n, held: 0n }));
        await a.settle(await a.admit({ ...limits, reserve: 300n, strict: true }), 300n);
        assert.equal((await a.refuse({ ...limits, reserve: 1n })).reason, 'money_spent');
        reportFigures(context, 'F32', { 'lent of 600 while a node had not told': Number(lent), 'nano-CNY beyond the limit': 0 });
      });
    });
  }

  test('what a node has booked while it could not reach Redis, and never reported, counts once it is dead', async () => {
    await withTwo(async ({ registry, a, b, nodes }) => {
      const limits = { dailyCap: 1_000n };
      await a.settle(await a.admit({ ...limits, reserve: 100n }), 100n);
      // A stopped node is isolated: from now on, its share decides what it admits.
      await nodes[1].coordination.stop();
      await b.settle(await b.admit({ ...limits, reserve: 60n }), 60n);
      for (const window of windows) registry.commit('node-b', window, 60n);
      assert.deepEqual((await a.figures(windows))[0], { used: 100n, held: 0n });
      registry.live.delete('node-b');
      registry.dead.add('node-b');
      for (let repeat = 0; repeat < 2; repeat += 1) {
        await nodes[0].coordination.foldIncarnation('node-b', registry.booked('node-b'));
        assert.deepEqual(await a.figures(windows), Array(3).fill({ used: 160n, held: 0n }));
      }
    });
  });

  test('a node that was declared dead and put right, and does not know it, does not come back when Redis has lost its state', async () => {
    await withTwo(async ({ registry, a, b, nodes }) => {
      await b.settle(await b.admit({ reserve: 60n }), 60n);
      await b.admit({ reserve: 30n });
      for (const window of windows) registry.commit('node-b', window, 50n);
      registry.live.delete('node-b');
      registry.dead.add('node-b');
      await nodes[0].coordination.foldIncarnation('node-b', registry.booked('node-b'));
      await server.command('FLUSHALL');
      const epoch = nodes[0].coordination.state().epoch;
      await waitFor(
        () =>
          nodes.every(({ coordination }) => {
            const { state, ...now } = coordination.state();
            return state === 'fenced' || (state === 'ready' && now.epoch !== epoch);
          }),
        poll,
      );
      assert.equal(nodes[1].coordination.state().state, 'fenced');
      assert.deepEqual(await a.figures(windows), Array(3).fill({ used: 50n, held: 0n }));
      assert.equal(await nodes[0].coordination.running('acc_a'), 0);
    });
  });

  test('strict calls wait for nodes that have not reported, and continue with their reports', async () => {
    await withTwo(async ({ a, b, nodes }) => {
      const options = { dailyCap: 100n, strict: true };
      await b.settle(await b.admit({ ...options, reserve: 60n }), 60n);
      const running = await b.admit({ ...options, reserve: 30n });
      await server.command('FLUSHALL');
      assert.equal((await a.refuse({ ...options, reserve: 11n })).reason === 'money_spent', false);
      await waitFor(() => nodes.every(({ coordination }) => coordination.state().state === 'ready'), poll);
      assert.equal((await a.refuse({ ...options, reserve: 11n })).reason, 'money_reserved');
      await a.admit({ ...options, reserve: 10n });
      await b.settle(running, 30n);
    });
  });
});
