import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { stream, whole } from '../../test/scripted-upstream/behaviours.ts';
import { ListeningSink } from '../../test/upstream/listening-sink.ts';
import { TransportBench } from '../../test/upstream/transport-bench.ts';

let bench: TransportBench;
before(async () => {
  bench = await TransportBench.start();
});
after(() => bench.close());

const said = 'data: {"text":"压缩"}\n\n'.repeat(2_000);
const codings: readonly (readonly [coding: string, code: (text: string) => Buffer])[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
];

describe('a coding that nobody asked for', () => {
  for (const [coding, code] of codings) {
    test(`${coding} is taken off, in one piece and in many`, async () => {
      const bytes = code(said);
      const headers = { 'content-encoding': coding };
      const pieces = Array.from({ length: Math.ceil(bytes.length / 50) }, (_, at) => bytes.subarray(50 * at, 50 * at + 50));
      for (const behaviour of [whole(bytes, { headers }), stream(pieces, { headers })]) {
        const sink = await bench.outcome(behaviour);
        assert.deepEqual([sink.faults, sink.ends, Buffer.from(sink.text, 'latin1').toString()], [[], 1, said]);
      }
    });
  }

  test('a body that is paused is decoded no further than it is taken', async () => {
    const sink = new ListeningSink();
    const text = randomBytes(2_000_000).toString('base64');
    bench.upstream.next(whole(gzipSync(text), { headers: { 'content-encoding': 'gzip' } }));
    const exchange = bench.send(sink);
    sink.onChunk = () => {
      exchange.pause();
    };
    await sink.got(1);
    assert.ok(sink.bytes < 200_000);
    sink.onChunk = null;
    exchange.resume();
    await sink.over;
    assert.deepEqual([sink.ends, sink.text === text], [1, true]);
  });

  test('an empty body has no coding to take off, and one that is cut or no such thing is a fault', async () => {
    const headers = { 'content-encoding': 'gzip' };
    assert.equal((await bench.outcome(whole('', { headers }))).ends, 1);
    for (const bytes of [gzipSync(said).subarray(0, 40), Buffer.from('{"plain":true}')])
      assert.equal((await bench.outcome(whole(bytes, { headers }))).faults[0]?.kind, 'protocol');
  });
});

test('statuses 201 and 202 count as 200; every other status is reported as it is', async () => {
  for (const status of [200, 201, 202]) assert.equal((await bench.outcome(whole('{}', { status }))).status, 200);
  for (const status of [203, 204, 206, 400, 503]) assert.equal((await bench.outcome(whole('{}', { status }))).status, status);
});

test('a request that must not be sent twice gets an unused connection; any other one reuses a kept connection', async () => {
  const connectionsOf = async (isSentOnce: boolean): Promise<number> => {
    const before = bench.upstream.connections;
    for (let at = 0; at < 3; at += 1)
      await bench.outcome(whole('{}'), { as: { path: '/x', body: Buffer.from('{}'), isSentOnce } });
    return bench.upstream.connections - before;
  };
  await connectionsOf(false);
  assert.deepEqual([await connectionsOf(true), await connectionsOf(false)], [3, 0]);
});
