import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batches } from '../../src/dialects/embeddings/batches.ts';
import { readWhole as readEmbeddings } from '../../src/dialects/embeddings/read-whole.ts';
import { readQuirks } from '../../src/dialects/chat-completions/to-upstream.ts';
import { readWhole } from '../../src/dialects/chat-completions/read-whole.ts';
import type { AttemptPlan, WholeAnswer } from '../../src/dialects/dialect.ts';
import { readRetryAfterMs } from '../../src/gateway/call-upstream/retry-after.ts';
import { attemptPlan } from './attempt-plan.ts';
import { scanned } from '../scanned.ts';
import { answerShapes, batchRefusals, retryHints, streamOptionRefusals, vectorOrders } from './answer-shapes.ts';

const plan: AttemptPlan = {
  ...attemptPlan,
  model: 'm',
  stream: false,
  includeUsage: false,
  callId: 'call',
};

function read(reading: Generator<undefined, WholeAnswer>): unknown {
  for (;;) {
    const next = reading.next();
    if (next.done !== true) continue;
    assert.ok(next.value.ok, next.value.ok ? '' : next.value.fault);
    return JSON.parse(Buffer.concat([next.value.body, ...(next.value.behind ?? [])]).toString());
  }
}

for (const { name, sends, leaves } of answerShapes) {
  test(`an odd answer leaves as clients need it: ${name}`, () => {
    assert.deepEqual(read(readWhole(Buffer.from(JSON.stringify(sends)), plan)), leaves);
  });
}

test('vectors are returned in the order of the inputs, in every format, whatever surrounds them', () => {
  for (const { order } of vectorOrders) {
    for (const form of ['float', 'base64'] as const) {
      const vector = (index: number): object => ({ object: 'embedding', embedding: [index, 0.5], index });
      const list = { object: 'list', data: order.map(vector), model: 'up', usage: { prompt_tokens: 3, total_tokens: 3 } };
      const body = scanned({ model: 'm', input: ['a', 'b', 'c'], encoding_format: form });
      const { data, ...rest } = read(readEmbeddings(Buffer.from(JSON.stringify(list)), { ...plan, body })) as {
        readonly data: readonly { readonly index: number; readonly embedding: unknown }[];
      };
      assert.deepEqual(rest, { object: 'list', model: 'm', usage: { prompt_tokens: 3, total_tokens: 3 } });
      for (const [at, { index, embedding }] of data.entries()) {
        const numbers =
          form === 'float' ? embedding : [...new Float32Array(Uint8Array.from(Buffer.from(String(embedding), 'base64')).buffer)];
        assert.deepEqual([index, numbers], [at, [at, 0.5]]);
      }
    }
  }
});

test('a retry hint is read in seconds, as a date and in milliseconds', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  for (const { headers, ms } of retryHints) assert.equal(readRetryAfterMs(headers, nowMs), ms, JSON.stringify(headers));
});

test('a refusal of too many inputs says how many there may be, and no other refusal does', () => {
  for (const { status, words, most } of batchRefusals) {
    const body = Buffer.from(JSON.stringify({ error: { message: words } }));
    assert.equal(batches.readMost(status, body, 100), most, words);
  }
});

test('a refusal of stream_options is distinguished from others, and from that of what a client asks for there by itself', () => {
  for (const { status, body, isRefused } of streamOptionRefusals) {
    const bytes = Buffer.from(JSON.stringify(body));
    const streamed = { ...plan, stream: true };
    assert.equal(readQuirks(status, bytes, streamed) !== null, isRefused, bytes.toString());
    assert.equal(readQuirks(status, bytes, plan), null, 'nothing is streamed');
    assert.equal(readQuirks(status, bytes, { ...streamed, quirks: { refusesStreamOptions: true } }), null, 'it is left out');
    const own = scanned({ stream_options: { include_usage: true, other: 1 } });
    assert.equal(readQuirks(status, bytes, { ...streamed, body: own }), null, "it is the client's");
  }
});
