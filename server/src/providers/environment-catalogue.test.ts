import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putModelRequest } from '@tollgate/contract/catalogue/operator-models';
import { createProviderRequest } from '@tollgate/contract/catalogue/providers';
import fc from 'fast-check';
import { environmentCatalogue, type CatalogueOptions } from './environment-catalogue.ts';
import { convertPrice } from './price-conversion.ts';
import { environmentOf } from '../../test/provider-keys.ts';
import { vendors } from './registry.ts';

const options: CatalogueOptions = { usdCny: 7_200_000_000n, marginPpm: 0n, region: 'domestic', ownPort: 8080 };
const read = (env: Record<string, string>, change: Partial<CatalogueOptions> = {}) =>
  environmentCatalogue(vendors, env, { ...options, ...change });

test('without keys there are no providers', () => {
  assert.deepEqual(read({ PATH: '/bin', OPENAI_API_KEY: ' ' }), { providers: [], models: [], faults: [] });
});

test('a key brings its provider and priced models, in CNY at the given rate', () => {
  const { providers, models, faults } = read({ OPENAI_API_KEY: 'sk-test', DEEPSEEK_API_KEY: 'sk-other' });
  assert.deepEqual(faults, []);
  assert.deepEqual(providers.map((provider) => provider.name).sort(), ['deepseek', 'openai']);
  const openai = providers.find((provider) => provider.name === 'openai');
  assert.deepEqual(openai?.routes, [
    { region: 'overseas', base_url: 'https://api.openai.com/v1', addresses: {}, api_key: 'sk-test' },
  ]);
  const sold = models.find((model) => model.name === 'gpt-5.4-mini');
  assert.deepEqual(sold?.price, { input: '5.4', cached_input: '0.54', output: '32.4' });
  assert.deepEqual(openai.models.find((model) => model.model === 'gpt-5.4-mini')?.cost, sold.price);
  assert.deepEqual(models.find((model) => model.name === 'deepseek-v4-pro')?.price, {
    input: '9',
    cached_input: '0.3',
    output: '27',
  });
});

test('a vendor of music comes up with its key where it wants it, its hosts of files, and its price of a song', () => {
  const { providers, models } = read(
    { GEMINI_API_KEY: 'k', ELEVENLABS_API_KEY: 'e', MUREKA_API_KEY: 'm' },
    { marginPpm: 100_000n },
  );
  const [gemini, elevenlabs, mureka] = ['gemini', 'elevenlabs', 'mureka'].map((name) =>
    providers.find((provider) => provider.name === name),
  );
  assert.deepEqual(gemini?.routes[0].addresses, {
    'music-lyria': {
      base_url: 'https://generativelanguage.googleapis.com/v1beta',
      auth: { style: 'header', name: 'x-goog-api-key' },
    },
  });
  assert.deepEqual(elevenlabs?.routes[0].auth, { style: 'header', name: 'xi-api-key' });
  assert.deepEqual(mureka?.media_hosts, ['.mureka.ai', '.mureka.cn']);
  const song = models.find(({ name }) => name === 'lyria-3-pro-preview');
  assert.deepEqual(song?.price, { input: '0', cached_input: '0', output: '0', per_call: '0', rates: { song: '0.6336' } });
  assert.equal(song.music?.duration_seconds.max, 180);
});

test('what comes up by itself passes the checks of the administrator interface', () => {
  const env = Object.assign({}, ...vendors.map(environmentOf)) as Record<string, string>;
  const { providers, models } = read(env, { marginPpm: 77_777n });
  assert.equal(providers.length, vendors.length);
  for (const provider of providers) createProviderRequest.parse(provider);
  for (const { name, ...settings } of models) putModelRequest.parse(settings, { error: () => name });
});

test('the margin is added to the selling price and not to the cost', () => {
  const { providers, models } = read({ MOONSHOT_API_KEY: 'k' }, { marginPpm: 125_000n });
  assert.equal(models.find((model) => model.name === 'kimi-k3')?.price.input, '24.3');
  assert.equal(providers[0]?.models.find((model) => model.model === 'kimi-k3')?.cost?.input, '21.6');
});

test('the region chooses the site of a vendor that has two', () => {
  const overseas = read({ DASHSCOPE_API_KEY: 'k', ARK_API_KEY: 'k' }, { region: 'overseas' }).providers;
  assert.equal(overseas[0]?.routes[0].base_url, 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1');
  assert.deepEqual(overseas[1]?.routes[0].region, 'domestic');
});

test('a custom address replaces the built-in one, in the form the SDKs take', () => {
  const at = (env: Record<string, string>) => read(env).providers[0]?.routes[0].base_url;
  assert.equal(at({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9999/v1/' }), 'http://127.0.0.1:9999/v1');
  assert.equal(at({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'https://proxy.example' }), 'https://proxy.example/v1');
  assert.equal(at({ VOLCENGINE_API_KEY: 'k', VOLCENGINE_BASE_URL: 'https://ark.example/api/v3' }), 'https://ark.example/api/v3');
});

test('a server at a custom address of OpenAI is called in chat only, and one of Azure in Responses, too', () => {
  const spoken = (env: Record<string, string>) => read(env).providers[0]?.chat_dialects;
  assert.deepEqual(spoken({ OPENAI_API_KEY: 'k' }), ['chat-completions', 'responses']);
  assert.deepEqual(spoken({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9999/v1' }), ['chat-completions']);
  const azure = { AZURE_OPENAI_API_KEY: 'k', AZURE_OPENAI_BASE_URL: 'https://mine.openai.azure.com/openai/v1' };
  assert.deepEqual(spoken(azure), ['chat-completions', 'responses']);
});

test('a vendor at which each customer has an address comes up at that one, abroad and with its own way to show the key, or says what it needs', () => {
  const { providers, faults } = read({ AZURE_OPENAI_API_KEY: 'k' });
  assert.deepEqual(providers, []);
  assert.match(faults.join(), /^AZURE_OPENAI_API_KEY needs AZURE_OPENAI_BASE_URL: .*https:\/\/your-resource\./);
  const base = 'https://mine.openai.azure.com/openai/v1';
  const [azure] = read({ AZURE_OPENAI_API_KEY: 'k', AZURE_OPENAI_BASE_URL: `${base}/` }).providers;
  assert.deepEqual(azure?.routes, [
    { region: 'overseas', base_url: base, auth: { style: 'header', name: 'api-key' }, addresses: {}, api_key: 'k' },
  ]);
});

test('a reranker that a vendor has at another address than its chat models comes up with it', () => {
  const { providers } = read({ COHERE_API_KEY: 'k', DASHSCOPE_API_KEY: 'k' });
  const found = providers.map(({ dialects, routes: [{ addresses }] }) => [dialects?.rerank, addresses]);
  assert.deepEqual(found, [
    [
      'rerank-dashscope',
      {
        messages: { base_url: 'https://dashscope.aliyuncs.com/apps/anthropic/v1' },
        'rerank-dashscope': { base_url: 'https://dashscope.aliyuncs.com/api/v1' },
      },
    ],
    ['rerank-cohere', { 'rerank-cohere': { base_url: 'https://api.cohere.com/v2' } }],
  ]);
  const env = { DASHSCOPE_API_KEY: 'k', DASHSCOPE_BASE_URL: 'https://proxy.example/v1' };
  const [proxied] = read(env).providers;
  assert.deepEqual([proxied?.dialects, proxied?.routes[0].addresses], [{ embedding: 'embeddings' }, {}]);
});

test('a vendor comes up with every chat protocol that it has at the address, and with the key where each of them takes it', () => {
  const apiKey = { style: 'header', name: 'x-api-key' };
  const addresses = { 'chat-completions': { auth: { style: 'bearer' } } };
  for (const base of ['https://api.anthropic.com/v1', 'https://proxy.example/v1']) {
    const [provider] = read({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: base }).providers;
    assert.deepEqual(provider?.chat_dialects, ['messages', 'chat-completions']);
    const [{ base_url, auth, addresses: found }] = provider.routes;
    assert.deepEqual({ base_url, auth, found }, { base_url: base, auth: apiKey, found: addresses });
  }
  const [own] = read({ DEEPSEEK_API_KEY: 'k' }).providers;
  assert.deepEqual(own?.chat_dialects, ['chat-completions', 'messages']);
  assert.deepEqual(own.routes[0].addresses, { messages: { base_url: 'https://api.deepseek.com/anthropic/v1', auth: apiKey } });
  const [proxied] = read({ DEEPSEEK_API_KEY: 'k', DEEPSEEK_BASE_URL: 'https://proxy.example/v1' }).providers;
  assert.deepEqual([proxied?.chat_dialects, proxied?.routes[0].addresses], [['chat-completions'], {}]);
});

test('an address that leads back to the gateway, or a key with blanks, is a fault that holds no key', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1', '[::1]', '0.0.0.0']) {
    const { providers, faults } = read({ OPENAI_API_KEY: 'sk-hidden', OPENAI_BASE_URL: `http://${host}:8080/v1` });
    assert.deepEqual(providers, []);
    assert.match(faults.join(), /^OPENAI_BASE_URL leads back to this gateway/);
  }
  const { faults } = read({
    XAI_API_KEY: 'sk-hid den',
    GROQ_API_KEY: 'sk-hidden\n',
    MISTRAL_API_KEY: 'k',
    MISTRAL_BASE_URL: 'api.mistral.ai',
  });
  assert.equal(faults.length, 3);
  assert.ok(!faults.join().includes('sk-hid'));
});

test('conversion is exact to 6 decimals, rounded half up once', () => {
  const decimals = fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 999_999 }));
  fc.assert(
    fc.property(
      decimals,
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.integer({ min: 0, max: 10_000_000 }),
      ([whole, micro], rate, margin) => {
        const list = `${String(whole)}.${String(micro).padStart(6, '0')}`;
        const price = { currency: 'USD', input: list, output: list } as const;
        const { output } = convertPrice(price, { usdCny: BigInt(rate) * 1000n, marginPpm: BigInt(margin) });
        const [left = '0', right = ''] = output.split('.');
        assert.ok(right.length <= 6);
        const shown = BigInt(left) * 1_000_000n + BigInt(right.padEnd(6, '0'));
        const exact = (BigInt(whole) * 1_000_000n + BigInt(micro)) * BigInt(rate) * (1_000_000n + BigInt(margin));
        const unit = 1_000_000n * 1_000_000n;
        assert.ok(2n * shown * unit <= 2n * exact + unit && 2n * exact < 2n * shown * unit + unit, `${list} → ${output}`);
      },
    ),
    { numRuns: 500 },
  );
});
