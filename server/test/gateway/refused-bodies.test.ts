/** Goal: a client whose bodies are read only to be refused must wait before its next body is read; other clients need not. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { question } from '../bad-input/refusals.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient } from './raw-client.ts';

const refusalsMax = 600;
/** Maximum per key for spent money. */
const spentMax = 60;

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

  // The body is never sent.
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

  // Time must not advance during a commit.
  await fixture.service.storage.books.flush();
  fixture.clock.advance(seconds * 1000);
  assert.equal((await post(fixture.port, question, { key: fixture.key })).status, 200);
});

test('a key whose cap is reached gets that refusal again before its body is read, other keys continue, and a raised cap applies at once', async () => {
  const make = async (settings: object): Promise<{ readonly id: string; readonly key: string }> => {
    const { body } = await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, settings);
    return { id: String(body.id), key: String(body.key) };
  };
  const capped = await make({ daily_cap: '0' });
  for (let count = 0; count < spentMax; count += 1) {
    const { status, headers } = await post(fixture.port, question, { key: capped.key });
    assert.deepEqual([status, headers['x-should-retry'], headers['retry-after']], [429, 'false', undefined]);
  }

  // The body is never sent.
  const head = postBytes(question, { key: capped.key }).toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
  const waiting = await RawClient.open(fixture.port);
  waiting.send(`${head}\r\n\r\n`);
  const refused = await waiting.answer();
  waiting.leave();
  assert.match(refused.body, /"code":"daily_cap_reached"/);
  assert.deepEqual([refused.headers['x-should-retry'], refused.headers['retry-after']], ['false', undefined]);

  assert.equal((await post(fixture.port, question, { key: (await make({})).key })).status, 200, 'another key of the account');
  await fixture.admin('PATCH', `/keys/${capped.id}`, { daily_cap: '1' });
  assert.equal((await post(fixture.port, question, { key: capped.key })).status, 200);
});
