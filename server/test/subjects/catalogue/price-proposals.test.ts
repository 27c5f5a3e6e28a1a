/**
 * Goal: an operator compares prices with a public list of any content, and neither the list nor its size hurts the service. Method: the real
 * service; lists in each format, with errors, and of hostile forms at the maximum size.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PriceProposalsAnswer } from '@tollgate/contract/catalogue/price-proposals';
import { priceListBytesMax } from '@tollgate/contract/catalogue/price-proposals';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { must } from '../../scenarios/scenario.ts';

const mebibyte = 1024 * 1024;
let fixture: Fixture;

before(async () => {
  fixture = await startFixture();
  await must(fixture, 'POST', '/providers', {
    name: 'acme',
    dialect: 'chat-completions',
    routes: [{ region: 'overseas', base_url: 'https://acme.example/v1', api_key: 'k' }],
    models: [{ model: 'acme/a', upstream_model: 'chat-a' }, { model: 'chat-b' }, { model: 'chat-c' }],
  });
  await must(fixture, 'PUT', '/models/acme%2Fa', { kind: 'chat', price: { input: '7.2', cached_input: '0.72', output: '18' } });
  await must(fixture, 'PUT', '/models/chat-b', { kind: 'chat', price: { input: '14.4', output: '14.4' } });
  await must(fixture, 'PUT', '/models/chat-c', { kind: 'chat', price: { input: '7.2', output: '21.6' } });
});
after(() => fixture.closeSettled());

interface Answered {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever the interface answers
  readonly body: any;
}

async function send(file: string | Buffer<ArrayBuffer>, query = '', type = 'application/json'): Promise<Answered> {
  const { consoleUrl, adminToken } = fixture.service;
  const response = await fetch(`${consoleUrl}/api/admin/price-proposals${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': type },
    body: file,
  });
  return { status: response.status, body: await response.json() };
}

async function compare(list: unknown, query = ''): Promise<PriceProposalsAnswer> {
  const { status, body } = await send(JSON.stringify(list), query);
  assert.equal(status, 200, JSON.stringify(body));
  return body as PriceProposalsAnswer;
}

const modelsDev = (models: object) => ({ acme: { models } });
const priced = (cost: object) => ({ cost });

test('a list in any of the formats is recognized, and compared in CNY with the models that are sold', async () => {
  const lists = {
    'models-dev': modelsDev({
      'chat-a': priced({ input: 1, output: 3, cache_read: 0.1 }),
      'chat-c': priced({ input: 1, output: 3 }),
    }),
    litellm: {
      'acme/chat-a': {
        ...{ litellm_provider: 'acme', input_cost_per_token: 1e-6, output_cost_per_token: 3e-6 },
        cache_read_input_token_cost: 1e-7,
      },
      'chat-c': { litellm_provider: 'acme', input_cost_per_token: 1e-6, output_cost_per_token: 3e-6 },
    },
    'genai-prices': [
      {
        id: 'acme',
        models: [
          { id: 'chat-a', prices: { input_mtok: 1, output_mtok: 3, cache_read_mtok: 0.1 } },
          { id: 'chat-c', prices: { input_mtok: { base: 1, tiers: [] }, output_mtok: 3 } },
        ],
      },
    ],
  };
  for (const [name, list] of Object.entries(lists))
    for (const query of ['', `?format=${name}`]) {
      const { format, proposals, unchanged, not_listed, usd_cny } = await compare(list, query);
      assert.deepEqual([format, usd_cny], [name, '7.2']);
      const [first] = proposals;
      assert.deepEqual([first?.model, first?.seller, proposals.length], ['acme/a', 'acme', 1]);
      assert.deepEqual([first?.present?.output, first?.proposed.output, first?.proposed.cached_input], ['18', '21.6', '0.72']);
      assert.deepEqual([unchanged, not_listed.includes('chat-b')], [['chat-c'], true]);
    }
  const { proposals } = await compare(lists['models-dev'], '?usd_cny=7&margin_percent=10');
  assert.deepEqual(
    proposals.map(({ model, proposed: { input } }) => [model, input]),
    [
      ['acme/a', '7.7'],
      ['chat-c', '7.7'],
    ],
  );
});

test('warnings name what is unusual, and a proposal is set under the revision that it was compared with', async () => {
  const list = modelsDev({ 'chat-b': priced({ input: 2, output: 30 }) });
  const { proposals } = await compare(list);
  const [{ model, kind, proposed, revision, warnings } = {} as never] = proposals;
  assert.deepEqual(
    warnings.map(({ code, params }) => [code, params.line ?? null]),
    [
      ['tenfold', 'output'],
      ['output_ratio', null],
    ],
  );
  const put = (body: object) => fixture.admin('PUT', `/models/${model}`, { kind, price: proposed, ...body });
  assert.equal((await put({ if_revision: 'another' })).status, 409);
  assert.equal((await put({ if_revision: revision })).status, 400, 'a tenfold change needs its confirmation');
  assert.equal((await put({ if_revision: revision, confirm: true })).status, 200);
  assert.deepEqual((await compare(list)).unchanged, ['chat-b']);
});

test('a file that is no list is refused with the field at fault', async () => {
  const cases: readonly (readonly [file: string, query: string, reason: string, params: object])[] = [
    ['', '', 'price_list_not_json', {}],
    ['{"a":', '', 'price_list_not_json', {}],
    ['\u001f\u008bgzip', '', 'price_list_not_json', {}],
    ['7', '', 'price_list_unknown', { formats: ['genai-prices', 'models-dev', 'litellm'] }],
    ['{"no":"list"}', '', 'price_list_unknown', { formats: ['genai-prices', 'models-dev', 'litellm'] }],
    ['{"no":"list"}', '?format=models-dev', 'price_list_other_form', { format: 'models-dev', field: 'no', type: 'object' }],
    ['{"a":{"models":[]}}', '', 'price_list_other_form', { format: 'models-dev', field: 'a.models', type: 'object' }],
    [
      '{"a":{"models":{"chat-a":7}}}',
      '',
      'price_list_other_form',
      { format: 'models-dev', field: 'a.models.chat-a', type: 'object' },
    ],
    [
      '{"a":{"models":{}}}',
      '?format=genai-prices',
      'price_list_other_form',
      { format: 'genai-prices', field: '$', type: 'array' },
    ],
    ['[7]', '', 'price_list_other_form', { format: 'genai-prices', field: '[0]', type: 'object' }],
    ['[{"id":7}]', '', 'price_list_other_form', { format: 'genai-prices', field: '[0].id', type: 'string' }],
    ['[{"id":"a"}]', '', 'price_list_other_form', { format: 'genai-prices', field: '[0].models', type: 'array' }],
    [
      '[{"id":"a","models":[{"id":null}]}]',
      '',
      'price_list_other_form',
      { format: 'genai-prices', field: '[0].models[0].id', type: 'string' },
    ],
    [
      '{"m":{"x_cost_per_y":1}}',
      '',
      'price_list_other_form',
      { format: 'litellm', field: 'input_cost_per_token', type: 'number' },
    ],
    [`${'['.repeat(65)}${']'.repeat(65)}`, '', 'price_list_too_complex', { values: 2_500_000, depth: 64 }],
  ];
  for (const [file, query, reason, params] of cases) {
    const { status, body } = await send(file, query);
    assert.equal(status, 400, `${file} ${JSON.stringify(body)}`);
    assert.deepEqual([body.error.reason, body.error.params, body.error.param], [reason, params, 'file'], file);
  }
  assert.equal((await send('{}', '?format=guessed')).body.error.param, 'format');
  for (const rate of ['0', '0.0', '1001', '-7', 'x', '1000.5'])
    assert.equal((await send('{}', `?usd_cny=${rate}`)).body.error.param, 'usd_cny', rate);
  assert.equal((await send('{}', '?margin_percent=1001')).body.error.param, 'margin_percent');
  assert.equal((await send('{}', '', 'application/zip')).body.error.reason, 'file_of_other_type');
});

test('a price that cannot be is left out and named, whatever the list has in its place', async () => {
  const impossible = ['1e300', '-1', '1e7', '"1"', 'true'];
  for (const text of impossible) {
    const { unusable, proposals } = (await send(`{"acme":{"models":{"chat-a":{"cost":{"input":${text},"output":3}}}}}`))
      .body as PriceProposalsAnswer;
    assert.deepEqual(
      [proposals.length, unusable[0]?.model, unusable[0]?.warning?.params],
      [0, 'acme/a', { fields: 'cost.input' }],
      text,
    );
  }
  const { proposals, unusable } = await compare(
    [
      {
        id: 'acme',
        models: [
          {
            id: 'chat-a',
            price_comments: `long\u0007${'x'.repeat(10_000)}`,
            prices: {
              input_mtok: 1,
              output_mtok: { base: 2, tiers: [{ start: 1e30, price: 3 }] },
              constructor: 5,
              toString: 'x',
            },
          },
          { id: 'chat-c', prices: { input_mtok: 900_000, output_mtok: 900_000 } },
        ],
      },
    ],
    '?usd_cny=1000',
  );
  assert.deepEqual(
    proposals.map(({ model, proposed }) => [model, proposed]),
    [['acme/a', { input: '1000', cached_input: '1000', output: '2000', per_call: '0' }]],
  );
  const comment = proposals[0]?.warnings.find(({ code }) => code === 'comment')?.params.text ?? '';
  assert.ok(comment.startsWith('long xxx') && comment.length <= 301, comment);
  assert.deepEqual([unusable[0]?.model, unusable[0]?.field], ['chat-c', 'price.input'], JSON.stringify(unusable));
  const odd = await compare(
    JSON.parse('{"__proto__":{"models":{}},"constructor":{"models":{"__proto__":{"cost":{"input":1}}}}}'),
  );
  assert.equal(odd.proposals.length, 0);
});

/** A list of the size, from copies of a part between two ends. */
function ofSize(bytes: number, head: string, part: string, tail: string): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(bytes, ' ');
  const count = Math.floor((bytes - head.length - tail.length) / part.length);
  file.write(head);
  file.fill(part, head.length, head.length + count * part.length);
  file.write(tail, head.length + count * part.length);
  return file;
}

/** A models.dev list of the size with every model different. */
function realistic(bytes: number): Buffer<ArrayBuffer> {
  const models: string[] = [];
  for (let size = 0, at = 0; size < bytes - 1000; at += 1) {
    const model = `"m${String(at)}":{"id":"m${String(at)}","name":"Model ${String(at)}","attachment":false,"reasoning":true,"release_date":"2026-01-01","modalities":{"input":["text"],"output":["text"]},"cost":{"input":1,"output":3,"cache_read":0.1},"limit":{"context":128000,"output":8192}}`;
    models.push(model);
    size += model.length + 1;
  }
  return Buffer.from(`{"acme":{"models":{"chat-a":{"cost":{"input":1,"output":3}},${models.join(',')}}}}`);
}

/** The longest time that the event loop of the service, which is that of this process, was held while something ran. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const ticks = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  clearInterval(ticks);
  return longest;
}

test('a list of 30 MiB is read beside calls: the process answers meanwhile, and a second list has to wait', async (context) => {
  const file = realistic(30 * mebibyte);
  const began = performance.now();
  let answers: readonly Answered[] = [];
  const holdMs = await longestHold(async () => {
    answers = await Promise.all([send(file), send('{}')]);
  });
  const tookMs = performance.now() - began;
  const [large, second] = answers;
  assert.equal(large?.status, 200, JSON.stringify(large?.body).slice(0, 500));
  assert.ok([400, 429].includes(second?.status ?? 0));
  assert.equal((large.body as PriceProposalsAnswer).proposals[0]?.model, 'acme/a');
  context.diagnostic(`read in ${tookMs.toFixed(0)} ms, loop held for ${holdMs.toFixed(0)} ms at most`);
  assert.ok(holdMs < tookMs / 2, `the loop was held for ${String(holdMs)} of ${String(tookMs)} ms`);
});

const most = 31 * mebibyte;
const hostile: Readonly<Record<string, Buffer<ArrayBuffer>>> = {
  'nothing but brackets': ofSize(most, '', '[', ''),
  'numbers without end': ofSize(most, '[0', ',0', ']'),
  'objects without end': ofSize(most, '[{}', ',{}', ']'),
  'one text': ofSize(most, '"', 'x', '"'),
  'one text of escapes': ofSize(most, '"', String.raw`\"`, '"'),
  'one text of wide characters': ofSize(most, '"', '\\u4e2d', '"'),
  'a text without an end': ofSize(most, '"', String.raw`\"`, ''),
  'one number': ofSize(most, '', '9', ''),
  'no UTF-8': Buffer.alloc(most, 0xff),
};
for (const [name, file] of Object.entries(hostile))
  test(`a file of ${name} is refused, and the service goes on`, async () => {
    const { status, body } = await send(file);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(body.error.reason as string, /^price_list_/);
    assert.equal((await compare(modelsDev({ 'chat-c': priced({ input: 1, output: 3 }) }))).unchanged.length, 1);
  });

test('as many values as a list may have are read, in the forms that need most memory', async () => {
  const many = (count: number, entry: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => entry(at)).join(',');
  const files = [
    `{"acme":{"models":{"chat-c":{"cost":{"input":1,"output":3}},${many(1_249_000, (at) => `"${at.toString(36)}":{}`)}}}}`,
    `[${many(2_490_000, (at) => `"${at.toString(36)}abc"`)}]`,
    `[${'{},'.repeat(1_249_000)}{}]`,
  ];
  const statuses: number[] = [];
  for (const file of files) {
    const { status, body } = await send(Buffer.from(file));
    statuses.push(status);
    assert.ok(status === 200 || body.error.reason === 'price_list_other_form', JSON.stringify(body).slice(0, 300));
  }
  assert.deepEqual(statuses, [200, 400, 400]);
});

test('a file above the maximum is refused before it is read', async () => {
  const { status, body } = await send(Buffer.alloc(priceListBytesMax + 1, ' '));
  assert.deepEqual([status, body.error.reason, body.error.params], [413, 'file_too_large', { field: 'file', max_mb: 32 }]);
});
