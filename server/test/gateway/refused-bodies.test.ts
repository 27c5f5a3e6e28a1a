/** Goal: a client that has bodies read only to see them refused is told to wait before its next body is read, and nobody else is. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { question } from '../bad-input/refusals.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient } from './raw-client.ts';

const refusalsMax = 600;

let fixture: Fixture;
before(async () => {
  fixture = await startFixture({ account: { limits: { requests_per_minute: 60, concurrency: null } } });
});
after(() => fixture.closeSettled());

test('beyond 600 refused bodies in a minute an account gets 429 before its body is read, until the minute has passed', async () => {
  const client = await RawClient.open(fixture.port);
  const bad = postBytes({ ...question, temperature: 9 }, { key: fixture.key });
  for (let count = 0; count < refusalsMax; count += 1) {
    client.forget();
    client.send(bad);
    assert.equal((await client.answer()).status, 400);
  }
  client.leave();

  // Nothing of this body is ever sent.
  const head = postBytes(question, { key: fixture.key }).toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
  const waiting = await RawClient.open(fixture.port);
  waiting.send(`${head}\r\n\r\n`);
  const refused = await waiting.answer();
  waiting.leave();
  assert.equal(refused.status, 429);
  assert.match(refused.body, /"code":"rate_limit_exceeded"/);
  const seconds = Number(refused.headers['retry-after']);
  assert.ok(seconds > 0 && seconds <= 61, String(seconds));

  const { body: other } = await fixture.admin('POST', '/accounts', { name: 'Other', plan: 'dedicated' });
  await fixture.admin('POST', `/accounts/${String(other.id)}/credits`, { amount: '1', reason: 'test', bucket: 'paid' });
  const { body: key } = await fixture.admin('POST', `/accounts/${String(other.id)}/keys`, {});
  assert.equal((await post(fixture.port, question, { key: String(key.key) })).status, 200);

  // Time must not fly while a commit is under way.
  await fixture.service.storage.books.flush();
  fixture.clock.advance(seconds * 1000);
  assert.equal((await post(fixture.port, question, { key: fixture.key })).status, 200);
});
