import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import {
  chat,
  chatStream,
  chatStreamResetAfter,
  closeBeforeAnswer,
  gzipBomb,
  head,
  informational,
  raw,
  redirect,
  refusal,
  refusedBaseUrl,
  resetBeforeAnswer,
  stall,
  stream,
  trickle,
  twoLengths,
  vendorHeaders,
  whole,
  withStrayBytes,
  wrongLength,
} from '../../test/scripted-upstream/behaviours.ts';
import { Gate, Valve } from '../../test/scripted-upstream/gate.ts';
import type { Behaviour } from '../../test/scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../../test/scripted-upstream/scripted-upstream.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { inTime, waitFor } from '../../test/wait-for.ts';
import type { Route } from '../domain/catalog/model.ts';
import { Deadlines } from '../platform/deadlines.ts';
import type { Exchange, ExchangeSink, Transport, UpstreamFault, UpstreamTimeouts } from './exchange.ts';
import { createHttpTransport } from './http-transport.ts';

const timeouts: UpstreamTimeouts = {
  connectTimeoutMs: 5_000,
  firstByteTimeoutMs: 60_000,
  idleTimeoutMs: 30_000,
  totalTimeoutMs: 300_000,
};

/** Writes down everything an exchange says and lets tests wait for it. */
class Listener implements ExchangeSink {
  status = 0;
  headers: Readonly<Record<string, string | string[] | undefined>> = {};
  bytes = 0;
  text = '';
  ends = 0;
  readonly faults: UpstreamFault[] = [];
  readonly #over = Promise.withResolvers<undefined>();
  #wanted: { bytes: number; reached: () => void } | null = null;
  keepText = true;
  onChunk: (() => void) | null = null;

  get over(): Promise<undefined> {
    return inTime(this.#over.promise, { what: 'an exchange is over' });
  }

  got(bytes: number): Promise<void> {
    if (this.bytes >= bytes) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wanted = {
      bytes,
      reached() {
        resolve(undefined);
      },
    };
    return inTime(promise, { what: `${String(bytes)} bytes have come` });
  }

  onHead(status: number, headers: Listener['headers']): void {
    this.status = status;
    this.headers = headers;
  }

  onData(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.keepText) this.text += chunk.toString('latin1');
    if (this.#wanted !== null && this.bytes >= this.#wanted.bytes) this.#wanted.reached();
    this.onChunk?.();
  }

  onEnd(): void {
    this.ends += 1;
    this.#over.resolve(undefined);
  }

  onFault(fault: UpstreamFault): void {
    this.faults.push(fault);
    this.#over.resolve(undefined);
  }
}

const clock = new VirtualClock();
const deadlines = new Deadlines(clock);
let transport: Transport;
let upstream: ScriptedUpstream;

before(async () => {
  transport = createHttpTransport({ clock, deadlines, version: '1.2.3' });
  upstream = await startScriptedUpstream();
});

after(async () => {
  await transport.close();
  await upstream.close();
});

function route(overrides: Partial<Route> = {}): Route {
  return { id: 'rt_1', region: 'domestic', baseUrl: upstream.baseUrl, apiKey: 'upstream-key', ...overrides };
}

interface Sending {
  readonly route?: Route;
  readonly stream?: boolean;
  readonly body?: object;
  readonly timeouts?: Partial<UpstreamTimeouts>;
}

function send(
  sink: ExchangeSink,
  { route: to = route(), stream: streamed = false, body = {}, timeouts: own }: Sending = {},
): Exchange {
  const bytes = Buffer.from(JSON.stringify({ model: 'm', stream: streamed, ...body }));
  return transport.send(
    { route: to, path: '/chat/completions', body: bytes, stream: streamed, timeouts: { ...timeouts, ...own } },
    sink,
  );
}

async function outcome(behaviour: Behaviour, sending: Sending = {}): Promise<Listener> {
  const arrived = upstream.requests.length;
  upstream.next(behaviour);
  const sink = new Listener();
  send(sink, sending);
  await sink.over;
  // Anything said twice would be said by now.
  await new Promise(setImmediate);
  assert.equal(upstream.requests.length, arrived + 1, 'a request is sent exactly once');
  assert.equal(sink.ends + sink.faults.length, 1, 'an exchange ends exactly once');
  return sink;
}

function turns(count: number): Promise<void> {
  return count === 0 ? Promise.resolve() : new Promise(setImmediate).then(() => turns(count - 1));
}

describe('what is sent', () => {
  test('an upstream sees only the headers on the list and the bytes as they are', async () => {
    await outcome(chat());
    const request = upstream.requests.at(-1);
    assert.ok(request);
    const { host, ...headers } = request.headers;
    assert.equal(`http://${host ?? ''}/v1`, upstream.baseUrl);
    assert.deepEqual(headers, {
      connection: 'keep-alive',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'tollgate/1.2.3',
      authorization: 'Bearer upstream-key',
      accept: 'application/json',
      'content-length': String(request.bytes.length),
    });
    assert.equal(`${request.method} ${request.path}`, 'POST /v1/chat/completions');
  });

  test('a stream asks for an event stream, and a route without a key sends no authorization', async () => {
    await outcome(chat(), { stream: true, route: route({ apiKey: null }) });
    const headers = upstream.requests.at(-1)?.headers;
    assert.equal(headers?.accept, 'text/event-stream');
    assert.equal(headers.authorization, undefined);
  });

  test('a base address keeps its path prefix and query, with or without a slash at its end', async () => {
    for (const [suffix, path] of [
      ['/', '/v1/chat/completions'],
      ['/deep//', '/v1/deep/chat/completions'],
      ['?api-version=2', '/v1/chat/completions?api-version=2'],
    ] as const) {
      await outcome(chat(), { route: route({ baseUrl: upstream.baseUrl + suffix }) });
      assert.equal(upstream.requests.at(-1)?.path, path);
    }
  });

  test('1,000 calls in a row need one connection', async () => {
    const before = upstream.connections;
    for (let call = 0; call < 1_000; call += 1) {
      const sink = new Listener();
      send(sink);
      await sink.over;
      assert.equal(sink.ends, 1);
    }
    assert.ok(upstream.connections - before <= 1, `${String(upstream.connections - before)} connections`);
  });
});

describe('what is heard', () => {
  test('a whole answer, a chunked, a length-framed and a close-delimited stream all arrive complete', async () => {
    const steps = ['data: {"a":1}\n\n', 'data: [DONE]\n\n'];
    for (const framing of ['chunked', 'length', 'close'] as const) {
      const sink = await outcome(stream(steps, { framing }), { stream: true });
      assert.deepEqual([sink.status, sink.text, sink.ends], [200, steps.join(''), 1]);
    }
    const sink = await outcome(whole('{"ok":true}', { status: 201 }));
    assert.deepEqual([sink.status, sink.text], [201, '{"ok":true}']);
  });

  test('an error answer is an answer, with its status, headers and body', async () => {
    const sink = await outcome(refusal(429, 'busy', { 'retry-after': '3' }));
    assert.deepEqual([sink.status, sink.text, sink.headers['retry-after'], sink.ends], [429, 'busy', '3', 1]);
  });

  test('up to eight informational answers are skipped', async () => {
    const sink = await outcome(informational(8, 103, chat()));
    assert.deepEqual([sink.status, sink.ends], [200, 1]);
  });

  test('headers of the upstream reach the caller, who copies none of them', async () => {
    const sink = await outcome(vendorHeaders());
    assert.deepEqual(sink.headers['set-cookie'], ['session=secret', 'second=secret']);
  });
});

const close = { connection: 'close' };
const faults: readonly (readonly [string, UpstreamFault['kind'], Behaviour])[] = [
  ['a reset before any answer', 'reset', resetBeforeAnswer()],
  ['a connection closed before any answer', 'reset', closeBeforeAnswer()],
  ['a head cut in the middle', 'reset', raw('HTTP/1.1 200 OK\r\ncontent-le', 'close')],
  ['a chunked body without its terminator', 'reset', stream(['data: 1\n\n'], { ending: 'cut' })],
  ['the same on a connection that was to be closed', 'reset', stream(['data: 1\n\n'], { ending: 'cut', headers: close })],
  ['a chunked body broken by a reset', 'reset', stream(['data: 1\n\n'], { ending: 'reset' })],
  ['a body shorter than announced', 'reset', wrongLength(10)],
  ['two contradicting lengths', 'protocol', twoLengths()],
  ['a length together with chunks', 'protocol', stream(['x'], { headers: { 'content-length': '3' } })],
  [
    'a chunk size that is no number',
    'protocol',
    raw(Buffer.concat([head(200, { 'transfer-encoding': 'chunked' }), Buffer.from('zz\r\n')])),
  ],
  ['an answer that is not HTTP', 'protocol', raw('SSH-2.0-OpenSSH_9.6\r\n')],
  ['headers without end', 'protocol', raw(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}`)],
  ['a redirect', 'protocol', redirect('http://127.0.0.1:1/')],
  ['status 999', 'protocol', whole('{}', { status: 999 })],
  ['status 600', 'protocol', whole('{}', { status: 600 })],
  ['a gzip bomb', 'protocol', gzipBomb(50_000_000)],
  ['fifty codings', 'protocol', gzipBomb(1_000, Array.from({ length: 50 }, () => 'gzip').join(', '))],
  ['a flood of informational answers', 'protocol', informational(10_000, 103, chat())],
  ['an informational answer nobody asked for', 'protocol', informational(1, 100, chat())],
  ['a switch of protocols', 'protocol', raw('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')],
];

describe('faults', () => {
  for (const [name, kind, behaviour] of faults) {
    test(`${name} is one ${kind} fault`, async () => {
      const sink = await outcome(behaviour);
      assert.deepEqual(
        sink.faults.map((fault) => fault.kind),
        [kind],
        sink.faults[0]?.cause ?? 'no fault',
      );
      assert.doesNotMatch(sink.faults[0]?.cause ?? '', /upstream-key|Bearer/);
    });
  }

  test('a stream broken at any byte of its first frames is a reset after exactly these bytes', async () => {
    for (let bytes = 0; bytes <= 200; bytes += 1) {
      const sink = await outcome(chatStreamResetAfter(['Hello'], bytes), { stream: true });
      assert.deepEqual([sink.bytes, sink.faults[0]?.kind], [bytes, 'reset']);
    }
  });

  test('a close-delimited body that is cut looks complete, so only the protocol can judge it', async () => {
    const sink = await outcome(stream(['data: {"half'], { framing: 'close', ending: 'cut' }), { stream: true });
    assert.equal(sink.ends, 1);
  });

  test('a refused connection, an unknown name, a key that no header can hold and an address of no use prove that nothing was sent', async () => {
    const before = upstream.requests.length;
    const refused = await refusedBaseUrl();
    for (const bad of [
      route({ baseUrl: refused }),
      route({ baseUrl: 'http://name.invalid/v1' }),
      route({ apiKey: 'two\nlines' }),
      route({ baseUrl: 'ftp://127.0.0.1/' }),
      route({ baseUrl: 'not an address' }),
    ]) {
      const sink = new Listener();
      send(sink, { route: bad });
      assert.equal(sink.faults.length, 0, 'send itself says nothing');
      await sink.over;
      assert.equal(sink.faults[0]?.kind, 'connect');
      assert.doesNotMatch(sink.faults[0].cause, /two|lines|upstream-key/);
      assert.doesNotMatch(sink.faults[0].cause, /127\.0\.0\.1|name\.invalid|:\d/, 'nor where the upstream stands');
    }
    assert.equal(upstream.requests.length, before);
  });

  test('bytes behind an answer close the connection and never reach the next call', async () => {
    const { connections, connectionsOpen } = upstream;
    const first = await outcome(withStrayBytes());
    assert.equal(first.ends, 1);
    const isReused = (upstream.requests.at(-1)?.connection ?? 0) <= connections;
    await waitFor(() => upstream.connectionsOpen <= connectionsOpen - (isReused ? 1 : 0));
    const second = await outcome(chat('clean'));
    assert.match(second.text, /clean/);
    const [before, last] = upstream.requests.slice(-2);
    assert.notEqual(before?.connection, last?.connection);
  });

  test('a sink that throws hears a fault, and the defect is not swallowed', async () => {
    const defects: unknown[] = [];
    const own = createHttpTransport({ clock, deadlines, onDefect: (error) => defects.push(error) });
    const sink = new Listener();
    sink.onChunk = () => {
      throw new Error('defect');
    };
    own.send({ route: route(), path: '/chat/completions', body: Buffer.from('{}'), stream: false, timeouts }, sink);
    await sink.over;
    assert.deepEqual([sink.faults[0]?.kind, defects.length], ['protocol', 1]);
    await own.close();
  });

  test('a sink that throws at the very end hears a fault too, because its call still has to end', async () => {
    const defects: unknown[] = [];
    const own = createHttpTransport({ clock, deadlines, onDefect: (error) => defects.push(error) });
    const sink = new Listener();
    sink.onEnd = () => {
      throw new Error('defect');
    };
    own.send({ route: route(), path: '/chat/completions', body: Buffer.from('{}'), stream: false, timeouts }, sink);
    await sink.over;
    assert.deepEqual([sink.faults[0]?.kind, defects.length], ['protocol', 1]);
    await own.close();
  });

  test('an upstream counts as set to work from when it may have seen the request', async () => {
    upstream.next(chat());
    const sink = new Listener();
    const exchange = send(sink);
    assert.equal(exchange.isSent, false);
    await sink.over;
    assert.equal(exchange.isSent, true);
    const unreached = new Listener();
    const refused = send(unreached, { route: route({ baseUrl: await refusedBaseUrl() }) });
    await unreached.over;
    assert.equal(refused.isSent, false);
  });

  test('closing the transport ends what is under way and refuses what comes later', async () => {
    const own = createHttpTransport({ clock, deadlines });
    upstream.next(stall());
    const [running, late] = [new Listener(), new Listener()];
    const call = { route: route(), path: '/chat/completions', body: Buffer.from('{}'), stream: false, timeouts };
    const arrived = upstream.requests.length;
    own.send(call, running);
    await waitFor(() => upstream.requests.length > arrived);
    await own.close();
    await running.over;
    own.send(call, late);
    await late.over;
    assert.deepEqual([running.faults[0]?.kind, late.faults[0]?.kind], ['reset', 'connect']);
  });
});

describe('deadlines', () => {
  /** Waits for the request to stand at the upstream; `bytes` of the answer must have arrived here. */
  async function started(behaviour: Behaviour, sending: Sending = {}, bytes = 0) {
    const arrived = upstream.requests.length;
    upstream.next(behaviour);
    const sink = new Listener();
    const exchange = send(sink, { stream: true, ...sending });
    await waitFor(() => upstream.requests.length > arrived);
    await sink.got(bytes);
    const request = upstream.requests[arrived];
    assert.ok(request);
    return { sink, exchange, request };
  }

  test('an upstream that does not answer, or sends a head alone, runs into the first-byte deadline and is dropped', async () => {
    for (const afterHead of [false, true]) {
      const { sink, request } = await started(stall({ afterHead }));
      clock.advance(timeouts.firstByteTimeoutMs - 100);
      assert.equal(sink.faults.length, 0);
      clock.advance(200);
      assert.deepEqual(
        sink.faults.map((fault) => fault.kind),
        ['first_byte_timeout'],
      );
      await request.cancelled;
    }
  });

  test('a stream that stalls runs into the idle deadline, each byte starts it anew', async () => {
    const valve = new Valve();
    const { sink, request } = await started(trickle(['Hi'], valve));
    for (let bytes = 1; bytes <= 5; bytes += 1) {
      valve.release();
      await sink.got(bytes);
      clock.advance(timeouts.idleTimeoutMs - 100);
    }
    assert.equal(sink.faults.length, 0);
    clock.advance(200);
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
      clock.advance(20_000);
    }
    assert.equal(sink.faults[0]?.kind, 'total_timeout');
    await request.cancelled;
  });

  test('a connection that is never established runs into the connect deadline', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const sink = new Listener();
    // A TLS handshake that nobody answers.
    send(sink, { route: route({ baseUrl: `https://127.0.0.1:${String(port)}` }) });
    const [socket] = (await inTime(once(silent, 'connection'), { what: 'a connection is begun' })) as [Socket];
    clock.advance(timeouts.connectTimeoutMs + 100);
    assert.equal(sink.faults[0]?.kind, 'connect');
    socket.destroy();
    silent.close();
  });

  test('a blocked event loop is not taken for a silent upstream', async () => {
    const gate = new Gate();
    const { sink } = await started(chatStream([gate, 'Hello']), {}, 1);
    gate.open();
    // The bytes are on their way while nothing here runs; the sweep comes before they can be read.
    clock.block(timeouts.idleTimeoutMs + 5_000);
    clock.advance(50);
    await sink.over;
    assert.deepEqual([sink.ends, sink.faults], [1, []]);
  });

  test('an upstream that stays silent after a blocked event loop is still timed out', async () => {
    const { sink } = await started(stall());
    clock.block(timeouts.firstByteTimeoutMs + 5_000);
    clock.advance(50);
    assert.equal(sink.faults.length, 0);
    clock.advance(500);
    assert.equal(sink.faults[0]?.kind, 'first_byte_timeout');
  });

  test('a pause suspends the idle deadline, and nothing arrives until resumed', async () => {
    const gate = new Gate();
    const { sink, exchange } = await started(stream(['first', gate, 'second']), {}, 5);
    exchange.pause();
    gate.open();
    clock.advance(timeouts.idleTimeoutMs * 3);
    await turns(20);
    assert.deepEqual([sink.text, sink.faults], ['first', []]);
    exchange.resume();
    await sink.over;
    assert.deepEqual([sink.text, sink.ends], ['firstsecond', 1]);
  });

  test('no deadline is left behind by exchanges that ended, failed or were cancelled', async () => {
    const own = new Deadlines(clock);
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
    const other = createHttpTransport({ clock, deadlines: own });
    const call = { route: route(), path: '/chat/completions', body: Buffer.from('{}'), stream: false, timeouts };
    upstream.next(chat(), resetBeforeAnswer());
    const [good, bad] = [new Listener(), new Listener()];
    other.send(call, good);
    await good.over;
    other.send(call, bad);
    await bad.over;
    other.send(call, new Listener()).cancel();
    assert.equal(watched.size, 0);
    await other.close();
    own.close();
  });
});

describe('cancelling and pausing', () => {
  test('cancelling reaches the upstream at once, and nothing more is heard', async () => {
    for (const bytes of [0, 20]) {
      const arrived = upstream.requests.length;
      upstream.next(bytes === 0 ? stall() : stream(['x'.repeat(20)], { ending: 'stall' }));
      const sink = new Listener();
      const exchange = send(sink, { stream: true });
      await waitFor(() => upstream.requests.length > arrived);
      await sink.got(bytes);
      exchange.cancel();
      exchange.cancel();
      await upstream.requests[arrived]?.cancelled;
      await turns(3);
      assert.deepEqual([sink.ends, sink.faults.length], [0, 0]);
    }
  });

  test('a call cancelled before it has a connection is never sent', async () => {
    const arrived = upstream.requests.length;
    const sink = new Listener();
    send(sink).cancel();
    const next = new Listener();
    send(next);
    await next.over;
    await turns(3);
    assert.equal(upstream.requests.length, arrived + 1);
    assert.deepEqual([sink.ends, sink.faults.length], [0, 0]);
  });

  test('cancelling from within a chunk, as a judge that saw a bad frame does, is silent too', async () => {
    upstream.next(stream(['bad', 'more', 'more']));
    const sink = new Listener();
    const exchange = send(sink, { stream: true });
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
    upstream.next(async (exchange) => {
      taken = () => exchange.bytesTaken;
      await exchange.write(head(200, { 'content-length': String(size) }));
      for (let sent = 0; sent < size && !exchange.gone; sent += piece.length) await exchange.write(piece);
      exchange.done();
    });
    const sink = new Listener();
    sink.keepText = false;
    const exchange = send(sink, { stream: true });
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
    upstream.next(stream(['a'.repeat(10), gate, 'b'.repeat(10)], { framing: 'close' }));
    const sink = new Listener();
    const exchange = send(sink, { stream: true });
    await sink.got(10);
    exchange.pause();
    gate.open();
    await upstream.requests.at(-1)?.over;
    await turns(20);
    assert.deepEqual([sink.bytes, sink.ends], [10, 0]);
    exchange.resume();
    await sink.over;
    assert.deepEqual([sink.bytes, sink.ends], [20, 1]);
  });

  test('one call may resume another from within its own chunk', async () => {
    upstream.next(stream(['1', '2', '3']), stream(['x', 'y', 'z']));
    const [left, right] = [new Listener(), new Listener()];
    const paused = send(left, { stream: true });
    left.onChunk = () => {
      left.onChunk = null;
      paused.pause();
    };
    await left.got(1);
    right.onChunk = () => {
      paused.resume();
    };
    send(right, { stream: true });
    await Promise.all([left.over, right.over]);
    assert.deepEqual([left.text, right.text], ['123', 'xyz']);
  });
});
