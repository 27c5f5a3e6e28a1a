/**
 * Goal: data that the disk did not confirm never counts as written. Calls are refused until the disk confirms again, the database is
 * reopened because its memory cannot be trusted, and every delivered call is charged once. Method: the real program with failing commits,
 * before or after they took effect; with strace, also the real system calls.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { notRun, reportFigures } from '../proofs/figures.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { DiskOrders } from './disk-orders.ts';
import { SystemCalls } from './system-calls.ts';
import { allRows, isReady, StorageWorld, waitUntil } from './storage-world.ts';

const whole = { lost: 0, chargedUndelivered: 0, differenceNano: '0' };
/** Twice, so that the outage lasts beyond one attempt to end it. */
const faults = ['fails', 'fails late'].map((order) => [order, order] as const);

let world: StorageWorld;
before(async () => {
  world = await StorageWorld.start();
});
after(() => world.close());

describe('a commit that the disk does not confirm', () => {
  test('counts as failed: calls are refused, the database is opened again, and each call is charged once', async (context) => {
    const folder = join(world.folder, 'failing');
    const orders = new DiskOrders(join(world.folder, 'orders'));
    let server = await ServerProcess.start(folder, orders.env);
    let refusedUpstream = 0;
    try {
      const key = await world.paidKey(server);
      for (const fault of faults) {
        await orders.give(...fault);
        assert.equal(await world.paidCall(server, key), '200', 'the call itself does not wait for the disk');
        const [last] = [...world.answered].slice(-1);
        await waitUntil(async () => !(await isReady(server)), 'the fault is noticed');
        const sent = world.upstream.requests.length;
        assert.equal(await world.paidCall(server, key), '503 storage_unavailable');
        refusedUpstream += world.upstream.requests.length - sent;
        if (fault[0] === 'fails') assert.ok(!(await allRows(server)).some(({ id }) => id === last), 'not said to be stored');
        await waitUntil(() => isReady(server), 'the outage ends by itself');
        assert.deepEqual(await world.checkBooks(server), whole);
      }
      const events = await orders.events();
      for (const [index, event] of events.entries())
        if (event.startsWith('fails')) assert.equal(events[index + 1], 'opened', 'nothing the connection held is believed');

      await orders.give('fails…');
      assert.equal(await world.paidCall(server, key), '200');
      await waitUntil(async () => !(await isReady(server)), 'the fault is noticed');
      await server.admin('POST', '/audit');
      await server.kill();
      await orders.give();
      server = await ServerProcess.start(folder, orders.env);
      assert.deepEqual(await world.checkBooks(server), whole, 'what was set aside is stored at the next start');
      assert.equal(refusedUpstream, 0);
      reportFigures(context, 'F8', {
        'failed commits': events.filter((event) => event.startsWith('fails')).length,
        'silent acknowledgements': 0,
        'paid calls sent upstream while unsettleable': refusedUpstream,
        'calls charged more or less than once': 0,
      });
    } finally {
      await server.kill();
    }
  });

  test('by the system call itself is treated the same', async (context) => {
    const folder = join(world.folder, 'failing-calls');
    const orders = new DiskOrders(join(world.folder, 'no-orders'));
    const server = await ServerProcess.start(folder, orders.env);
    let calls: SystemCalls | null = null;
    try {
      const key = await world.paidKey(server);
      calls = await SystemCalls.watch(await orders.pid(), join(world.folder, 'calls'), 'error=EIO:when=1..2');
      if (calls === null) {
        notRun(context, 'F8', 'strace is not installed or not allowed');
        return;
      }
      world.answered.clear();
      assert.equal(await world.paidCall(server, key), '200');
      await waitUntil(async () => !(await isReady(server)), 'the fault is noticed');
      const sent = world.upstream.requests.length;
      assert.equal(await world.paidCall(server, key), '503 storage_unavailable');
      assert.equal(world.upstream.requests.length, sent);
      await waitUntil(() => isReady(server), 'the outage ends by itself');
      assert.deepEqual(await world.checkBooks(server), whole);
      assert.ok((await orders.events()).filter((event) => event === 'opened').length >= 2);
      reportFigures(context, 'F8', { 'system calls that failed': (await calls.synced()).failed });
    } finally {
      await calls?.end();
      await server.kill();
    }
  });
});
