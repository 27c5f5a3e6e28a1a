/**
 * Goal: long bodies and responses of any kind end when the right they began with is lost, and an unauthenticated sender has ten seconds for
 * a body. Method: the hooks alone, over real HTTP with a virtual clock, and a right that the test revokes.
 */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import fastify, { type FastifyInstance } from 'fastify';
import { RawClient } from '../../test/gateway/raw-client.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { waitFor } from '../../test/wait-for.ts';
import { silentLogger } from '../platform/logger.ts';
import { actingRight } from '../platform/held-right.ts';
import { answerFault } from './fault-answer.ts';
import { recheckRights, holdRight } from './rights-of-requests.ts';

/** The end of a chunked response. */
const lastChunk = '\r\n0\r\n\r\n';

let app: FastifyInstance;
let clock: VirtualClock;
let source: PassThrough;
let isHeld = true;
let isAway = false;
let asked = 0;
let heads = 0;
let acted: unknown[] = [];

beforeEach(async () => {
  clock = new VirtualClock();
  source = new PassThrough();
  [isHeld, isAway, asked, heads, acted] = [true, false, 0, 0, []];
  app = fastify();
  app.setErrorHandler(answerFault(silentLogger));
  recheckRights(app, clock);
  app.addHook('onRequest', (request, _reply, next) => {
    heads += 1;
    if (request.url.startsWith('/known')) holdRight(request, { basis: null, changer: null, ask, askSignIn: ask });
    next(request.url === '/refused' ? new ApiError('not_signed_in') : undefined);
  });
  app.post('/refused', () => ({ ok: true }));
  app.post('/known', () => {
    acted.push(actingRight());
    return { ok: true };
  });
  app.post('/open', () => ({ ok: true }));
  app.get('/known/stream', (_request, reply) => reply.type('text/plain').send(source));
  app.get('/known/feed', (_request, reply) => reply.type('text/event-stream').send(source));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

function ask(): Promise<void> {
  asked += 1;
  if (isAway) throw new Error('the database is away');
  if (!isHeld) throw new ApiError('not_permitted');
  return Promise.resolve();
}

async function begin(path: string, method = 'POST'): Promise<RawClient> {
  const client = await RawClient.open((app.server.address() as AddressInfo).port);
  const body = method === 'POST' ? 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{' : '\r\n';
  client.send(`${method} ${path} HTTP/1.1\r\nhost: test\r\n${body}`);
  await waitFor(() => heads > 0, { what: 'the head is taken' });
  return client;
}

/** Advances the clock and runs everything that becomes due. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

describe('a body', () => {
  test('of an anonymous client ends after ten seconds, and its connection with it', async () => {
    const client = await begin('/open');
    await pass(5000);
    assert.equal(client.received.length, 0);
    await pass(5000);
    const answer = await client.answer();
    assert.deepEqual([answer.status, answer.headers.connection], [408, 'close']);
    await client.ended();
  });

  test('that is refused before it came ends after ten seconds, too', async () => {
    const client = await begin('/refused');
    assert.equal((await client.answer()).status, 401);
    await pass(5000);
    assert.equal(client.closed, false);
    await pass(5000);
    await client.ended();
  });

  test('of somebody known goes on as long as the right is there, and ends with it', async () => {
    const client = await begin('/known');
    for (let look = 0; look < 6; look += 1) await pass(5000);
    assert.deepEqual([asked, client.received.length], [6, 0]);
    isHeld = false;
    await pass(5000);
    assert.equal((await client.answer()).status, 403);
    assert.deepEqual(acted, []);
    await client.ended();
  });

  test('that is whole is looked at no more', async () => {
    const client = await begin('/known');
    client.send('}');
    assert.equal((await client.answer()).status, 200);
    assert.equal(asked, 1);
    await pass(60_000);
    assert.equal(asked, 1);
    client.leave();
  });
});

describe('a change', () => {
  test('acts with its right until it is answered, and with nothing afterwards', async () => {
    const client = await begin('/known');
    client.send('}');
    await client.answer();
    assert.equal(acted.length, 1);
    assert.notEqual(acted[0], null);
    assert.equal(actingRight(), null);
    client.leave();
  });

  test('does not begin once the right is gone, or cannot be asked for', async () => {
    for (const [lose, status] of [
      [() => (isHeld = false), 403],
      [() => (isAway = true), 500],
    ] as const) {
      const client = await begin('/known');
      lose();
      client.send('}');
      assert.equal((await client.answer()).status, status);
      client.leave();
      heads = 0;
    }
    assert.deepEqual(acted, []);
  });
});

describe('an answer that goes on', () => {
  test('breaks off before the next piece once the right is gone, and lets go of its source', async () => {
    const client = await begin('/known/stream', 'GET');
    source.write('first');
    await client.until((text) => text.includes('first'), 'the first piece');
    await pass(1000);
    source.write('second');
    await client.until((text) => text.includes('second'), 'the second piece');
    isHeld = false;
    await pass(1000);
    source.write('third');
    await client.ended();
    assert.ok(!client.received.includes('third'));
    assert.ok(!String(client.received).endsWith(lastChunk), 'nobody takes it for whole');
    assert.equal(source.destroyed, true);
  });

  test('that is a feed ends whole instead, so that a page reconnects without an error', async () => {
    const client = await begin('/known/feed', 'GET');
    source.write('first');
    await client.until((text) => text.includes('first'), 'the first piece');
    isHeld = false;
    await pass(1000);
    source.write('second');
    await client.until((text) => text.endsWith(lastChunk), 'the end of the answer');
    assert.ok(!client.received.includes('second'));
    await waitFor(() => source.destroyed, { what: 'the source is released' });
    client.leave();
  });

  for (const path of ['/known/stream', '/known/feed'])
    test(`releases its source when the client leaves ${path}`, async () => {
      const client = await begin(path, 'GET');
      source.write('first');
      await client.until((text) => text.includes('first'), 'the first piece');
      client.leave();
      await waitFor(() => source.destroyed, { what: 'the source is released' });
    });

  test('breaks off when its source does', async () => {
    const client = await begin('/known/stream', 'GET');
    source.write('first');
    await client.until((text) => text.includes('first'), 'the first piece');
    source.destroy(new Error('the disk is away'));
    await client.ended();
    assert.ok(!String(client.received).endsWith(lastChunk));
  });

  test('asks at most once a second, however many pieces there are', async () => {
    const client = await begin('/known/stream', 'GET');
    for (let piece = 0; piece < 50; piece += 1) source.write(`${String(piece)};`);
    source.end();
    await client.until((text) => text.includes('49;'), 'all pieces');
    assert.equal(asked, 0);
    client.leave();
  });
});
