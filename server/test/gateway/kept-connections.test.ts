/** Goal: a connection can be kept open permanently: whatever a call attaches to it is removed when the call ends, however it ends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { Deadline } from '../../src/platform/deadlines.ts';
import { after as afterGate, chat, chatStream, chatStreamWithoutDone, refusal } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { question } from '../scenarios/scenario.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { postBytes, RawClient, type RawAnswer } from './raw-client.ts';

/** Time must not advance during a commit. */
const stepMs = 500;

/** Deadlines in use. */
const watched = new Set<Deadline>();

let fixture: Fixture;
let client: RawClient;
before(async () => {
  fixture = await startFixture();
  client = await RawClient.open(fixture.port);
  const { deadlines } = fixture.service.gateway;
  const watch = deadlines.watch.bind(deadlines);
  const forget = deadlines.forget.bind(deadlines);
  Object.assign(deadlines, {
    watch(afterMs: number, action: () => void): Deadline {
      const deadline = watch(afterMs, () => {
        watched.delete(deadline);
        action();
      });
      watched.add(deadline);
      return deadline;
    },
    forget(deadline: Deadline) {
      watched.delete(deadline);
      forget(deadline);
    },
  });
});
after(async () => {
  client.leave();
  await fixture.closeSettled();
});

async function say(bytes: Buffer, status: number): Promise<RawAnswer> {
  client.forget();
  client.send(bytes);
  const answer = await client.answer();
  assert.equal(answer.status, status, answer.body);
  return answer;
}

async function ask(bytes: Buffer, status: number): Promise<void> {
  await say(bytes, status);
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
}

async function pass(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
    await fixture.service.storage.books.flush();
    fixture.clock.advance(stepMs);
  }
}

/** Number of listeners per event of the connection while a call runs on it. */
async function listeners(): Promise<Readonly<Record<string, number>>> {
  const gate = new Gate();
  fixture.upstream.next(afterGate(gate, chat()));
  client.forget();
  client.send(postBytes(question, { key: fixture.key }));
  const { running } = fixture.service.gateway.state;
  const sent = fixture.upstream.requests.length;
  await fixture.waitFor(() => running.size === 1 && fixture.upstream.requests.length > sent);
  const [call] = running.snapshot();
  assert.ok(call);
  const { socket } = call.request;
  const counts = Object.fromEntries(socket.eventNames().map((name) => [String(name), socket.listenerCount(name)]));
  gate.open();
  assert.equal((await client.answer()).status, 200);
  await fixture.waitFor(() => running.size === 0);
  return counts;
}

test('after many calls of every ending a kept connection has no more listeners than after one, and nothing is watched', async () => {
  await ask(postBytes(question, { key: fixture.key }), 200);
  const first = await listeners();
  const post = (body: object, key = fixture.key): Buffer => postBytes(body, { key });
  for (let round = 0; round < 20; round += 1) {
    await ask(post(question), 200);
    fixture.upstream.next(chatStream(['a', 'b']));
    await ask(post({ ...question, stream: true }), 200);
    fixture.upstream.next(refusal(400));
    await ask(post(question), 400);
    await ask(post({ ...question, temperature: 'hot' }), 400);
    await ask(post({ ...question, model: 'test/unreachable' }), 503);
    await ask(post(question, 'sk-wrong'), 401);
    // Large enough that only the next request proves its delivery.
    fixture.upstream.next(chat('x'.repeat(100_000)));
    await say(post(question), 200);
    await ask(Buffer.from(`GET /v1/models HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${fixture.key}\r\n\r\n`), 200);
  }
  assert.deepEqual(await listeners(), first);
  assert.equal(watched.size, 0);
});

test('nothing of a connection that ended with a broken stream stays watched', async () => {
  for (let round = 0; round < 20; round += 1) {
    fixture.upstream.next(chatStreamWithoutDone(['a']));
    const other = await RawClient.open(fixture.port);
    other.send(postBytes({ ...question, stream: true }, { key: fixture.key }));
    await other.ended();
  }
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  assert.equal(watched.size, 0);
});

test('a kept connection is cut neither if its client is slow, nor when a large response counts as delivered', async () => {
  const { state } = fixture.service.gateway;
  await ask(postBytes(question, { key: fixture.key }), 200);
  await pass(200_000);
  await ask(postBytes(question, { key: fixture.key }), 200);
  fixture.upstream.next(chat('x'.repeat(100_000)));
  await say(postBytes(question, { key: fixture.key }), 200);
  await fixture.waitFor(() => state.unconfirmed === 1);
  await pass(15_000);
  await fixture.waitFor(() => state.running.size === 0);
  await ask(postBytes(question, { key: fixture.key }), 200);
  assert.equal(client.closed, false);
});

test('an answer of 64 KiB is out when the system has it; of one byte more the connection shows it', async () => {
  const { state } = fixture.service.gateway;
  const sized = async (characters: number): Promise<number> => {
    fixture.upstream.next(chat('x'.repeat(characters)));
    return (await say(postBytes(question, { key: fixture.key }), 200)).body.length;
  };
  const beside = (await sized(1)) - 1;
  assert.equal(await sized(65_536 - beside), 65_536);
  await fixture.waitFor(() => state.running.size === 0);
  assert.equal(await sized(65_537 - beside), 65_537);
  await fixture.waitFor(() => state.unconfirmed === 1);
  await ask(postBytes(question, { key: fixture.key }), 200);
});

test('a connection that was to be closed is closed when its large answer is taken for delivered, whatever its client does', async () => {
  const { state } = fixture.service.gateway;
  fixture.upstream.next(chat('x'.repeat(100_000)));
  const silent = connect({ port: fixture.port, host: '127.0.0.1', allowHalfOpen: true });
  silent.resume().write(postBytes(question, { key: fixture.key, headers: { connection: 'close' } }));
  await once(silent, 'end');
  await fixture.waitFor(() => state.unconfirmed === 1);
  const [call] = state.running.snapshot();
  assert.ok(call);
  const { socket } = call.request;
  assert.equal(socket.destroyed, false);
  await pass(15_000);
  await fixture.waitFor(() => state.running.size === 0);
  assert.equal(socket.destroyed, true);
  silent.destroy();
});
