/** Goal: when a client disconnects, the memory of its request and response is freed at once, not after a time limit. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { count } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { must, question } from '../scenarios/scenario.ts';
import { largeAnswer, largeStream } from './large-stream.ts';

const mib = 1024 * 1024;
/** More than the operating system buffers for a client that does not read. */
const answerBytes = 8 * mib;
/** Tolerance for everything else that a process does meanwhile. */
const slackBytes = mib;
/** Memory of a client in these tests: its buffer, and the data read before it stopped. */
const clientBytes = 128 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory of the process, without the records of the scripted upstream. */
async function keptBytes({ upstream }: Fixture): Promise<number> {
  // Memory freed by one collection can keep more alive until the next one.
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const recorded = upstream.requests.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return process.memoryUsage().arrayBuffers - recorded;
}

/** Clients that request megabytes and disconnect halfway; no time passes. */
async function leaveMidway(fixture: Fixture, clients: number, stream: boolean): Promise<void> {
  const behaviour = stream ? largeStream(answerBytes) : largeAnswer(answerBytes);
  for (let client = 0; client < clients; client += 1) {
    fixture.upstream.next(behaviour);
    const leaving = await RawClient.open(fixture.port);
    leaving.stopReading();
    leaving.send(postBytes({ ...question, stream, padding: 'x'.repeat(mib / 4) }, { key: fixture.key }));
    await fixture.waitFor(async () => (await fixture.runningStalled()) === 1);
    leaving.leave();
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  }
}

describe('a client that leaves', () => {
  for (const stream of [false, true]) {
    test(`${stream ? 'a stream' : 'a whole answer'} midway takes everything of its call with it at once`, async (context) => {
      const fixture = await startFixture();
      try {
        // Free, so that nobody is slowed down for disconnecting.
        const price = { input: '0', cached_input: '0', output: '0' };
        await must(fixture, 'PUT', '/models/test%2Fchat', { kind: 'chat', price, confirm: true });
        await leaveMidway(fixture, 1, stream);
        const before = await keptBytes(fixture);
        const clients = count('leavingClients');
        await leaveMidway(fixture, clients, stream);
        const kept = Math.max(0, (await keptBytes(fixture)) - before);
        assert.equal(fixture.service.gateway.bodyMemory.held, 0);
        assert.ok(kept < slackBytes, `${String(kept)} bytes are still held for clients that are gone`);
        const name = stream ? 'streams' : 'whole answers';
        reportFigures(context, 'F21', { [`${name} of 8 MB left midway`]: clients, [`bytes held for them, ${name}`]: kept });
        await fixture.expectSettled();
      } finally {
        await fixture.close();
      }
    });
  }
});

test('answers that are out, and of which only the delivery is still to be shown, hold none of their bodies', async (context) => {
  const fixture = await startFixture();
  const { state } = fixture.service.gateway;
  const clients: RawClient[] = [];
  /** Of 1 MB each, which the operating system accepts at once. */
  const wait = async (answers: number): Promise<void> => {
    for (let answer = 0; answer < answers; answer += 1) {
      fixture.upstream.next(largeAnswer(mib));
      const client = await RawClient.open(fixture.port);
      clients.push(client);
      client.stopReading();
      client.send(postBytes({ ...question, padding: 'x'.repeat(mib / 4) }, { key: fixture.key }));
      await fixture.waitFor(() => state.unconfirmed === clients.length);
    }
  };
  try {
    await wait(1);
    const before = await keptBytes(fixture);
    await wait(20);
    const kept = Math.max(0, (await keptBytes(fixture)) - before - 20 * clientBytes);
    assert.equal(fixture.service.gateway.bodyMemory.held, 0);
    assert.ok(kept < slackBytes, `${String(kept)} bytes are held for answers that are out`);
    reportFigures(context, 'F21', { 'answers of 1 MB waited for': clients.length, 'bytes held for all of them': kept });
    for (const client of clients) client.leave();
    await fixture.expectSettled();
  } finally {
    await fixture.close();
  }
});
