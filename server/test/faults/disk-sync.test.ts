/**
 * Goal: a call record counts as stored only after the disk has confirmed it, and many records share one confirmation. Method: observes the
 * system calls of the real program from outside.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { notRun, reportFigures } from '../proofs/figures.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { DiskOrders } from './disk-orders.ts';
import { StorageWorld } from './storage-world.ts';
import { SystemCalls } from './system-calls.ts';

const single = 20;
const underLoad = 400;

describe('a record that is said to be stored', () => {
  test('was confirmed by the disk before', async (context) => {
    const world = await StorageWorld.start();
    const orders = new DiskOrders(join(world.folder, 'orders'));
    const server = await ServerProcess.start(join(world.folder, 'data'), orders.env);
    let calls: SystemCalls | null = null;
    try {
      const key = await world.paidKey(server);
      calls = await SystemCalls.watch(await orders.pid(), join(world.folder, 'calls'));
      if (calls === null) {
        notRun(context, 'F10', 'strace is not installed or not allowed');
        return;
      }
      let unconfirmed = 0;
      for (let call = 0; call < single; call += 1) {
        const before = await calls.synced();
        assert.equal(await world.paidCall(server, key), '200');
        // Returns once all queued records are stored.
        await server.admin('POST', '/audit');
        if ((await calls.synced()).confirmed === before.confirmed) unconfirmed += 1;
      }
      assert.equal(unconfirmed, 0);
      const before = await calls.synced();
      const from = world.answered.size;
      await world.callUntil({ server, key, workers: 16 }, () => world.answered.size >= from + underLoad);
      const books = await world.checkBooks(server);
      assert.deepEqual(books, { lost: 0, chargedUndelivered: 0, differenceNano: '0' });
      const syncs = (await calls.synced()).confirmed - before.confirmed;
      assert.ok(syncs > 0);
      reportFigures(context, 'F10', {
        'records said to be stored before the disk confirmed': unconfirmed,
        'fsyncs per call, one call at a time': Number((before.confirmed / single).toFixed(2)),
        'fsyncs per call, 16 calls at a time': Number((syncs / (world.answered.size - from)).toFixed(3)),
      });
    } finally {
      await calls?.end();
      await server.kill();
      await world.close();
    }
  });
});
