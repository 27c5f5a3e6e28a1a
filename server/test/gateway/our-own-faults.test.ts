/**
 * Goal: an internal error costs no client money and breaks no other call: the reservation is released, the response is a correct error of
 * the catalogue, and the log records it. Method: the real service with a defective dialect, a missing database, a busy thread, and a shared
 * connection.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import type { Relay, WholeAnswer } from '../../src/dialects/dialect.ts';
import { question, reportedCharge } from '../bad-input/refusals.ts';
import { chat, chatStream, stall } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient } from './raw-client.ts';
import { withRelay } from './with-relay.ts';

const hourMs = 3_600_000;

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

/** Runs with a defect in the dialect that every call here uses. */
function withDefect<Result>(defect: (right: Relay) => Partial<Relay>, run: () => Promise<Result>): Promise<Result> {
  return withRelay(fixture.service.gateway, defect, run);
}

function fails(): never {
  throw new TypeError('a defect');
}

describe('a defect of ours', () => {
  test('before the upstream is called is answered with 500, uncharged, and keeps neither money nor slot', async () => {
    const answer = await withDefect(
      () => ({ toUpstream: fails }),
      () => post(fixture.port, question, { key: fixture.key }),
    );
    assert.equal(answer.status, 500);
    assert.match(answer.body, /"code":"internal_error"/);
    assert.doesNotMatch(answer.body, /defect|TypeError|\.ts/);
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.ending, row.error_code, Number(row.charge_exact)], [500, 'refused', 'internal_error', 0]);
    await fixture.expectSettled();
  });

  test('in reading the head of a request closes that connection and ends no other, nor the process', async () => {
    const context = fixture.service.gateway as { sourceIp: unknown };
    const right = context.sourceIp;
    context.sourceIp = fails;
    try {
      const client = await RawClient.open(fixture.port);
      client.send(postBytes(question, { key: fixture.key }));
      await client.ended();
      assert.equal(client.received.length, 0);
    } finally {
      context.sourceIp = right;
    }
    assert.equal((await post(fixture.port, question, { key: fixture.key })).status, 200);
    await fixture.nextRow();
    await fixture.expectSettled();
  });

  for (const stream of [false, true]) {
    test(`in reading ${stream ? 'a stream' : 'a whole answer'} ends that call as broken and no other`, async () => {
      const answer = await withDefect(
        (right) => ({
          readWhole: fails,
          createStreamRelay: (plan) => Object.assign(right.createStreamRelay?.(plan) ?? assert.fail(), { push: fails }),
        }),
        () => post(fixture.port, { ...question, stream }, { key: fixture.key }),
      );
      assert.equal(answer.status, 503);
      const row = await fixture.nextRow();
      assert.deepEqual([row.status, row.ending, Number(row.charge_exact)], [503, 'upstream_broke', 0]);
      await fixture.expectSettled();
    });
  }

  test('in ending a stream ends that call with an error in it, and neither another one nor the process', async () => {
    const answer = await withDefect(
      (right) => ({
        createStreamRelay: (plan) =>
          Object.defineProperty(right.createStreamRelay?.(plan) ?? assert.fail(), 'tail', { get: fails, set: () => undefined }),
      }),
      () => post(fixture.port, { ...question, stream: true }, { key: fixture.key }),
    );
    assert.match(answer.body, /"code":"internal_error"/);
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.error_code, Number(row.charge_exact)], [200, 'internal_error', 0]);
    await fixture.expectSettled();
  });

  test('in counting what was used leaves the call uncharged and in the log', async () => {
    const answer = await withDefect(
      (right) => ({
        *readWhole(bytes, plan) {
          const usage = { inputTokens: 0.5, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0, more: null };
          return { ...(yield* right.readWhole(bytes, plan)), usage: { kind: 'valid', usage } } as WholeAnswer;
        },
      }),
      () => post(fixture.port, question, { key: fixture.key }),
    );
    assert.equal(answer.status, 200);
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.error_code, Number(row.charge_exact)], [200, 'internal_error', 0]);
    await fixture.expectSettled();
  });
});

describe('an upstream that reports nonsense', () => {
  test('does not teach the gateway that answers of its model are short', async () => {
    const model = fixture.service.gateway.catalog.current.models.get('test/chat');
    assert.ok(model);
    const typical = (): number => fixture.service.gateway.typicalOutput.of(fixture.accountId, model);
    const before = typical();
    for (let call = 0; call < 25; call += 1) {
      fixture.upstream.next(chat('Hello', { usage: { prompt_tokens: -1, completion_tokens: 5 } }));
      await post(fixture.port, question, { key: fixture.key });
      assert.equal((await fixture.nextRow()).error_code, 'usage_invalid');
    }
    assert.equal(typical(), before);
  });
});

describe('connections', () => {
  for (const stream of [false, true]) {
    test(`${stream ? 'a stream' : 'an answer'} that ends its connection, as proxies of HTTP/1.0 ask, is delivered and charged`, async () => {
      const answer = await post(fixture.port, { ...question, stream }, { key: fixture.key, headers: { connection: 'close' } });
      assert.equal(answer.status, 200);
      const row = await fixture.nextRow();
      assert.deepEqual([row.ending, row.charge_exact], ['complete', reportedCharge]);
    });
  }

  test('an answer that has to wait for the one before it is not taken for one that nobody reads', async () => {
    const gate = new Gate();
    fixture.upstream.script('long', chatStream(['Hello ', gate, 'there']));
    const client = await RawClient.open(fixture.port);
    client.send(postBytes({ ...question, stream: true, metadata: { script: 'long' } }, { key: fixture.key }));
    await gate.reached;
    client.send(postBytes(question, { key: fixture.key }));
    const { running } = fixture.service.gateway.state;
    await fixture.waitFor(() => running.snapshot().some((call) => !call.streamed && call.client.status === 200));
    for (let passedMs = 0; passedMs < 100_000; passedMs += 500) {
      await fixture.service.storage.books.flush();
      fixture.clock.advance(500);
    }
    gate.open();
    await client.until((text) => text.includes('"chat.completion"'), 'the second answer');
    const rows = [await fixture.nextRow(), await fixture.nextRow()];
    assert.deepEqual(
      rows.map(({ ending }) => ending),
      ['complete', 'complete'],
    );
    client.socket.destroy();
  });
});

interface Stray {
  readonly code: string;
  readonly path: string;
  readonly fault: string;
}

describe('a request whose head is not sound', () => {
  test('is logged for the operator, because it belongs to no account', async () => {
    const headers = { host: 'a/../b' };
    assert.equal((await post(fixture.port, question, { key: fixture.key, headers })).status, 400);
    await fixture.service.storage.books.flush();
    const strays: readonly Stray[] = (await fixture.admin('GET', '/stray-refusals')).body.data;
    const noted = strays.find(({ code }) => code === 'malformed_request');
    assert.equal(noted?.path, '/v1/chat/completions');
    assert.match(noted.fault, /Host header/);
  });
});

describe('a database that does not answer', () => {
  test('gives 503 to a key that is seen for the first time, not an internal error', async () => {
    const own = await startFixture();
    try {
      await own.service.storage.engine.close();
      const answer = await post(own.port, question, { key: own.key });
      assert.equal(answer.status, 503);
      assert.match(answer.body, /"code":"storage_unavailable"/);
      assert.ok(answer.headers['retry-after']);
    } finally {
      await own.close();
    }
  });
});

describe('the stop of the service', () => {
  test('does not let running calls wait for a job that is under way', async () => {
    const own = await startFixture({ env: { TOLLGATE_DRAIN_LIMIT_MS: '0' } });
    const { storage } = own.service;
    await storage.books.flush();
    let isBusy = true;
    const endless = 'with recursive c(x) as (values(1) union all select x + 1 from c where x < 12000000) select count(*) from c';
    const busy = storage.engine.read('reports', CompiledQuery.raw(endless)).then(() => (isBusy = false));
    // The hourly jobs now wait for the busy thread.
    own.clock.advance(hourMs);
    own.upstream.next(stall());
    const client = await RawClient.open(own.port);
    client.send(postBytes(question, { key: own.key }));
    await own.upstream.nextRequest();
    const stopping = own.service.stop();
    try {
      const answer = await client.answer();
      assert.match(answer.body, /"code":"maintenance"/);
      assert.equal(isBusy, true, 'the call was told before the job had its turn');
    } finally {
      await Promise.all([busy, stopping, own.close()]);
    }
  });
});
