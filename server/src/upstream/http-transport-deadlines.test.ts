import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { chat, chatStream, head, resetBeforeAnswer, stall, stream, trickle } from '../../test/scripted-upstream/behaviours.ts';
import { Gate, Valve } from '../../test/scripted-upstream/gate.ts';
import type { Behaviour } from '../../test/scripted-upstream/scripted-exchange.ts';
import { ListeningSink } from '../../test/upstream/listening-sink.ts';
import { timeouts, TransportBench, turns, type Sending } from '../../test/upstream/transport-bench.ts';
import { inTime, waitFor } from '../../test/wait-for.ts';
import { Deadlines } from '../platform/deadlines.ts';
import { createHttpTransport } from './http-transport.ts';

let bench: TransportBench;
before(async () => {
  bench = await TransportBench.start();
});
after(() => bench.close());

describe('deadlines', () => {
  /** Waits until the request is at the upstream and `bytes` of the response have arrived here. */
  async function started(behaviour: Behaviour, sending: Sending = {}, bytes = 0) {
    const arrived = bench.upstream.requests.length;
    bench.upstream.next(behaviour);
    const sink = new ListeningSink();
    const exchange = bench.send(sink, { stream: true, ...sending });
    await waitFor(() => bench.upstream.requests.length > arrived);
    await sink.got(bytes);
    const request = bench.upstream.requests[arrived];
    assert.ok(request);
    return { sink, exchange, request };
  }

  test('an upstream that does not answer, or sends a head alone, runs into the first-byte deadline and is dropped', async () => {
    for (const afterHead of [false, true]) {
      const { sink, request } = await started(stall({ afterHead }));
      bench.clock.advance(timeouts.firstByteTimeoutMs - 100);
      assert.equal(sink.faults.length, 0);
      bench.clock.advance(200);
      assert.deepEqual(
        sink.faults.map((fault) => fault.kind),
        ['first_byte_timeout'],
      );
      await request.cancelled;
    }
  });

  test('informational answers without end do not put the first-byte deadline off', async () => {
    for (const status of [100, 102]) {
      const valve = new Valve();
      const { sink, request } = await started(async (exchange) => {
        while (!exchange.gone) {
          await exchange.write(head(status, {}));
          await valve.pass();
        }
      });
      for (let passedMs = 0; passedMs < timeouts.firstByteTimeoutMs - 100; passedMs += 10_000) {
        bench.clock.advance(Math.min(10_000, timeouts.firstByteTimeoutMs - 100 - passedMs));
        valve.release();
        await turns(2);
      }
      assert.equal(sink.faults.length, 0);
      bench.clock.advance(200);
      assert.deepEqual(
        sink.faults.map((fault) => fault.kind),
        ['first_byte_timeout'],
      );
      await request.cancelled;
      valve.release();
    }
  });

  test('a stream that stalls runs into the idle deadline, each byte restarts it', async () => {
    const valve = new Valve();
    const { sink, request } = await started(trickle(['Hi'], valve));
    for (let bytes = 1; bytes <= 5; bytes += 1) {
      valve.release();
      await sink.got(bytes);
      bench.clock.advance(timeouts.idleTimeoutMs - 100);
    }
    assert.equal(sink.faults.length, 0);
    bench.clock.advance(200);
    assert.equal(sink.faults[0]?.kind, 'idle_timeout');
    await request.cancelled;
  });

  test('a trickle, or comments alone, cannot outlast the total deadline', async () => {
    const valve = new Valve();
    const comment = ': still working\n\n';
    const steps = Array.from({ length: 100 }, () => [valve, comment]).flat();
    const { sink, request } = await started(stream(steps));
    for (let step = 1; sink.faults.length === 0; step += 1) {
      assert.ok(step < 100);
      valve.release();
      await sink.got(step * comment.length);
      bench.clock.advance(20_000);
    }
    assert.equal(sink.faults[0]?.kind, 'total_timeout');
    await request.cancelled;
  });

  test('a connection that is never established runs into the connect deadline', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const sink = new ListeningSink();
    // A TLS handshake without a reply.
    bench.send(sink, { route: bench.route({ baseUrl: `https://127.0.0.1:${String(port)}` }) });
    const [socket] = (await inTime(once(silent, 'connection'), { what: 'a connection is begun' })) as [Socket];
    bench.clock.advance(timeouts.connectTimeoutMs + 100);
    assert.equal(sink.faults[0]?.kind, 'connect');
    socket.destroy();
    silent.close();
  });

  test('a blocked event loop is not taken for a silent upstream', async () => {
    const gate = new Gate();
    const { sink } = await started(chatStream([gate, 'Hello']), {}, 1);
    gate.open();
    // The bytes are in transit while nothing runs here; the sweep comes before they can be read.
    bench.clock.block(timeouts.idleTimeoutMs + 5_000);
    bench.clock.advance(50);
    await sink.over;
    assert.deepEqual([sink.ends, sink.faults], [1, []]);
  });

  test('an upstream that stays silent after a blocked event loop is still timed out', async () => {
    const { sink } = await started(stall());
    // A sweep runs in between. Without it, the request would not count as made before the block, and its time would start again.
    bench.clock.advance(50);
    bench.clock.block(timeouts.firstByteTimeoutMs + 5_000);
    bench.clock.advance(50);
    assert.equal(sink.faults.length, 0);
    bench.clock.advance(500);
    assert.equal(sink.faults[0]?.kind, 'first_byte_timeout');
  });

  test('a pause suspends the idle deadline, and nothing arrives until resumed', async () => {
    const gate = new Gate();
    const { sink, exchange } = await started(stream(['first', gate, 'second']), {}, 5);
    exchange.pause();
    gate.open();
    bench.clock.advance(timeouts.idleTimeoutMs * 3);
    await turns(20);
    assert.deepEqual([sink.text, sink.faults], ['first', []]);
    exchange.resume();
    await sink.over;
    assert.deepEqual([sink.text, sink.ends], ['firstsecond', 1]);
  });

  test('no deadline is left behind by exchanges that ended, failed or were cancelled', async () => {
    const own = new Deadlines(bench.clock);
    const watched = new Set<object>();
    const watch = own.watch.bind(own);
    const forget = own.forget.bind(own);
    own.watch = (afterMs, onExpire) => {
      const deadline = watch(afterMs, onExpire);
      watched.add(deadline);
      return deadline;
    };
    own.forget = (deadline) => {
      watched.delete(deadline);
      forget(deadline);
    };
    const other = createHttpTransport({ clock: bench.clock, deadlines: own });
    const call = {
      route: bench.route(),
      dialect: 'chat-completions',
      path: '/chat/completions',
      body: Buffer.from('{}'),
      stream: false,
      timeouts,
    };
    bench.upstream.next(chat(), resetBeforeAnswer());
    const [good, bad] = [new ListeningSink(), new ListeningSink()];
    other.send(call, good);
    await good.over;
    other.send(call, bad);
    await bad.over;
    other.send(call, new ListeningSink()).cancel();
    assert.equal(watched.size, 0);
    await other.close();
    own.close();
  });
});
