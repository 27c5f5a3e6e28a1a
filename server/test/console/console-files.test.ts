/** The console is served only at the addresses of its pages, with a policy that allows nothing foreign. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { consolePages, consoleSections } from '@tollgate/contract/site/pages';
import fastify, { type FastifyInstance } from 'fastify';
import { localEndpoints, modelEndpoints } from '../../src/endpoints/registry.ts';
import { isPageSought } from '../../src/gateway/find-target.ts';
import { registerConsoleFiles, type ClientAddress } from '../../src/operations/console-files.ts';
import { banner } from '../../src/service/start/banner.ts';
import { configOf, startInProcess } from '../service-in-process.ts';

const index =
  '<title>{service-name}</title><link rel="icon" href="/assets/icon.svg" /><meta name="site" content="{site}" /><meta name="client-addresses" content="{client-addresses}" /><meta name="style-nonce" nonce="{style-nonce}" />';
const script = `${'console.log(1);'.repeat(100)}\n`;

function writeBuild(folder: string): void {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), index);
  writeFileSync(join(folder, 'assets', 'page-1a2b.js'), script);
  writeFileSync(join(folder, 'assets', 'page-1a2b.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'built.json'), JSON.stringify({ hash: '', files: { 'page-1a2b.js': ['gzip'] } }));
}

function consoleIn(context: TestContext, addresses: readonly ClientAddress[] = []): { app: FastifyInstance; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-console-'));
  const app = fastify();
  let answers = 0;
  registerConsoleFiles(app, {
    site: () =>
      Promise.resolve({ name: 'Cloud & <Gate>', logo: '/api/console/site/logo?v=1', mail: true, support: null, addresses }),
    freshNonce: () => `nonce${String((answers += 1))}`,
    folder: pathToFileURL(`${folder}/`),
  });
  context.after(() => app.close());
  return { app, folder };
}

test('no page address starts like an address of the gateway that answers GET, so every page opens', () => {
  const owned = ['v1', 'api', 'openapi.json', 'healthz', 'readyz', 'metrics', 'assets', 'console'];
  const endpoints = [...modelEndpoints, ...localEndpoints];
  const bare = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const all = new Set([...owned, ...bare.map((path) => path.split('/')[1] ?? '')]);
  assert.ok(all.has('models') && all.has('key') && all.has('music'), 'the registry was read');
  assert.deepEqual(
    consoleSections.filter((section) => all.has(section)),
    [],
  );
  for (const section of consoleSections) {
    const request = { method: 'GET', url: `/${section}`, headers: { accept: 'text/html' } } as IncomingMessage;
    assert.ok(isPageSought(endpoints, request), section);
  }
});

test('before the first build every page says that it is coming, and is there as soon as it is', async (context) => {
  const { app, folder } = consoleIn(context);
  const before = await app.inject('/keys');
  assert.equal(before.statusCode, 503);
  assert.match(before.body, /http-equiv="refresh"/);
  writeBuild(folder);
  for (const page of consolePages) {
    const answer = await app.inject(page.replace(/\$$/, 'some/thing').replaceAll(/\$\w+/g, 'some'));
    assert.equal(answer.statusCode, 200, page);
    assert.match(answer.body, /style-nonce/);
  }
  for (const other of ['/key', '/keys/a/b', '/overview/x', '/assets/none.js', '/assets/..%2Fbuilt.json', '/assets/built.json'])
    assert.equal((await app.inject(other)).statusCode, 404, other);
});

test('a page lets in our own scripts alone, and the styles that carry the nonce of this very answer', async (context) => {
  const { app, folder } = consoleIn(context);
  writeBuild(folder);
  const answers = [await app.inject('/'), await app.inject('/')];
  for (const [at, { headers, body }] of answers.entries()) {
    const policy = String(headers['content-security-policy']);
    const nonce = `nonce${String(at + 1)}`;
    assert.match(policy, /^default-src 'none'; script-src 'self'; /);
    assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}';`) && body.includes(`nonce="${nonce}"`));
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-frame-options'], 'DENY');
  }
});

test('files never change under their names, and come compressed to who can read that', async (context) => {
  const { app, folder } = consoleIn(context);
  writeBuild(folder);
  const plain = await app.inject('/assets/page-1a2b.js');
  const small = await app.inject({ url: '/assets/page-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } });
  for (const { headers } of [plain, small]) {
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(headers.vary, 'accept-encoding');
  }
  assert.equal(plain.body, script);
  assert.equal(small.headers['content-encoding'], 'gzip');
  assert.deepEqual(small.rawPayload, gzipSync(script));
});

test('the page contains the name of the service and the address of the gateway, in a form that cannot break out of it', async (context) => {
  const { app, folder } = consoleIn(context, [{ region: 'domestic', url: 'https://api.example.cn/"><script>' }]);
  writeBuild(folder);
  const { body } = await app.inject('/');
  assert.ok(body.includes('{&#34;region&#34;:&#34;domestic&#34;,&#34;url&#34;:&#34;https://api.example.cn/'));
  assert.doesNotMatch(body, /<script/);
  assert.ok(body.includes('<title>Cloud &#38; &#60;Gate&#62;</title>'), body);
  assert.ok(body.includes('{&#34;name&#34;:&#34;Cloud &#38; &#60;Gate&#62;&#34;,&#34;logo&#34;:'), body);
  assert.ok(body.includes('<link rel="icon" href="/api/console/site/logo?v=1" />'), body);
});

test('a running gateway serves pages on the port of the console alone, and names both addresses everywhere', async () => {
  const env = {
    TOLLGATE_PORT: '0',
    TOLLGATE_CONSOLE_PORT: '0',
    TOLLGATE_DATA_DIR: mkdtempSync(join(tmpdir(), 'tollgate-console-')),
    TOLLGATE_PUBLIC_URLS: 'domestic=https://api.example.cn,overseas=https://api.example.com',
  };
  const service = await startInProcess(env);
  try {
    for (const path of ['/', '/keys', '/operator/accounts/acc_1']) {
      const page = await fetch(`${service.consoleUrl}${path}`);
      assert.match(String(page.headers.get('content-type')), /^text\/html/);
      const atGateway = await fetch(`http://127.0.0.1:${String(service.port)}${path}`, { headers: { accept: 'text/html' } });
      assert.doesNotMatch(await atGateway.text(), /<html/);
    }
    const reference = await (await fetch(`${service.consoleUrl}/openapi.json`)).text();
    for (const [region, url] of [
      ['domestic', 'https://api.example.cn/v1'],
      ['overseas', 'https://api.example.com/v1'],
    ] as const) {
      assert.ok(reference.includes(`\`${url}\` (${region})`));
      assert.match(await banner({ service, config: configOf(env), version: '1' }), new RegExp(`${region} .*${url}\\)`, 'i'));
    }
  } finally {
    await service.stop();
  }
});

test('an unknown address shows a page in browsers, and its error to every other client', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-lost-'));
  const service = await startInProcess({ TOLLGATE_DATA_DIR: folder });
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const ask = async (path: string, headers: Readonly<Record<string, string>>, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${String(service.port)}${path}`, { method, headers });
    return `${String(answer.status)} ${/html|json/.exec(answer.headers.get('content-type') ?? '')?.[0] ?? ''}`;
  };
  try {
    // Without a build, pages return 503 and say that the build is in progress.
    const page = (await ask('/keys', browser)) === '200 html' ? '404 html' : '503 html';
    for (const path of ['/top-up', '/keys/a/b/c', '/operator/none', '/api-keys?x=1', '/api/console/none'])
      assert.equal(await ask(path, browser), path.startsWith('/api/') ? '404 json' : page, path);
    for (const path of ['/v1', '/v1/none', '/v1/models', '/models', '/key'])
      assert.equal(await ask(path, browser), '401 json', `${path} is the interface`);
    assert.equal(await ask('/top-up', {}), '401 json', 'no browser');
    assert.equal(await ask('/top-up', { ...browser, authorization: 'Bearer sk-none' }), '401 json', 'with a key');
    assert.equal(await ask('/top-up', browser, 'POST'), '401 json', 'no reading');
    assert.match(await ask('/content/none', browser), /json$/, 'files are no pages');
  } finally {
    await service.stop();
  }
});
