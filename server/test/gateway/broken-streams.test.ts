/**
 * Goal: no client treats a broken stream as complete. Many clients ignore an error event and check only the framing. After the event the
 * connection therefore ends without the last chunk, and the event always arrives first. All other tests that read a stream check the same
 * (`stream-text.ts`, `raw-client.ts`).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import OpenAI from 'openai';
import { question } from '../scenarios/scenario.ts';
import { chatStream, chatStreamResetAfter, chatStreamWithoutDone } from '../scripted-upstream/behaviours.ts';
import { withServer } from '../servers/needed-server.ts';
import { nginx, NginxServer } from '../servers/nginx.ts';
import { streamText } from '../stream-text.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

const streamed = { ...question, stream: true };
const errorEvent = /data: \{"error":\{[^\n]*"code":"upstream_unavailable"[^\n]*\n\n\r\n$/;

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

function post(port: number, path = '/v1/chat/completions', body: object = streamed): Promise<Response> {
  return fetch(`http://127.0.0.1:${String(port)}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('a broken stream ends with its error event and an orderly end of the connection, without the last chunk', async () => {
  const breaks = [chatStreamWithoutDone(['a']), chatStreamResetAfter(['some', 'words'], 400)];
  for (const behaviour of breaks) {
    fixture.upstream.next(behaviour);
    const client = await RawClient.open(fixture.port);
    let reset = false;
    client.socket.on('error', () => {
      reset = true;
    });
    client.send(postBytes(streamed, { key: fixture.key }));
    await client.ended();
    const text = client.received.toString();
    assert.match(text, errorEvent);
    assert.ok(!text.includes('\r\n0\r\n\r\n'), 'there is a last chunk');
    assert.equal(reset, false, 'a reset can take the event along');
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, Number(row.charge_exact)], ['upstream_broke', 0]);
  }
});

test('a request sent ahead behind a stream that breaks gets no answer and is not charged', async () => {
  fixture.upstream.next(chatStreamWithoutDone(['a']));
  const client = await RawClient.open(fixture.port);
  client.send(Buffer.concat([postBytes(streamed, { key: fixture.key }), postBytes(question, { key: fixture.key })]));
  await client.ended();
  assert.match(client.received.toString(), errorEvent);
  const rows = [await fixture.nextRow(), await fixture.nextRow()];
  assert.deepEqual(
    rows.map((row) => Number(row.charge_exact)),
    [0, 0],
  );
  assert.deepEqual(rows.map((row) => row.ending).sort(), ['client_left', 'upstream_broke']);
});

test('the official SDK raises a broken stream in our words', async () => {
  fixture.upstream.next(chatStreamWithoutDone(['a', 'b']));
  const client = new OpenAI({ apiKey: fixture.key, baseURL: `http://127.0.0.1:${String(fixture.port)}/v1`, maxRetries: 0 });
  const stream = await client.chat.completions.create({ ...question, messages: [{ role: 'user', content: 'hi' }], stream: true });
  await assert.rejects(async () => {
    for await (const _ of stream);
  }, /interrupted the response/);
  await fixture.nextRow();
});

withServer(nginx, 'behind nginx', () => {
  let proxy: NginxServer;
  before(async () => {
    proxy = await NginxServer.start(fixture.port);
  });
  after(() => proxy.stop());

  describe('a stream', () => {
    test('that breaks reaches the client with its error event and breaks there as well', async () => {
      for (let round = 0; round < 20; round += 1) {
        fixture.upstream.next(chatStreamWithoutDone(['a', 'b']));
        // Throws unless the event is the last that arrived and the body is broken.
        assert.match(await streamText(await post(proxy.port)), /"code":"upstream_unavailable"/);
        await fixture.nextRow();
      }
    });

    test('that is whole ends whole', async () => {
      fixture.upstream.next(chatStream(['a', 'b']));
      assert.ok((await streamText(await post(proxy.port))).endsWith('data: [DONE]\n\n'));
      await fixture.nextRow();
    });
  });
});
