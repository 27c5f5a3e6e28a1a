/** Goal: a connection may be kept for ever: what a call attaches to it is gone when the call is over, however it ended. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { after as afterGate, chat, chatStream, chatStreamWithoutDone, refusal } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { question } from '../scenarios/scenario.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

let fixture: Fixture;
let client: RawClient;
before(async () => {
  fixture = await startFixture();
  client = await RawClient.open(fixture.port);
});
after(async () => {
  client.leave();
  await fixture.closeSettled();
});

async function ask(bytes: Buffer, status: number): Promise<void> {
  client.forget();
  client.send(bytes);
  assert.equal((await client.answer()).status, status);
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
}

/** How many listeners there are of each event of the connection while a call runs on it. */
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

test('after many calls of every ending a kept connection has no more listeners than after one', async () => {
  await ask(postBytes(question, { key: fixture.key }), 200);
  const once = await listeners();
  const post = (body: object, key = fixture.key): Buffer => postBytes(body, { key });
  for (let round = 0; round < 20; round += 1) {
    await ask(post(question), 200);
    fixture.upstream.next(chatStream(['a', 'b']));
    await ask(post({ ...question, stream: true }), 200);
    fixture.upstream.next(chatStreamWithoutDone(['a']));
    await ask(post({ ...question, stream: true }), 200);
    fixture.upstream.next(refusal(400));
    await ask(post(question), 400);
    await ask(post({ ...question, temperature: 'hot' }), 400);
    await ask(post({ ...question, model: 'test/unreachable' }), 503);
    await ask(post(question, 'sk-wrong'), 401);
    await ask(Buffer.from(`GET /v1/models HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${fixture.key}\r\n\r\n`), 200);
  }
  assert.deepEqual(await listeners(), once);
});
