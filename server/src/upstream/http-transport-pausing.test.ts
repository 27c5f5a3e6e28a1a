import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { head, stall, stream } from '../../test/scripted-upstream/behaviours.ts';
import { Gate } from '../../test/scripted-upstream/gate.ts';
import { ListeningSink } from '../../test/upstream/listening-sink.ts';
import { TransportBench, turns } from '../../test/upstream/transport-bench.ts';
import { waitFor } from '../../test/wait-for.ts';

let bench: TransportBench;
before(async () => {
  bench = await TransportBench.start();
});
after(() => bench.close());

describe('cancelling and pausing', () => {
  test('cancelling reaches the upstream at once, and nothing more is heard', async () => {
    for (const bytes of [0, 20]) {
      const arrived = bench.upstream.requests.length;
      bench.upstream.next(bytes === 0 ? stall() : stream(['x'.repeat(20)], { ending: 'stall' }));
      const sink = new ListeningSink();
      const exchange = bench.send(sink, { stream: true });
      await waitFor(() => bench.upstream.requests.length > arrived);
      await sink.got(bytes);
      exchange.cancel();
      exchange.cancel();
      await bench.upstream.requests[arrived]?.cancelled;
      await turns(3);
      assert.deepEqual([sink.ends, sink.faults.length], [0, 0]);
    }
  });

  test('a call cancelled before it has a connection is never sent', async () => {
    const arrived = bench.upstream.requests.length;
    const sink = new ListeningSink();
    bench.send(sink).cancel();
    const next = new ListeningSink();
    bench.send(next);
    await next.over;
    await turns(3);
    assert.equal(bench.upstream.requests.length, arrived + 1);
    assert.deepEqual([sink.ends, sink.faults.length], [0, 0]);
  });

  test('cancelling from within a chunk, as a judge that saw a bad frame does, is silent too', async () => {
    bench.upstream.next(stream(['bad', 'more', 'more']));
    const sink = new ListeningSink();
    const exchange = bench.send(sink, { stream: true });
    sink.onChunk = () => {
      exchange.cancel();
    };
    await sink.got(3);
    await turns(5);
    assert.deepEqual([sink.text, sink.ends, sink.faults.length], ['bad', 0, 0]);
  });

  test('a paused call holds the upstream back, so memory does not grow with the answer', async () => {
    const size = 64 * 1024 * 1024;
    const piece = Buffer.alloc(64 * 1024, 'x');
    let taken = () => 0;
    bench.upstream.next(async (exchange) => {
      taken = () => exchange.bytesTaken;
      await exchange.write(head(200, { 'content-length': String(size) }));
      for (let sent = 0; sent < size && !exchange.gone; sent += piece.length) await exchange.write(piece);
      exchange.done();
    });
    const sink = new ListeningSink();
    sink.keepText = false;
    const exchange = bench.send(sink, { stream: true });
    sink.onChunk = () => {
      if (sink.bytes < 2 * 1024 * 1024) return;
      exchange.pause();
    };
    await sink.got(2 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    let last = -1;
    while (last !== taken()) {
      last = taken();
      await turns(50);
    }
    assert.ok(last < size / 2, 'the kernel buffers fill and the upstream waits');
    assert.ok(sink.bytes < 3 * 1024 * 1024);
    assert.ok(process.memoryUsage().rss - before < 16 * 1024 * 1024);
    sink.onChunk = null;
    exchange.resume();
    await sink.over;
    assert.deepEqual([sink.bytes, sink.ends], [size, 1]);
  });

  test('what a closing connection brings during a pause is kept until resumed', async () => {
    const gate = new Gate();
    bench.upstream.next(stream(['a'.repeat(10), gate, 'b'.repeat(10)], { framing: 'close' }));
    const sink = new ListeningSink();
    const exchange = bench.send(sink, { stream: true });
    await sink.got(10);
    exchange.pause();
    gate.open();
    await bench.upstream.requests.at(-1)?.over;
    await turns(20);
    assert.deepEqual([sink.bytes, sink.ends], [10, 0]);
    exchange.resume();
    await sink.over;
    assert.deepEqual([sink.bytes, sink.ends], [20, 1]);
  });

  test('one call may resume another from within its own chunk', async () => {
    bench.upstream.next(stream(['1', '2', '3']), stream(['x', 'y', 'z']));
    const [left, right] = [new ListeningSink(), new ListeningSink()];
    const paused = bench.send(left, { stream: true });
    left.onChunk = () => {
      left.onChunk = null;
      paused.pause();
    };
    await left.got(1);
    right.onChunk = () => {
      paused.resume();
    };
    bench.send(right, { stream: true });
    await Promise.all([left.over, right.over]);
    assert.deepEqual([left.text, right.text], ['123', 'xyz']);
  });
});
