/**
 * Goal: a client that does not read its response uses a limited buffer for a limited time, and pays only for a response that it receives
 * after all.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { question } from '../scenarios/scenario.ts';
import { chat } from '../scripted-upstream/behaviours.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { largeStream } from './large-stream.ts';
import { expectFree, reportedCharge } from './faulty-upstream.ts';

const mib = 1024 * 1024;
const bufferBytesMax = mib;

describe('a client that does not read', () => {
  let fixture: Fixture;

  before(async () => {
    // Permits abandoned answers of far more value than the default.
    fixture = await startFixture({ account: { broken_connections_exempt: '1000000' } });
  });

  after(() => fixture.closeSettled());

  /** A call whose client reads nothing, at the moment when the gateway cannot send more. */
  async function unread(behaviour: Behaviour, stream: boolean): Promise<RawClient> {
    fixture.upstream.next(behaviour);
    const client = await RawClient.open(fixture.port);
    client.stopReading();
    client.send(postBytes({ ...question, stream }, { key: fixture.key }));
    await fixture.waitFor(async () => (await fixture.runningStalled()) === 1);
    return client;
  }

  function bufferedBytes(): number {
    return Math.max(...fixture.service.gateway.state.running.snapshot().map(({ request }) => request.socket.writableLength));
  }

  const sizes = isFullProof ? [5, 60] : [5, 20];
  let wrongCharges = 0;

  for (const mebibytes of sizes) {
    for (const stream of [true, false]) {
      const answer = (): Behaviour => (stream ? largeStream(mebibytes * mib) : chat('x'.repeat(mebibytes * mib)));
      const kind = `${stream ? 'streamed' : 'whole'}, ${String(mebibytes)} MB`;

      test(`${kind}: it breaks its connection: not charged, the upstream is let go`, async () => {
        const client = await unread(answer(), stream);
        client.leave();
        const row = await fixture.nextRow();
        wrongCharges += Number(row.charge_exact) === 0 ? 0 : 1;
        expectFree(row, 'client_left', 200);
        await fixture.upstream.requests.at(-1)?.over;
      });

      test(`${kind}: it is cut when it took nothing for the time allowed: not charged`, async (context) => {
        const client = await unread(answer(), stream);
        const buffered = bufferedBytes();
        assert.ok(buffered <= bufferBytesMax, `${String(buffered)} bytes wait for the client`);
        await fixture.advanceUntilOver(61_000);
        const row = await fixture.nextRow();
        wrongCharges += Number(row.charge_exact) === 0 ? 0 : 1;
        expectFree(row, 'client_left', 200);
        client.leave();
        reportFigures(context, 'F21', { [`bytes that wait for a client that does not read, ${kind}`]: buffered });
      });

      test(`${kind}: it reads on in time: delivered whole and charged once`, async () => {
        const client = await unread(answer(), stream);
        for (let passedMs = 0; passedMs < 50_000; passedMs += 500) {
          await fixture.service.storage.books.flush();
          fixture.clock.advance(500);
        }
        client.socket.resume();
        const { body } = await client.answer();
        assert.ok(body.length > mebibytes * mib);
        if (stream) assert.ok(body.endsWith('data: [DONE]\n\n'));
        client.socket.end();
        const row = await fixture.nextRow();
        assert.deepEqual([row.ending, row.charge_exact], ['complete', reportedCharge]);
      });
    }
  }

  test('no charge was wrong', (context) => {
    assert.equal(wrongCharges, 0);
    reportFigures(context, 'F21', { 'largest answer nobody read, MB': Math.max(...sizes), 'wrong charges': wrongCharges });
  });
});
