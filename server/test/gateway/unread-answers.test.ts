/** Goal: nobody pays for a response whose last bytes never left the gateway, however much of it arrived. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chat } from '../scripted-upstream/behaviours.ts';
import { question } from '../scenarios/scenario.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

/** Written to the connection at once, so that all of it is written when its client disconnects. */
const answerBytes = 200_000;
/** Number of checks of a blocked connection; data that fits is accepted sooner. */
const looks = 300;

/** Sends responses to a client that reads nothing, until one no longer fits into the system's buffers. */
async function fillConnection(fixture: Fixture, client: RawClient, stream: boolean): Promise<number> {
  const { running } = fixture.service.gateway.state;
  // A sent response waits for the next request, which proves that it was received.
  const unsent = () => running.snapshot().filter(({ answeredMs }) => answeredMs === null);
  for (let calls = 1; ; calls += 1) {
    fixture.upstream.next(chat('x'.repeat(answerBytes)));
    client.send(postBytes({ ...question, stream }, { key: fixture.key }));
    await fixture.upstream.nextRequest();
    let [waiting, unchanged] = [0, 0];
    await fixture.waitFor(() => {
      const bytes = unsent()[0]?.request.socket.writableLength ?? 0;
      unchanged = bytes > 0 && bytes === waiting ? unchanged + 1 : 0;
      waiting = bytes;
      return unsent().length === 0 || unchanged === looks;
    });
    if (unsent().length > 0) return calls;
  }
}

test('an answer that was written but did not fit into the connection of a client who then leaves is not charged; those before it are', async () => {
  const fixture = await startFixture();
  try {
    for (const stream of [false, true]) {
      const client = await RawClient.open(fixture.port);
      client.stopReading();
      const calls = await fillConnection(fixture, client, stream);
      client.leave();
      await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
      const [last, ...before] = (await fixture.rows()).slice(0, calls);
      assert.deepEqual([last?.ending, Number(last?.charge_exact)], ['client_left', 0]);
      assert.ok(before.every((row) => row.ending === 'complete' && Number(row.charge_exact) > 0));
    }
    await fixture.expectSettled();
  } finally {
    await fixture.close();
  }
});
