import assert from 'node:assert/strict';
import type { lookup } from 'node:dns';
import { after, before, describe, test } from 'node:test';
import {
  gzipBomb,
  head,
  html,
  raw,
  redirect,
  refusal,
  stall,
  stream,
  whole,
  type Step,
  type StreamOptions,
} from '../../test/scripted-upstream/behaviours.ts';
import { Valve } from '../../test/scripted-upstream/gate.ts';
import type { Behaviour, RecordedRequest } from '../../test/scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../../test/scripted-upstream/scripted-upstream.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { waitFor } from '../../test/wait-for.ts';
import { Deadlines } from '../platform/deadlines.ts';
import { createMediaSource, MediaError, type MediaSource } from './fetch-media.ts';

const clock = new VirtualClock();
const bytesMax = 100_000;
const hosts = ['cdn.vendor.test', '.files.vendor.test'];
let upstream: ScriptedUpstream;
let source: MediaSource;
/** Addresses to which names resolve, and the names that were looked up. */
let addresses: readonly string[] = [];
const lookedUp: string[] = [];

const resolve = ((name: string, _options: object, done: (error: null, found: object[]) => void) => {
  lookedUp.push(name);
  done(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
}) as unknown as typeof lookup;

before(async () => {
  upstream = await startScriptedUpstream();
  source = createMediaSource({ deadlines: new Deadlines(clock), bytesMax, resolve });
});
after(async () => {
  await source.close();
  await upstream.close();
});

function open(url = upstream.baseUrl.replace('/v1', '/songs/1.mp3?sign=a')) {
  return source.open({ url, baseUrl: upstream.baseUrl, hosts });
}

/** The next request, once it has arrived. */
async function arrived(): Promise<RecordedRequest> {
  const before = upstream.requests.length;
  await waitFor(() => upstream.requests.length > before, { what: 'a file is asked for' });
  return upstream.requests.at(-1) ?? assert.fail();
}

async function bytesOf(behaviour: Behaviour): Promise<number> {
  upstream.next(behaviour);
  const media = await open();
  let bytes = 0;
  for await (const chunk of media.chunks) bytes += chunk.length;
  return bytes;
}

/** Like the response of a file host. */
const asFile = { headers: { 'content-type': 'application/octet-stream' } };
const file = (bytes: Buffer): Behaviour => whole(bytes, asFile);
const parts = (steps: readonly Step[], options: StreamOptions = {}): Behaviour => stream(steps, { ...asFile, ...options });

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('it was fetched'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof MediaError, String(error));
  return `${error.fault.kind}: ${error.fault.cause}`;
}

describe('a file named by an upstream', () => {
  test('is fetched with its type, its length and all its bytes, and without anything of the client or a credential', async () => {
    upstream.next(whole(Buffer.alloc(70_000, 1), { headers: { 'content-type': 'Audio/MPEG; rate=1' } }));
    const media = await open();
    assert.deepEqual({ type: media.mediaType, bytes: media.lengthBytes }, { type: 'audio/mpeg', bytes: 70_000 });
    assert.equal(
      (await Array.fromAsync(media.chunks)).reduce((sum, { length }) => sum + length, 0),
      70_000,
    );
    const request = upstream.requests.at(-1);
    assert.equal(`${request?.method ?? ''} ${request?.path ?? ''}`, 'GET /songs/1.mp3?sign=a');
    const { host: _, ...sent } = request?.headers ?? {};
    assert.deepEqual(sent, { connection: 'keep-alive', accept: '*/*', 'accept-encoding': 'identity' });
  });

  test('is downloaded when only its chunks show its length', async () => {
    assert.equal(await bytesOf(parts([Buffer.alloc(50_000), Buffer.alloc(40_000)])), 90_000);
  });

  test('is no file when it breaks off, may have been cut, is coded, lies elsewhere or is an error', async () => {
    const cut = head(200, { 'content-length': '10' });
    const cases: readonly (readonly [Behaviour, RegExp])[] = [
      [parts([Buffer.alloc(10)], { ending: 'cut' }), /^(reset|protocol)/],
      [parts([Buffer.alloc(10)], { ending: 'reset' }), /^reset/],
      [raw(Buffer.concat([cut, Buffer.alloc(9)]), 'close'), /^reset/],
      [parts([Buffer.alloc(10)], { framing: 'close' }), /does not say where it ends/],
      [gzipBomb(1_000_000), /coded/],
      [redirect('http://169.254.169.254/latest'), /redirect 307/],
      [refusal(403), /answered 403/],
      [whole('', { status: 204 }), /answered 204/],
      [html(), /page is in its place/],
      [whole('{"error":"expired"}', { headers: { 'content-type': 'application/problem+json' } }), /page is in its place/],
    ];
    for (const [behaviour, why] of cases) assert.match(await faultOf(bytesOf(behaviour)), why);
  });

  test('may be as large as the bound, announced or not, and no byte larger', async () => {
    const small = Buffer.alloc(bytesMax / 2);
    assert.equal(await bytesOf(file(Buffer.concat([small, small]))), bytesMax);
    assert.equal(await bytesOf(parts([small, small])), bytesMax);
    assert.match(await faultOf(bytesOf(file(Buffer.alloc(bytesMax + 1)))), /too large/);
    assert.match(await faultOf(bytesOf(parts([small, small, 'x'], { ending: 'stall' }))), /too large/);
  });

  test('must begin and go on in time, and its connection is dropped when it does not', async () => {
    upstream.next(stall());
    const silent = faultOf(open());
    const first = await arrived();
    clock.advance(30_100);
    assert.match(await silent, /^idle_timeout/);
    await first.cancelled;

    upstream.next(parts([Buffer.alloc(10)], { ending: 'stall' }));
    const chunks = (await open()).chunks[Symbol.asyncIterator]();
    await chunks.next();
    const more = faultOf(chunks.next());
    clock.advance(30_100);
    assert.match(await more, /^idle_timeout/);
    await upstream.requests.at(-1)?.cancelled;
  });

  test('must be there as a whole in time, however steadily it comes, and however slowly it is taken', async () => {
    const valve = new Valve();
    upstream.next(parts([valve, 'a', valve, 'b', valve, 'c', valve, 'd', valve, 'e', valve, 'f']));
    const opening = open();
    await arrived();
    const chunks = (await opening).chunks[Symbol.asyncIterator]();
    for (let step = 0; step < 4; step += 1) {
      valve.release();
      assert.equal((await chunks.next()).done, false);
      clock.advance(29_000);
    }
    const last = faultOf(chunks.next());
    clock.advance(5_000);
    assert.match(await last, /^total_timeout/);
  });

  test('that nobody reads, or reads on, is let go', async () => {
    upstream.next(parts(['a'], { ending: 'stall' }), parts(['a'], { ending: 'stall' }));
    await open();
    const unread = upstream.requests.at(-1);
    clock.advance(30_100);
    await unread?.cancelled;
    for await (const chunk of (await open()).chunks) {
      assert.equal(chunk.toString(), 'a');
      break;
    }
    await upstream.requests.at(-1)?.cancelled;
    clock.advance(200_000);
  });
});

describe('row 41: what an upstream names', () => {
  const refusedBecause = async (url: string, why: RegExp): Promise<void> => {
    const before = upstream.connections;
    assert.match(await faultOf(open(url)), why, url);
    assert.equal(upstream.connections, before, url);
  };

  test('must be an address of the web at a host of the vendor, at its usual port and without credentials', async () => {
    const { port } = new URL(upstream.baseUrl);
    for (const url of [
      '',
      'songs/1.mp3',
      'file:///etc/passwd',
      'ftp://cdn.vendor.test/1',
      'data:audio/wav;base64,AAAA',
      'gopher:x',
    ])
      await refusedBecause(url, /none of the web/);
    for (const url of ['https://user@cdn.vendor.test/1', `http://:x@127.0.0.1:${port}/1`])
      await refusedBecause(url, /credentials/);
    const elsewhere = [
      ...[
        'https://example.com/',
        'https://xcdn.vendor.test/',
        'https://cdn.vendor.test.example.com/',
        'https://files.vendor.test/',
      ],
      ...[
        'https://cdn.vendor.test:8443/',
        'https://cdn.vendor.test./',
        `http://localhost:${port}/`,
        `https://127.0.0.1:${port}/`,
      ],
      ...['http://127.0.0.1/', 'http://[::1]/', 'http://2130706433/', 'http://169.254.169.254/latest/meta-data/'],
    ];
    for (const url of elsewhere) await refusedBecause(url, /none of the vendor/);
    assert.deepEqual(lookedUp, []);
  });

  test('is not connected to where its name leads into a network of the operator, even by one of several addresses', async () => {
    for (const found of [['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['1.1.1.1', '10.0.0.1'], ['169.254.169.254']]) {
      addresses = found;
      await refusedBecause('https://cdn.vendor.test/1.mp3', /does not have public addresses only/);
      await refusedBecause('http://a.files.vendor.test/1.mp3', /does not have public addresses only/);
    }
    assert.deepEqual(new Set(lookedUp), new Set(['cdn.vendor.test', 'a.files.vendor.test']));
  });

  test('is refused when a vendor lists an address that is not public', async () => {
    for (const host of ['127.0.0.1', '10.0.0.1', '[::1]'])
      assert.match(
        await faultOf(source.open({ url: `http://${host}/1`, baseUrl: upstream.baseUrl, hosts: [host] })),
        /is not public/,
      );
  });
});
