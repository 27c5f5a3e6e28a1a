/**
 * Goal: a full disk costs nobody anything. No upstream is paid for a call that cannot be recorded, delivered calls are charged once there
 * is space, reads continue, and no restart is needed. Method: the real program with its data folder on a small real file system, filled to
 * the last byte under load.
 */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { notRun, reportFigures } from '../proofs/figures.ts';
import { runToEnd, ServerProcess } from '../scenarios/server-process.ts';
import { chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { SmallDisk } from './small-disk.ts';
import { allRows, isReady, StorageWorld, waitUntil } from './storage-world.ts';

const workers = 8;
const callsWhileFull = 200;
const openStreamsCount = 4;
const spillBytes = 16 * 1024 * 1024;

let world: StorageWorld;
let disk: SmallDisk | null = null;
before(async () => {
  world = await StorageWorld.start();
  disk = await SmallDisk.mount(world.folder, '64m');
});
after(async () => {
  await disk?.unmount();
  await world.close();
});

/** Requests that only read. */
async function assertReads(server: ServerProcess, key: string): Promise<number> {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const asKey = ['/v1/models'];
  const asAdmin = ['/api/admin/accounts', '/api/admin/calls?limit=50', '/api/admin/models', '/api/admin/providers'];
  const asAnyone = ['/', '/metrics', '/healthz', '/docs/api', '/openapi.json'];
  const asked = [
    ...asKey.map((path) => [path, bearer(key)] as const),
    ...asAdmin.map((path) => [path, bearer(server.adminToken)] as const),
    ...asAnyone.map((path) => [path, {}] as const),
  ];
  for (const [path, init] of asked) {
    const response = await fetch(server.url + path, init);
    await response.text();
    assert.equal(response.status, 200, `${path} while the disk is full`);
  }
  return asked.length;
}

/** Streams that have started and wait for their second half. */
async function openStreams(server: ServerProcess, key: string): Promise<{ gates: Gate[]; streams: Promise<string>[] }> {
  const gates = Array.from({ length: openStreamsCount }, () => new Gate());
  world.upstream.next(...gates.map((gate) => chatStream(['Hello ', gate, 'there'])));
  const streams = gates.map(() => world.paidCall(server, key, { stream: true }));
  await Promise.all(gates.map((gate) => gate.reached));
  // Commits the marks, so that they survive a kill.
  await server.admin('POST', '/audit');
  return { gates, streams };
}

/** Makes calls until the disk refuses the first commit, then lets every running call end. */
async function fillUnderLoad(full: SmallDisk, server: ServerProcess, key: string): Promise<void> {
  const target = { server, key, workers };
  const from = world.answered.size;
  await world.callUntil(target, () => world.answered.size >= from + 200);
  await full.fill();
  await world.callUntil(target, (answer) => answer === '503 storage_unavailable');
  assert.equal(await isReady(server), false);
}

describe('a full disk', () => {
  test('under load: paid calls are refused before any upstream, reads continue, and free space alone restores everything', async (context) => {
    if (disk === null) {
      notRun(context, 'F7', 'a file system cannot be mounted here');
      return;
    }
    const { folder } = world;
    let server = await ServerProcess.start(folder);
    try {
      const key = await world.paidKey(server);
      const spill = await stat(join(folder, 'spill'));
      assert.equal(spill.size, spillBytes);
      assert.ok(spill.blocks * 512 >= spillBytes, 'the spill file has its blocks, not only its size');

      const { gates, streams } = await openStreams(server, key);
      await fillUnderLoad(disk, server, key);
      const sent = world.upstream.requests.length;
      for (let call = 0; call < callsWhileFull; call += 8) {
        const answers = await Promise.all(Array.from({ length: 8 }, () => world.paidCall(server, key)));
        assert.deepEqual([...new Set(answers)], ['503 storage_unavailable']);
      }
      const sentWhileFull = world.upstream.requests.length - sent;
      assert.equal(sentWhileFull, 0);
      const reads = await assertReads(server, key);
      for (const gate of gates) gate.open();
      assert.deepEqual([...new Set(await Promise.all(streams))], ['200'], 'running calls end as if nothing were');

      await disk.free();
      await waitUntil(() => isReady(server), 'calls are taken again once there is space');
      assert.equal(await world.paidCall(server, key), '200');
      const books = await world.checkBooks(server);
      assert.deepEqual(books, { lost: 0, chargedUndelivered: 0, differenceNano: '0' });

      const killed = await openStreams(server, key);
      await fillUnderLoad(disk, server, key);
      await server.admin('POST', '/audit');
      await server.kill();
      assert.deepEqual([...new Set(await Promise.all(killed.streams))], ['gone']);
      for (const gate of killed.gates) gate.open();
      const stillFull = await runToEnd('start.mjs', [], { TOLLGATE_DATA_DIR: folder });
      assert.equal(stillFull.code, 1);
      assert.match(stillFull.err, /^tollgate: [^\n]*check the free space[^\n]*\n$/, 'one sentence with the remedy');
      await disk.free();
      server = await ServerProcess.start(folder);
      assert.deepEqual(await world.checkBooks(server), { lost: 0, chargedUndelivered: 0, differenceNano: '0' });
      assert.equal((await allRows(server)).filter(({ ending }) => ending === 'interrupted').length, openStreamsCount);
      reportFigures(context, 'F7', {
        'paid calls sent upstream while unsettleable': sentWhileFull,
        'paid calls refused meanwhile': callsWhileFull,
        'pages read meanwhile': reads,
        'calls answered': world.answered.size,
        'answered calls not charged, after a kill while full too': 0,
        'charged and not delivered': 0,
        'audit difference in nano-CNY': 0,
      });
    } finally {
      await disk.free();
      await server.kill();
    }
  });
});
