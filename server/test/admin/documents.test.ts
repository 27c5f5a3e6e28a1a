/** Goal: public documents, which need no key, cost almost nothing however often they are requested. */
import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { waitFor } from '../wait-for.ts';

interface Answer {
  readonly message: IncomingMessage;
  readonly body: Buffer;
  readonly tookMs: number;
}

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.close());

function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    get({ port: fixture.port, path, headers }, (message) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('end', () => {
        resolve({ message, body: Buffer.concat(chunks), tookMs: performance.now() - startedMs });
      });
    }).on('error', reject);
  });
}

for (const path of ['/openapi.json', '/docs/api/json', '/docs/api/yaml']) {
  describe(`the document at ${path}`, () => {
    let first: Answer;
    before(async () => {
      first = await ask(path);
    });

    test('is created once, and costs almost nothing afterwards', async (t) => {
      let least = Infinity;
      for (let round = 0; round < 30; round += 1) {
        const next = await ask(round % 2 === 0 ? path : `${path}?round=${String(round)}`);
        assert.deepEqual(next.body, first.body);
        least = Math.min(least, next.tookMs);
      }
      t.diagnostic(`first ${first.tookMs.toFixed(1)} ms, then ${least.toFixed(2)} ms`);
      assert.ok(least < first.tookMs / 3, `${least.toFixed(1)} ms beside ${first.tookMs.toFixed(1)} ms`);
    });

    test('leaves compressed where the client takes that', async () => {
      for (const [coding, decompress] of [
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
      ] as const) {
        await waitFor(async () => {
          const { message } = await ask(path, { 'accept-encoding': coding });
          return message.headers['content-encoding'] === coding;
        });
        const { body, message } = await ask(path, { 'accept-encoding': coding });
        assert.deepEqual(decompress(body), first.body);
        assert.ok(body.length < first.body.length / 4);
        assert.equal(message.headers['content-type'], first.message.headers['content-type']);
      }
      assert.equal((await ask(path, { 'accept-encoding': 'gzip;q=0' })).message.headers['content-encoding'], undefined);
    });

    test('is not sent again to those who have it', async () => {
      const { etag, vary } = first.message.headers;
      assert.ok(etag !== undefined);
      assert.equal(vary, 'accept-encoding');
      const again = await ask(path, { 'if-none-match': `"other", ${etag}` });
      assert.deepEqual([again.message.statusCode, again.body.length], [304, 0]);
      assert.equal((await ask(path, { 'if-none-match': '"other"' })).message.statusCode, 200);
    });

    test('keeps the headers that guard it', async () => {
      const kept = (await ask(path)).message.headers;
      for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options'])
        assert.deepEqual([kept[name], typeof kept[name]], [first.message.headers[name], 'string']);
    });
  });
}

test('a document asked for by HEAD alone is made once too', async () => {
  const head = (): Promise<Response> => fetch(`http://127.0.0.1:${String(fixture.port)}/docs/api/yaml`, { method: 'HEAD' });
  const [one, other] = [await head(), await head()];
  assert.deepEqual([one.status, other.status], [200, 200]);
  assert.equal(one.headers.get('content-length'), other.headers.get('content-length'));
});
