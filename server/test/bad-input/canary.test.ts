/**
 * Goal: data that passes through is not stored. A prompt, an answer, a key and an upstream key with unique texts take part in success,
 * refusal, failure and abort. Afterwards none of them is in the data folder, the log, an error or the metrics.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { hashKeyValue, makeKeyValue } from '../../src/domain/tenants/key-value.ts';
import { createIds } from '../../src/platform/ids.ts';
import type { Logger } from '../../src/platform/logger.ts';
import {
  chat,
  chatStreamResetAfter,
  chatStreamWithError,
  gzipBomb,
  html,
  refusal,
  resetBeforeAnswer,
  stream,
  whole,
} from '../scripted-upstream/behaviours.ts';
import { chatEvents } from '../scripted-upstream/chat-bodies.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { sendBytes } from './refusals.ts';

const prompt = 'PROMPTCANARY7f3a';
const answerText = 'ANSWERCANARY9b1c';
const upstreamKey = 'UPKEYCANARY5d2e-of-no-known-form';
const strangerKey = makeKeyValue(createIds(new VirtualClock()));
const metadata = 'METACANARY4e8d';

const question = {
  model: 'test/chat',
  messages: [{ role: 'user', content: prompt }],
  user: metadata,
  metadata: { note: metadata },
};

/** Writes errors with stack and cause, as any logger may do. */
function plain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Error ? { message: value.message, stack: value.stack, cause: value.cause } : value;
}

describe('what passes through is not kept', () => {
  const lines: string[] = [];
  const write = (fields: object, message: string): void => void lines.push(JSON.stringify({ ...fields, message }, plain));
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  const errors: string[] = [];
  let folder = '';
  let fixture: Fixture;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-canary-'));
    fixture = await startFixture({ folder, logger, upstreamKey, env: { TOLLGATE_LOG_LEVEL: 'debug' } });
  });

  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await fixture.close();
    closed = true;
  };

  after(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });

  async function call(behaviour: Behaviour | null, body: unknown, key = fixture.key): Promise<string> {
    if (behaviour !== null) fixture.upstream.otherwise(behaviour);
    const answer = await sendBytes(fixture, postBytes(body, { key }));
    if (answer.status !== 200) errors.push(answer.body);
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    await fixture.service.storage.books.flush();
    fixture.clock.advance(400_000);
    return answer.body;
  }

  /** A client that disconnects while its answer is streaming. */
  async function abandon(): Promise<void> {
    const gate = new Gate();
    fixture.upstream.next(stream((request) => [chatEvents(request, [answerText]).slice(0, 600), gate]));
    const client = await RawClient.open(fixture.port);
    client.send(postBytes({ ...question, stream: true }, { key: fixture.key }));
    await client.until((text) => text.includes(answerText), 'the answer began');
    client.leave();
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    gate.open();
  }

  const secrets = (): readonly string[] => [
    prompt,
    answerText,
    upstreamKey,
    metadata,
    fixture.key.slice(3, -6),
    strangerKey.slice(3, -6),
  ];

  function expectClean(text: string | Buffer, where: string): void {
    for (const secret of secrets()) {
      assert.ok(!text.includes(secret), `${secret} is in ${where}`);
      assert.ok(!text.includes(Buffer.from(secret).toString('base64').slice(0, 16)), `${secret} is in ${where}, in base64`);
    }
  }

  test('success, refusal, failure and abort', async () => {
    for (const streamed of [false, true]) {
      const asked = { ...question, stream: streamed };
      assert.ok((await call(chat(answerText), asked)).includes(answerText), 'the answer reaches its client');
      const quoting = { error: { message: `key ${upstreamKey} is wrong`, type: 'x', code: upstreamKey, param: null } };
      for (const status of [400, 401, 403, 404, 422, 429, 500]) await call(refusal(status, quoting), asked);
      await call(chatStreamResetAfter([answerText], 500), asked);
      await call(chatStreamWithError([answerText], quoting.error), asked);
      await call(whole(`{"choices":[{"message":{"content":"${answerText}"`), asked);
      await call(whole(JSON.stringify({ choices: [], error: { message: `${answerText} ${upstreamKey}` } })), asked);
      await call(chat(answerText, { usage: { prompt_tokens: answerText, completion_tokens: -1 } }), asked);
      await call(gzipBomb(10_000), asked);
      await call(html(), asked);
      await call(resetBeforeAnswer(), asked);
      await call(null, { ...asked, model: 'test/unreachable' });
    }
    await abandon();
    const text = JSON.stringify(question);
    for (const bad of [
      `${text.slice(0, -1)},}`,
      text.replace(`"${prompt}"`, prompt),
      text.replace(prompt, `${prompt}\u0001`),
      text.slice(0, -20),
      `"${prompt}"`,
    ])
      await call(null, bad);
    for (const fault of [
      { temperature: prompt },
      { stop: [[prompt]] },
      { messages: [{ role: prompt, content: prompt }] },
      { tools: [{ type: 'function', function: { name: '', x: prompt } }] },
      { n: prompt },
    ])
      await call(null, { ...question, ...fault });
    for (const key of [
      strangerKey,
      `${fixture.key}x`,
      fixture.key.slice(0, -1),
      ` ${fixture.key}`,
      `${fixture.key} x`,
      fixture.key.toUpperCase(),
    ])
      await call(null, question, key);
    await sendBytes(fixture, postBytes(question, { key: null, path: `/v1/chat/completions?key=${fixture.key}` }));
    await sendBytes(fixture, postBytes(question, { key: fixture.key, path: `/v1/none?prompt=${prompt}` }));
    assert.ok(errors.length > 40);
  });

  test('no error, log line, metric or record carries what passed through', async () => {
    for (const error of errors) expectClean(error, error);
    for (const line of lines) expectClean(line, `the log: ${line}`);
    const get = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${String(fixture.port)}${path}`)).text();
    expectClean(await get('/metrics'), 'the metrics');
    for (const path of ['/stray-refusals?limit=200', '/audit-log?limit=200', '/providers', `/accounts/${fixture.accountId}/keys`])
      expectClean(JSON.stringify((await fixture.admin('GET', path)).body), path);
    expectClean(JSON.stringify(await fixture.rows()), 'the call log');
    await fixture.expectSettled();
  });

  test('no file of the data folder holds it, neither while running nor afterwards; a key is there as its hash alone', async () => {
    const scan = async (): Promise<Buffer> => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      const contents = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name))));
      for (const [at, bytes] of contents.entries()) expectClean(bytes, files[at]?.name ?? '');
      return Buffer.concat(contents);
    };
    assert.ok((await scan()).includes(hashKeyValue(fixture.key)));
    await close();
    assert.ok((await scan()).includes(hashKeyValue(fixture.key)));
    for (const line of lines) expectClean(line, `the log: ${line}`);
  });
});
