/**
 * Goal: a slow disk delays no response and breaks no call. If it is too slow to record delivered calls, new calls are refused before an
 * upstream is paid, and afterwards everything is charged once. Method: the service on a virtual clock while another connection holds the
 * database's write lock; then the real program with slow commits.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { defaultBooksLimits } from '../../src/books/books-options.ts';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { chatCall } from '../scenarios/scenario.ts';
import { chat } from '../scripted-upstream/behaviours.ts';
import { DiskOrders } from './disk-orders.ts';
import { isReady, StorageWorld, waitUntil } from './storage-world.ts';

const calls = 40;
const concurrency = 12;
const workers = 16;
/** Duration of the upstream, so that calls overlap. */
const upstreamMs = 5;
/** Shorter in `npm run test:full`, so that a busy machine does not turn it into an outage. */
const stallMs = isFullProof ? 500 : 200;

/** The statuses of this many concurrent calls. */
async function statuses(fixture: Fixture): Promise<readonly number[]> {
  const answers = await Promise.all(Array.from({ length: calls }, () => chatCall(fixture, fixture.key)));
  return [...new Set(answers.map(({ status }) => status))];
}

describe('a stalled disk', () => {
  test('for less than the grace refuses and delays nobody, for longer refuses before the upstream; all is charged once', async () => {
    const fixture = await startFixture();
    const holder = new DatabaseSync(join(fixture.folder, 'tollgate.db'), { timeout: 10_000 });
    try {
      const { books } = fixture.service.storage;
      await books.flush();
      holder.exec('begin immediate');
      assert.deepEqual(await statuses(fixture), [200], 'answers do not wait for the disk');
      fixture.clock.advance(500);
      assert.equal(books.accepting, true, 'half a second is no outage');
      assert.deepEqual(await statuses(fixture), [200]);
      const stored = holder.prepare('select count(*) as rows from calls').get();
      assert.equal(stored?.rows, 0, 'nothing was written meanwhile');

      fixture.clock.advance(600);
      await fixture.waitFor(() => books.stats().state === 'outage' && books.stats().spillBytesUsed > 1_000);
      assert.deepEqual(await statuses(fixture), [200], 'records are safe in the spill file');
      await books.flush();
      fixture.clock.advance(defaultBooksLimits.refuseAfterMs);
      assert.equal(books.accepting, false);
      const sent = fixture.upstream.requests.length;
      assert.deepEqual(await statuses(fixture), [503]);
      assert.equal(fixture.upstream.requests.length, sent);

      holder.exec('rollback');
      await fixture.waitFor(() => {
        fixture.clock.advance(100);
        return books.accepting;
      });
      assert.deepEqual(await statuses(fixture), [200]);
      await fixture.expectSettled();
      const rows = holder.prepare("select count(*) as rows from calls where ending = 'complete' and charge > 0").get();
      assert.equal(rows?.rows, 4 * calls);
    } finally {
      holder.close();
      await fixture.close();
    }
  });

  test('at every commit of the real program: no time-out, no more calls than the limit, each charged once', async (context) => {
    const world = await StorageWorld.start();
    const orders = new DiskOrders(join(world.folder, 'orders'));
    const server = await ServerProcess.start(join(world.folder, 'data'), orders.env);
    try {
      const key = await world.paidKey(server, concurrency);
      let atOnce = 0;
      world.upstream.otherwise(async (exchange) => {
        atOnce = Math.max(atOnce, world.upstream.open);
        await pause(upstreamMs);
        await chat()(exchange);
      });
      await orders.give(`stall ${String(stallMs)} …`);
      const events = (await orders.events()).length;
      await world.callUntil({ server, key, workers }, () => world.answered.size >= 600);
      const commits = (await orders.events()).length - events;
      const { answered, refused, upstream } = world;
      assert.ok(
        commits * concurrency < answered.size,
        `${String(answered.size)} answers did not wait for ${String(commits)} commits`,
      );
      assert.deepEqual(
        [...refused.keys()].filter((code) => code !== 'concurrency_limit_exceeded'),
        [],
      );
      assert.ok(atOnce <= concurrency, String(atOnce));
      assert.equal(upstream.requests.length, answered.size, 'nothing was tried twice');

      await orders.give('stall 3000');
      const stalledMs = performance.now();
      await world.callUntil({ server, key, workers }, () => performance.now() - stalledMs > 3500);
      assert.equal(refused.get('storage_unavailable'), undefined, 'a stall of 3 s refuses nobody');
      await waitUntil(async () => (await world.checkBooks(server)).lost === 0, 'what waited in the spill file is stored');

      await orders.give('stall 15000');
      assert.equal(await world.paidCall(server, key), '200');
      await waitUntil(async () => !(await isReady(server)), 'the grace is over');
      await world.callUntil({ server, key, workers }, (answer) => answer === '503 storage_unavailable');
      const sent = upstream.requests.length;
      await world.callUntil({ server, key, workers }, () => (refused.get('storage_unavailable') ?? 0) >= 100);
      const sentWhileStalled = upstream.requests.length - sent;
      assert.equal(sentWhileStalled, 0);
      await waitUntil(() => isReady(server), 'calls are taken again');
      assert.deepEqual(await world.checkBooks(server), { lost: 0, chargedUndelivered: 0, differenceNano: '0' });
      reportFigures(context, 'F9', {
        'milliseconds per commit': stallMs,
        'calls answered': answered.size,
        'commits meanwhile': commits,
        'most calls at once (limit 12)': atOnce,
        'calls refused or cut for storage at that': 0,
        'paid calls sent upstream in a stall that outlasts the grace': sentWhileStalled,
        'calls charged more or less than once': 0,
      });
    } finally {
      await orders.give();
      await server.kill();
      await world.close();
    }
  });
});
