// Goal: a song can be downloaded from its signed address, in whole or in part, with the address only.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { StoredObject } from '../../src/domain/content/objects.ts';
import { waitFor } from '../wait-for.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { RawClient } from './raw-client.ts';

const dayMs = 24 * 3_600_000;
const song = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * 7 + (at >> 8)) & 255));

let fixture: Fixture;
let object: StoredObject;
let made = 0;

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

function put(bytes: Buffer, mediaType = 'audio/mpeg'): Promise<StoredObject> {
  made += 1;
  const name = `019aa000-0000-7000-8000-${String(made).padStart(12, '0')}/0`;
  const facts = { name, accountId: fixture.accountId, keyId: fixture.keyId, mediaType };
  return fixture.service.gateway.objects.put(facts, chunks(bytes));
}

function addressOf(its: StoredObject = object): string {
  const { contentAddresses, clock } = fixture.service.gateway;
  return `http://127.0.0.1:${String(fixture.port)}/v1${contentAddresses.of(its, clock.nowMs())}`;
}

before(async () => {
  fixture = await startFixture({ env: { TOLLGATE_FAILED_ATTEMPTS_PER_MINUTE: '1000' } });
  object = await put(song);
});
after(() => fixture.close());

describe('a signed address', () => {
  test('leads to the file without a key, under any base address, with what a player needs to know', async () => {
    const address = addressOf();
    for (const url of [address, address.replace('/v1/', '/'), address.replace('/v1/', '/v1/v1/')]) {
      const answer = await fetch(url);
      assert.equal(answer.status, 200);
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(song));
      const { headers } = answer;
      assert.match(url, /\/0\.mp3\?/);
      assert.deepEqual(
        ['content-type', 'content-length', 'accept-ranges', 'x-content-type-options'].map((name) => headers.get(name)),
        ['audio/mpeg', '700000', 'bytes', 'nosniff'],
      );
    }
    const head = await fetch(address, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '700000']);
  });

  test('leads to any part of the file', async () => {
    const etag = (await fetch(addressOf())).headers.get('etag') ?? '';
    const cases: readonly (readonly [Record<string, string>, number, number, number])[] = [
      [{ range: 'bytes=0-0' }, 206, 0, 0],
      [{ range: 'bytes=65535-65536' }, 206, 65_535, 65_536],
      [{ range: 'bytes=100000-' }, 206, 100_000, 699_999],
      [{ range: 'bytes=-10' }, 206, 699_990, 699_999],
      [{ range: 'bytes=5-9', 'if-range': etag }, 206, 5, 9],
      [{ range: 'bytes=5-9', 'if-range': '"another"' }, 200, 0, 699_999],
    ];
    for (const [headers, status, from, to] of cases) {
      const answer = await fetch(addressOf(), { headers });
      assert.equal(answer.status, status);
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(song.subarray(from, to + 1)), JSON.stringify(headers));
      const told = status === 206 ? `bytes ${String(from)}-${String(to)}/700000` : null;
      assert.equal(answer.headers.get('content-range'), told);
    }
    const outside = await fetch(addressOf(), { headers: { range: 'bytes=700000-' } });
    assert.deepEqual([outside.status, outside.headers.get('content-range')], [416, 'bytes */700000']);
  });

  test('that was changed anywhere, or belongs to another file or key, is refused, and all wrong ones get the same response', async () => {
    const other = await put(Buffer.from('another song'));
    const right = addressOf();
    const [, signature = ''] = /sig=(.*)$/.exec(right) ?? [];
    const wrong = [
      right.replace('.mp3', '.wav'),
      right.replace(/exp=(\d+)/, (_, exp: string) => `exp=${String(Number(exp) + 1)}`),
      right.replace(/sig=./, (found) => (found === 'sig=A' ? 'sig=B' : 'sig=A')),
      right.slice(0, -1),
      `${right}A`,
      right.replace(signature, ''),
      right.replace(/\?.*/, ''),
      `${right}&more=1`,
      right.replace('/0.mp3', '/1.mp3'),
      right.replace(object.name, other.name),
      addressOf({ ...object, keyId: 'key_other' }),
      addressOf({ ...object, name: '019aa000-0000-7000-8000-999999999999/0' }),
      right.replace('/content/', '/content/x/'),
      right.replace(/content\/.*/, `content/${'a'.repeat(5000)}`),
    ];
    const told = new Set<string>();
    for (const url of wrong) {
      const answer = await fetch(url);
      assert.equal(answer.status, 404, url);
      told.add(JSON.stringify(await answer.json()));
    }
    assert.equal(told.size, 1);
    assert.match([...told].join(''), /content_not_found/);
    assert.equal((await fetch(right)).status, 200);
  });

  test('lasts a day and no longer than the file, and a fresh one can be had as long as the file is there', async () => {
    const first = addressOf();
    fixture.clock.advance(dayMs - 1000);
    assert.equal((await fetch(first)).status, 200);
    fixture.clock.advance(1000);
    assert.equal((await fetch(first)).status, 404);
    const second = addressOf();
    assert.equal((await fetch(second)).status, 200);
    fixture.clock.advance(5 * dayMs);
    const last = addressOf();
    fixture.clock.advance(dayMs - 1);
    assert.equal((await fetch(last)).status, 200);
    fixture.clock.advance(1);
    assert.equal((await fetch(last)).status, 404);
    object = await put(song);
  });

  test('answers GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await fetch(addressOf(), { method, headers: { authorization: `Bearer ${fixture.key}` } });
      assert.equal(answer.status, 405, method);
    }
  });

  test('does not stop what is read slowly from being read, holds no more of it than a little, and lets go who leaves', async () => {
    const large = await put(Buffer.alloc(40 * 1024 * 1024, 7));
    const client = await RawClient.open(fixture.port);
    client.stopReading();
    const path = addressOf(large).replace(/^http:\/\/[^/]*/, '');
    const before = process.memoryUsage().arrayBuffers;
    client.send(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    const { state } = fixture.service.gateway;
    await waitFor(() => state.downloads.count === 1, { what: 'the file is handed out' });
    await waitFor(async () => (await fixture.runningStalled()) === 1, { what: 'the client reads nothing' });
    assert.ok(process.memoryUsage().arrayBuffers - before < 20 * 1024 * 1024);
    client.leave();
    await waitFor(() => state.downloads.count === 0 && state.running.size === 0, { what: 'nothing of it is left' });
  });

  test('is not guessed: who tries too often has to wait', async () => {
    const url = addressOf().replace(/sig=.*/, `sig=${'A'.repeat(43)}`);
    let status = 404;
    for (let tries = 0; tries < 1100 && status === 404; tries += 1) ({ status } = await fetch(url));
    assert.equal(status, 429);
    fixture.clock.advance(60_000);
    assert.equal((await fetch(addressOf())).status, 200);
  });
});

test('the download of a damaged file breaks off, and never looks complete', async () => {
  const damaged = await put(song);
  const { objects } = fixture.service.gateway;
  const read = objects.read.bind(objects);
  const breaking: typeof objects.read = async function* (its) {
    let taken = 0;
    for await (const chunk of read(its)) {
      taken += 1;
      if (taken === 3) throw new Error('damaged');
      yield chunk;
    }
  };
  Object.assign(objects, { read: breaking });
  try {
    const answer = await fetch(addressOf(damaged));
    assert.equal(answer.status, 200);
    await assert.rejects(answer.arrayBuffer());
  } finally {
    Object.assign(objects, { read });
  }
});
