import assert from 'node:assert/strict';
import type { lookup } from 'node:dns';
import { after, before, describe, test } from 'node:test';
import {
  chat,
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
  twoLengths,
  vendorHeaders,
  whole,
  withStrayBytes,
  wrongLength,
} from '../../test/scripted-upstream/behaviours.ts';
import type { Behaviour } from '../../test/scripted-upstream/scripted-exchange.ts';
import { ListeningSink } from '../../test/upstream/listening-sink.ts';
import { timeouts, TransportBench, turns } from '../../test/upstream/transport-bench.ts';
import { waitFor } from '../../test/wait-for.ts';
import { isInstanceAddress } from '../platform/instance-address.ts';
import type { UpstreamFault } from './exchange.ts';
import { createHttpTransport } from './http-transport.ts';
import { checkedLookup } from './public-address.ts';

/** A response whose bytes arrive in two chunks. */
function inTwo(bytes: Buffer, cut: number): Behaviour {
  return async (exchange) => {
    await exchange.write(bytes.subarray(0, cut));
    await turns(1);
    await exchange.write(bytes.subarray(cut));
    exchange.close();
  };
}

let bench: TransportBench;
before(async () => {
  bench = await TransportBench.start();
});
after(() => bench.close());

describe('what is sent', () => {
  test('an upstream sees only the headers on the list and the bytes as they are', async () => {
    await bench.outcome(chat());
    const request = bench.upstream.requests.at(-1);
    assert.ok(request);
    const { host, ...headers } = request.headers;
    assert.equal(`http://${host ?? ''}/v1`, bench.upstream.baseUrl);
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
    await bench.outcome(chat(), { stream: true, route: bench.route({ apiKey: null }) });
    const headers = bench.upstream.requests.at(-1)?.headers;
    assert.equal(headers?.accept, 'text/event-stream');
    assert.equal(headers.authorization, undefined);
  });

  test('a base address keeps its path prefix and query, with or without a slash at its end', async () => {
    for (const [suffix, path] of [
      ['/', '/v1/chat/completions'],
      ['/deep//', '/v1/deep/chat/completions'],
      ['?api-version=2', '/v1/chat/completions?api-version=2'],
    ] as const) {
      await bench.outcome(chat(), { route: bench.route({ baseUrl: bench.upstream.baseUrl + suffix }) });
      assert.equal(bench.upstream.requests.at(-1)?.path, path);
    }
  });

  test('a request about a task goes out with its method and query, and without a body if it has none', async () => {
    const route = bench.route({ baseUrl: `${bench.upstream.baseUrl}?api-version=2` });
    for (const [method, body] of [
      ['GET', null],
      ['DELETE', null],
      ['POST', Buffer.from('{}')],
    ] as const) {
      const sink = await bench.outcome(whole('{"ok":true}'), { route, as: { method, body, path: '/task?id=7' } });
      assert.deepEqual([sink.status, sink.text], [200, '{"ok":true}']);
      const request = bench.upstream.requests.at(-1);
      assert.equal(`${String(request?.method)} ${String(request?.path)}`, `${method} /v1/task?id=7&api-version=2`);
      assert.deepEqual(request?.bytes, body ?? Buffer.alloc(0));
    }
  });

  test('1,000 calls in a row need one connection', async () => {
    const before = bench.upstream.connections;
    for (let call = 0; call < 1_000; call += 1) {
      const sink = new ListeningSink();
      bench.send(sink);
      await sink.over;
      assert.equal(sink.ends, 1);
    }
    assert.ok(bench.upstream.connections - before <= 1, `${String(bench.upstream.connections - before)} connections`);
  });
});

describe('what is heard', () => {
  test('a whole answer, a chunked, a length-framed and a close-delimited stream all arrive complete', async () => {
    const steps = ['data: {"a":1}\n\n', 'data: [DONE]\n\n'];
    for (const framing of ['chunked', 'length', 'close'] as const) {
      const sink = await bench.outcome(stream(steps, { framing }), { stream: true });
      assert.deepEqual([sink.status, sink.text, sink.ends], [200, steps.join(''), 1]);
    }
    const sink = await bench.outcome(whole('{"ok":true}', { status: 203 }));
    assert.deepEqual([sink.status, sink.text], [203, '{"ok":true}']);
  });

  test('an error answer is an answer, with its status, headers and body', async () => {
    const sink = await bench.outcome(refusal(429, 'busy', { 'retry-after': '3' }));
    assert.deepEqual([sink.status, sink.text, sink.headers['retry-after'], sink.ends], [429, 'busy', '3', 1]);
  });

  test('informational answers are skipped, a hundred of them too, and those of 100 that nobody asked for', async () => {
    for (const [count, status] of [
      [1, 100],
      [3, 100],
      [1, 102],
      [100, 103],
    ] as const) {
      const sink = await bench.outcome(informational(count, status, chat()));
      assert.deepEqual([sink.status, sink.ends], [200, 1]);
    }
    const mixed = informational(1, 100, informational(1, 103, informational(2, 100, chat())));
    assert.deepEqual((await bench.outcome(mixed)).status, 200);
  });

  test('they are skipped wherever they are cut, whatever they contain, and the answer after them is unchanged', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const answer = `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`;
    const heads = [
      ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 100\r\nlink: <100>\r\nx: 1\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n'].join(
        '',
      ),
      'HTTP/1.1 102 Processing\r\ndate: HTTP/1.1 100 \r\n\r\n',
    ];
    for (const informationalHead of heads) {
      const bytes = Buffer.from(informationalHead + answer);
      for (let cut = 1; cut < informationalHead.length + 20; cut += 1) {
        const sink = await bench.outcome(inTwo(bytes, cut));
        assert.deepEqual([sink.status, sink.text, sink.faults[0]?.cause], [200, body, undefined], `cut at ${String(cut)}`);
      }
    }
  });

  test('a stream whose pieces begin like a head is heard as it is', async () => {
    const pieces = Array.from({ length: 20 }, () => 'HTTP/1.1 100 Continue\r\n\r\n');
    const sink = await bench.outcome(stream(pieces, { framing: 'close' }), { stream: true });
    assert.equal(sink.text, pieces.join(''));
  });

  test('headers of the upstream reach the caller, who copies none of them', async () => {
    const sink = await bench.outcome(vendorHeaders());
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
  ['a flood of 100 that nobody asked for', 'protocol', informational(10_000, 100, chat())],
  ['a switch of protocols', 'protocol', raw('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')],
];

describe('faults', () => {
  for (const [name, kind, behaviour] of faults) {
    test(`${name} is one ${kind} fault`, async () => {
      const sink = await bench.outcome(behaviour);
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
      const sink = await bench.outcome(chatStreamResetAfter(['Hello'], bytes), { stream: true });
      assert.deepEqual([sink.bytes, sink.faults[0]?.kind], [bytes, 'reset']);
    }
  });

  test('a close-delimited body that is cut looks complete, so only the protocol can judge it', async () => {
    const sink = await bench.outcome(stream(['data: {"half'], { framing: 'close', ending: 'cut' }), { stream: true });
    assert.equal(sink.ends, 1);
  });

  test('a refused connection, an unknown name, a key that no header can hold and an address of no use prove that nothing was sent', async () => {
    const before = bench.upstream.requests.length;
    const refused = await refusedBaseUrl();
    for (const bad of [
      bench.route({ baseUrl: refused }),
      bench.route({ baseUrl: 'http://name.invalid/v1' }),
      bench.route({ apiKey: 'two\nlines' }),
      bench.route({ baseUrl: 'ftp://127.0.0.1/' }),
      bench.route({ baseUrl: 'not an address' }),
    ]) {
      const sink = new ListeningSink();
      bench.send(sink, { route: bad });
      assert.equal(sink.faults.length, 0, 'send itself says nothing');
      await sink.over;
      assert.equal(sink.faults[0]?.kind, 'connect');
      assert.doesNotMatch(sink.faults[0].cause, /two|lines|upstream-key/);
      assert.doesNotMatch(sink.faults[0].cause, /127\.0\.0\.1|name\.invalid|:\d/, 'nor where the upstream stands');
    }
    assert.equal(bench.upstream.requests.length, before);
  });

  test('a route that was stored with a link-local address or a metadata service is not connected to', async () => {
    for (const baseUrl of ['http://169.254.169.254/v1', 'http://[fe80::1%25lo]/v1', 'http://metadata.google.internal:8080/v1']) {
      const sink = new ListeningSink();
      bench.send(sink, { route: bench.route({ baseUrl }) });
      await sink.over;
      assert.equal(sink.faults[0]?.kind, 'connect', baseUrl);
      if (!baseUrl.includes('%')) assert.equal(sink.faults[0].cause, 'LinkLocalAddress');
    }
  });

  test('a name that resolves to a link-local address is not connected to, by any client that has its own rules or none', async () => {
    const found = [{ address: '169.254.169.254', family: 4 }];
    const resolve = ((_name: string, _options: unknown, done: (error: null, all: typeof found) => void) => {
      done(null, found);
    }) as unknown as typeof lookup;
    const guarded = checkedLookup(
      resolve,
      (address) => !isInstanceAddress(address),
      () => new Error('refused'),
    );
    const fault = await new Promise((heard) => {
      guarded('models.example', {}, heard);
    });
    assert.match(String(fault), /refused/);
  });

  test('bytes behind an answer close the connection and never reach the next call', async () => {
    const { connections, connectionsOpen } = bench.upstream;
    const first = await bench.outcome(withStrayBytes());
    assert.equal(first.ends, 1);
    const isReused = (bench.upstream.requests.at(-1)?.connection ?? 0) <= connections;
    await waitFor(() => bench.upstream.connectionsOpen <= connectionsOpen - (isReused ? 1 : 0));
    const second = await bench.outcome(chat('clean'));
    assert.match(second.text, /clean/);
    const [before, last] = bench.upstream.requests.slice(-2);
    assert.notEqual(before?.connection, last?.connection);
  });

  for (const [when, place] of [
    ['throws hears a fault, and the defect is not swallowed', 'onChunk'],
    ['throws at the very end hears a fault too, because its call still has to end', 'onEnd'],
  ] as const)
    test(`a sink that ${when}`, async () => {
      const defects: unknown[] = [];
      const own = createHttpTransport({
        clock: bench.clock,
        deadlines: bench.deadlines,
        onDefect: (error) => defects.push(error),
      });
      const sink = new ListeningSink();
      sink[place] = () => {
        throw new Error('defect');
      };
      own.send(
        {
          route: bench.route(),
          dialect: 'chat-completions',
          path: '/chat/completions',
          body: Buffer.from('{}'),
          stream: false,
          timeouts,
        },
        sink,
      );
      await sink.over;
      assert.deepEqual([sink.faults[0]?.kind, defects.length], ['protocol', 1]);
      await own.close();
    });

  test('an upstream counts as set to work from when it may have seen the request', async () => {
    bench.upstream.next(chat());
    const sink = new ListeningSink();
    const exchange = bench.send(sink);
    assert.equal(exchange.isSent, false);
    await sink.over;
    assert.equal(exchange.isSent, true);
    const unreached = new ListeningSink();
    const refused = bench.send(unreached, { route: bench.route({ baseUrl: await refusedBaseUrl() }) });
    await unreached.over;
    assert.equal(refused.isSent, false);
  });

  test('closing the transport ends what is under way and refuses what comes later', async () => {
    const own = createHttpTransport({ clock: bench.clock, deadlines: bench.deadlines });
    bench.upstream.next(stall());
    const [running, late] = [new ListeningSink(), new ListeningSink()];
    const call = {
      route: bench.route(),
      dialect: 'chat-completions',
      path: '/chat/completions',
      body: Buffer.from('{}'),
      stream: false,
      timeouts,
    };
    const arrived = bench.upstream.requests.length;
    own.send(call, running);
    await waitFor(() => bench.upstream.requests.length > arrived);
    await own.close();
    await running.over;
    own.send(call, late);
    await late.over;
    assert.deepEqual([running.faults[0]?.kind, late.faults[0]?.kind], ['reset', 'connect']);
  });
});
