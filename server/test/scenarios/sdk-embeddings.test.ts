/** Goal: a client of the stock SDK gets the same vectors in any format it requests, whatever format its upstream supports. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { whole } from '../scripted-upstream/behaviours.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { must } from './scenario.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
  for (const floatsOnly of [false, true]) {
    const model = floatsOnly ? 'test/floats-only' : 'test/either';
    await must(fixture, 'POST', '/providers', {
      name: model,
      dialect: 'chat-completions',
      dialects: { embedding: 'embeddings' },
      quirks: { floats_only: floatsOnly },
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'upstream-secret-key' }],
      models: [{ model }],
    });
    await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'embedding', price: { input: '1' } });
  }
});
after(() => fixture.closeSettled());

function sdk(): OpenAI {
  return new OpenAI({ apiKey: fixture.key, baseURL: `http://127.0.0.1:${String(fixture.port)}/v1`, maxRetries: 0 });
}

function cosine(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

const numbers = [0.5, -0.25, 1e-45, 3.4028234663852886e38].map(Math.fround);
const asBase64 = Buffer.from(Float32Array.from(numbers).buffer).toString('base64');
const usage = { prompt_tokens: 3, total_tokens: 3 };

test('the sandbox embeds texts and token ids; those that have words in common are close', async () => {
  const input = [
    'The cat sat on the mat.',
    'The cat sat on a mat',
    'Prices rose by a tenth',
    '猫坐在垫子上',
    '一只猫坐在垫子上。',
  ];
  for (const form of [undefined, 'float', 'base64'] as const) {
    const {
      data,
      model,
      usage: used,
    } = await sdk().embeddings.create({
      model: 'sandbox/embed',
      input,
      dimensions: 512,
      ...(form === undefined ? {} : { encoding_format: form }),
    });
    assert.equal(model, 'sandbox/embed');
    assert.ok(used.prompt_tokens > 0);
    const vectors = data.map(({ embedding }) =>
      typeof embedding === 'string' ? [...new Float32Array(Uint8Array.from(Buffer.from(embedding, 'base64')).buffer)] : embedding,
    );
    const [cat = [], sameCat = [], prices = [], zh = [], sameZh = []] = vectors;
    assert.deepEqual([cat.length, prices.length], [512, 512]);
    assert.ok(cosine(cat, sameCat) > 0.5 && cosine(zh, sameZh) > 0.5, 'common words are seen');
    assert.ok(Math.abs(cosine(cat, prices)) < 0.3 && Math.abs(cosine(cat, zh)) < 0.3, 'and others told apart');
  }
  const tokens = await sdk().embeddings.create({ model: 'sandbox/embed', input: [[1, 2, 3], [4]] });
  assert.deepEqual([tokens.data.length, tokens.data[0]?.embedding.length, tokens.usage.prompt_tokens], [2, 256, 4]);
});

for (const model of ['test/either', 'test/floats-only'])
  for (const given of ['numbers', 'base64'])
    for (const form of [undefined, 'float', 'base64'] as const)
      test(`${model} gives ${given}: the SDK that asks for ${form ?? 'its default'} gets each number to the last bit`, async () => {
        const embedding = given === 'numbers' ? numbers : asBase64;
        fixture.upstream.next(
          whole(JSON.stringify({ object: 'list', data: [{ object: 'embedding', index: 0, embedding }], usage })),
        );
        const { data } = await sdk().embeddings.create({
          model,
          input: 'a',
          ...(form === undefined ? {} : { encoding_format: form }),
        });
        const [got] = data;
        // The SDK itself decodes what it requested, and returns what its caller requested.
        assert.deepEqual(got?.embedding, form === 'base64' ? asBase64 : numbers);
        const sent = fixture.upstream.requests.at(-1)?.body.encoding_format;
        assert.equal(sent, model === 'test/floats-only' ? undefined : (form ?? 'base64'));
      });

test('a refusal arrives as the error of the SDK, with the field', async () => {
  const error = await sdk()
    .embeddings.create({ model: 'sandbox/embed', input: ['a', ''] })
    .then(
      () => assert.fail('the call must fail'),
      (thrown: unknown) => thrown,
    );
  assert.ok(error instanceof OpenAI.BadRequestError);
  assert.deepEqual([error.code, error.param], ['invalid_parameter', 'input[1]']);
});
