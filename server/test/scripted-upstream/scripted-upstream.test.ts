import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { request } from 'undici';
import { chatStream, refusal } from './behaviours.ts';
import { Gate } from './gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from './scripted-upstream.ts';

let upstream: ScriptedUpstream;
beforeEach(async () => {
  upstream = await startScriptedUpstream();
});
afterEach(() => upstream.close());

async function post(body: object) {
  return request(`${upstream.baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
}

test('the scripted upstream follows its queue first, its names next and its default last', async () => {
  upstream.script('busy', refusal(429, { error: { message: 'slow down' } }, { 'retry-after': '7' }));
  upstream.next(refusal(500));
  const busy = await post({ model: 'm', metadata: { script: 'busy' } });
  assert.equal(busy.statusCode, 429);
  assert.equal(busy.headers['retry-after'], '7');
  await busy.body.dump();
  const queued = await post({ model: 'm' });
  assert.equal(queued.statusCode, 500);
  await queued.body.dump();
  const good = (await (await post({ model: 'm' })).body.json()) as { model: string };
  assert.equal(good.model, 'm');
  assert.deepEqual(
    upstream.requests.map((entry) => entry.state),
    ['answered', 'answered', 'answered'],
  );
});

test('the scripted upstream stops at a gate and reports when the client leaves', async () => {
  const gate = new Gate();
  upstream.next(chatStream(['Hel', gate, 'lo']));
  const answer = await post({ model: 'm', stream: true });
  const received = await upstream.nextRequest();
  await gate.reached;
  assert.equal(upstream.open, 1);
  answer.body.on('error', () => undefined).destroy();
  await received.cancelled;
  assert.equal(await received.over, 'cancelled');
});

test('a copy of a request starts no wait, which would fail after its test has ended', async () => {
  upstream.next(chatStream(['Hello']));
  const answer = await post({ model: 'm', stream: true });
  const received = await upstream.nextRequest();
  answer.body.resume();
  assert.equal(await received.over, 'answered');
  assert.deepEqual(
    Object.keys({ ...received }).filter((name) => ['cancelled', 'over'].includes(name)),
    [],
  );
});
