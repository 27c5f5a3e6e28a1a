/**
 * Goal: prices from public lists and upstreams are only proposals, and none applies before an operator has selected it. Method: the real
 * service and command line, lists in files and at URLs, an upstream that lists its models.
 */
import assert from 'node:assert/strict';
import type { lookup } from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fetchPriceList } from '../../src/cli/read-price-list.ts';
import { runCommandLine } from '../../src/cli/tollgate.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { html, redirect, refusal, whole } from '../scripted-upstream/behaviours.ts';
import { must } from './scenario.ts';

let fixture: Fixture;
const folder = mkdtempSync(join(tmpdir(), 'tollgate-lists-'));
const list = {
  acme: {
    models: {
      'chat-a': { cost: { input: 1, output: 3, cache_read: 0.1 }, limit: { context: 128_000 } },
      'chat-b': { cost: { input: 2, output: 30 } },
    },
  },
};
const file = join(folder, 'models.json');

before(async () => {
  fixture = await startFixture();
  writeFileSync(file, JSON.stringify(list));
  await must(fixture, 'POST', '/providers', {
    name: 'acme',
    dialect: 'chat-completions',
    routes: [{ region: 'overseas', base_url: fixture.upstream.baseUrl, api_key: 'the-upstream-key' }],
    models: [{ model: 'acme/a', upstream_model: 'chat-a' }, { model: 'chat-b' }],
  });
  await must(fixture, 'PUT', '/models/acme%2Fa', { kind: 'chat', price: { input: '7.2', cached_input: '0.72', output: '18' } });
  await must(fixture, 'PUT', '/models/chat-b', { kind: 'chat', price: { input: '14.4', output: '14.4' } });
});
after(async () => {
  rmSync(folder, { recursive: true });
  await fixture.closeSettled();
});

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  let text = '';
  const write = (part: string): unknown => (text += part);
  const { consoleUrl, adminToken } = fixture.service;
  const env = { TOLLGATE_URL: consoleUrl, TOLLGATE_ADMIN_TOKEN: adminToken };
  const code = await runCommandLine(args, { env, stdout: { write }, stderr: { write } });
  return { code, text };
}

const refresh = (...args: readonly string[]) => run('models', 'refresh', ...args);
const ofFile = ['--file', file, '--format', 'models-dev'];

async function versionsOf(name: string): Promise<readonly string[]> {
  const { data } = (await must(fixture, 'GET', '/models?limit=200')) as {
    data: { name: string; prices: { price: { output: string } }[] }[];
  };
  return data.find((model) => model.name === name)?.prices.map(({ price }) => price.output) ?? [];
}

test('a list is a proposal with its source, its date, its limits and warnings, and changes nothing', async () => {
  const { code, text } = await refresh(...ofFile);
  assert.equal(code, 0, text);
  assert.match(text, /acme\/a +acme +7\.2 +7\.2 +0\.72 +0\.72 +18 +21\.6/);
  assert.match(text, /chat-b .*output costs less than 2 or more than 4 times/);
  assert.match(
    text,
    /From .*models\.json \(20\d\d-.*at 7\.2 CNY per USD plus 0 %.*Not in the list: times of day;.*No price was changed/s,
  );
  assert.deepEqual([await versionsOf('acme/a'), await versionsOf('chat-b')], [['18'], ['14.4']]);
  const { proposals, cannot_say } = JSON.parse((await refresh(...ofFile, '--json')).text) as Record<string, unknown[]>;
  assert.deepEqual([proposals?.length, cannot_say?.length], [2, 3]);
});

test('a selected price becomes a new version; a tenfold change only if confirmed', async () => {
  assert.equal((await refresh(...ofFile, '--apply', 'acme/a')).code, 0);
  assert.deepEqual([await versionsOf('acme/a'), await versionsOf('chat-b')], [['18', '21.6'], ['14.4']]);
  const slip = await refresh(...ofFile, '--apply', 'chat-b');
  assert.deepEqual([slip.code, slip.text.includes('Set --confirm yes to confirm')], [1, true], slip.text);
  assert.equal((await refresh(...ofFile, '--apply', 'chat-b', '--confirm', 'yes')).code, 0);
  assert.deepEqual(await versionsOf('chat-b'), ['14.4', '216']);
  const again = await refresh(...ofFile, '--apply', 'acme/a');
  assert.deepEqual([again.code, again.text.includes('There is no proposal for "acme/a"')], [1, true]);
  const entries = (await must(fixture, 'GET', '/audit-log?action=model.put&limit=50')) as { data: { actor: string }[] };
  assert.equal(entries.data[0]?.actor, 'admin-token');
});

test('a list comes from the public address that was looked at, and from no other that its name has a moment later', async () => {
  const { port } = new URL(fixture.upstream.baseUrl);
  const before = fixture.upstream.requests.length;
  /** Public at the first look-up, and internal at the next; nothing listens at the public one. */
  const rebinding = (...answers: readonly string[]) => {
    const left = [...answers];
    const resolve = (_name: string, _options: object, done: (error: null, found: object[]) => void): void => {
      const address = left.shift() ?? '127.0.0.1';
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    };
    return { left, resolve: resolve as unknown as typeof lookup };
  };
  for (const [first, why] of [
    ['10.0.0.1', /not on the public internet/],
    ['2000::1', /Could not load the list from/],
  ] as const) {
    const { left, resolve } = rebinding(first, '127.0.0.1');
    await assert.rejects(fetchPriceList(`https://lists.test:${port}/list`, false, resolve), why);
    assert.deepEqual(left, ['127.0.0.1'], 'the name is looked up once');
  }
  assert.equal(fixture.upstream.requests.length, before, 'nobody inside was asked');
});

test('an address is fetched over https, from the public internet, whole and without redirects', async () => {
  const { origin } = new URL(fixture.upstream.baseUrl);
  const ofUrl = (url: string, ...more: readonly string[]) => refresh('--url', url, '--format', 'models-dev', ...more);
  const before = fixture.upstream.requests.length;
  for (const url of [
    `${origin}/list`,
    'https://127.0.0.1/list',
    'https://[::1]/list',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
  ])
    assert.equal((await ofUrl(url)).code, 1, url);
  assert.equal(fixture.upstream.requests.length, before, 'nobody was asked');
  const wrong = [
    redirect('https://elsewhere.example/'),
    refusal(404),
    html(),
    whole('{"no":"list"}'),
    whole('x'.repeat(33 * 1024 * 1024)),
  ];
  for (const behaviour of wrong) {
    fixture.upstream.next(behaviour);
    const { code, text } = await ofUrl(`${origin}/list`, '--allow-private', 'yes');
    assert.equal(code, 1, text);
  }
  fixture.upstream.next(whole(JSON.stringify({ acme: { models: { 'chat-a': { cost: { input: 5, output: 15 } } } } })));
  assert.match((await ofUrl(`${origin}/list`, '--allow-private', 'yes')).text, /acme\/a +acme +7\.2 +36 /);
  for (const args of [[], ['--file', file], [...ofFile, '--url', origin], ['--file', file, '--format', 'guessed']])
    assert.equal((await refresh(...args)).code, 2, args.join(' '));
  assert.equal((await refresh('--file', join(folder, 'none'), '--format', 'litellm')).code, 1);
});

test('an upstream is asked what it has, with its key, and its prices are proposed like those of a list', async () => {
  const models = [
    { id: 'chat-a', context_length: 64_000, pricing: { prompt: '0.000002', completion: '0.000006' } },
    { id: 'chat-new', pricing: { prompt: 'free', completion: {} } },
    { name: 'models/named', max_input_tokens: 9 },
    { object: 'model' },
  ];
  fixture.upstream.next(whole(JSON.stringify({ object: 'list', data: models })));
  const fetched = await run('models', 'fetch', 'acme');
  assert.equal(fetched.code, 0, fetched.text);
  assert.match(fetched.text, /chat-a +yes +64000 +0\.000002 +0\.000006\nchat-new +no +- +- +-\nnamed +no +9 /);
  assert.match(fetched.text, /Served but not in the list of the provider: chat-b\./);
  const asked = fixture.upstream.requests.at(-1);
  assert.deepEqual([asked?.method, asked?.path, asked?.headers.authorization], ['GET', '/v1/models', 'Bearer the-upstream-key']);
  fixture.upstream.next(whole(JSON.stringify({ data: models })));
  assert.match((await refresh('--from-upstream', 'acme')).text, /acme\/a +acme +7\.2 +14\.4 +0\.72 +- +21\.6 +43\.2/);
  for (const behaviour of [refusal(401), html(), whole('[]'), whole('{"data":7}')]) {
    fixture.upstream.next(behaviour);
    const { code, text } = await refresh('--from-upstream', 'acme');
    assert.equal(code, 1, text);
    assert.ok(!text.includes('the-upstream-key') && !text.includes(new URL(fixture.upstream.baseUrl).host), text);
  }
});
