import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { createAccountRequest, patchAccountRequest } from '@tollgate/contract/tenants/operator-accounts';
import { creditRequest } from '@tollgate/contract/ledger/credits';
import { createKeyRequest, patchKeyRequest } from '@tollgate/contract/tenants/operator-keys';
import { putModelRequest, putOverrideRequest } from '@tollgate/contract/catalogue/operator-models';
import { putPlanRequest } from '@tollgate/contract/tenants/plans';
import { createProviderRequest, patchProviderRequest } from '@tollgate/contract/catalogue/providers';
import { createSubAccountRequest } from '@tollgate/contract/tenants/operator-sub-accounts';
import { perQuirk, quirkNames } from '@tollgate/contract/catalogue/quirks';
import { callsQuery } from '@tollgate/contract/calls/operator-calls';
import { usageQuery } from '@tollgate/contract/calls/usage-sums';
import { simulateRouteRequest } from '@tollgate/contract/catalogue/route-simulations';
import { answers, run, seen, useScriptedGateway } from '../../test/cli/scripted-gateway.ts';

useScriptedGateway();

type Schema = { parse(value: unknown): unknown };
const changes: [string, string, string, Schema | null][] = [
  [
    'accounts create Example --plan standard --trial-credit no --rpm 100 --concurrency none',
    'POST',
    '/accounts',
    createAccountRequest,
  ],
  [
    'accounts update acc_1 --status disabled --reason unpaid --price-multiplier 0.85 --email none',
    'PATCH',
    '/accounts/acc_1',
    patchAccountRequest,
  ],
  ['accounts credit acc_1 100.50 --reason transfer', 'POST', '/accounts/acc_1/credits', creditRequest],
  ['accounts credit acc_1 -5 --reason correction --bucket adjustment', 'POST', '/accounts/acc_1/credits', creditRequest],
  ['accounts price acc_1 org/model --input 1 --output 4', 'PUT', '/accounts/acc_1/prices/org%2Fmodel', putOverrideRequest],
  ['accounts unprice acc_1 org/model', 'DELETE', '/accounts/acc_1/prices/org%2Fmodel', null],
  ['plans price gold org/model --input 1 --output 4', 'PUT', '/plans/gold/prices/org%2Fmodel', putOverrideRequest],
  ['plans delete gold', 'DELETE', '/plans/gold', null],
  ['models delete org/model', 'DELETE', '/models/org%2Fmodel', null],
  ['keys show key_1', 'GET', '/keys/key_1', null],
  ['sub-accounts create acc_1 Team --models a,b', 'POST', '/accounts/acc_1/sub-accounts', createSubAccountRequest],
  ['sub-accounts delete sub_1', 'DELETE', '/sub-accounts/sub_1', null],
  [
    'keys create acc_1 --remark test --daily-cap 5 --ips 10.0.0.0/8,::1 --strict yes --tpm 1000 --sub-account sub_1',
    'POST',
    '/accounts/acc_1/keys',
    createKeyRequest,
  ],
  [
    'keys update key_1 --daily-cap none --monthly-cap 0 --ips none --confirm-open yes --rpm none',
    'PATCH',
    '/keys/key_1',
    patchKeyRequest,
  ],
  ['keys update key_1 --routing fastest --preferred-route none', 'PATCH', '/keys/key_1', patchKeyRequest],
  ['keys update key_1 --routing default --preferred-route rte_1', 'PATCH', '/keys/key_1', patchKeyRequest],
  ['keys disable key_1', 'PATCH', '/keys/key_1', patchKeyRequest],
  ['keys enable key_1', 'PATCH', '/keys/key_1', patchKeyRequest],
  ['keys reset key_1', 'POST', '/keys/key_1/reset', null],
  ['keys delete key_1', 'DELETE', '/keys/key_1', null],
  [
    'providers add up --base-url https://up.example/v1 --api-key-env UP_KEY --model a --model b=B --priority 5',
    'POST',
    '/providers',
    createProviderRequest,
  ],
  ['providers update prv_1 --enabled no --weight 3', 'PATCH', '/providers/prv_1', patchProviderRequest],
  ['audit', 'POST', '/audit', null],
  ['backup before.db', 'POST', '/backup', null],
  ['environment show', 'GET', '/environment', null],
  ['environment take', 'POST', '/environment/take', null],
];

for (const [line, method, path, schema] of changes) {
  test(`"${line}" asks for what the administrator interface takes`, async () => {
    answers.push([200, { ok: true }]);
    const { code, err } = await run(line, { UP_KEY: 'upstream-key' });
    assert.equal(err, '');
    assert.equal(code, 0);
    assert.equal(seen.length, 1);
    assert.deepEqual([seen[0]?.method, seen[0]?.path], [method, `/api/admin${path}`]);
    assert.equal(seen[0]?.token, 'Bearer token-of-the-test');
    schema?.parse(seen[0].body);
  });
}

test('caps are sent as text and removed with null', async () => {
  answers.push([200, {}], [200, {}]);
  await run('keys create acc_1 --daily-cap 0.1');
  await run('keys update key_1 --daily-cap none --ips none');
  assert.deepEqual(seen[0]?.body, { daily_cap: '0.1' });
  assert.deepEqual(seen[1]?.body, { daily_cap: null, ip_allow_list: [] });
});

test('the protocol of models of another kind than chat can be set, and only of kinds there are', async () => {
  answers.push([200, {}]);
  const { code } = await run('providers update prv_1 --dialect-of embedding=embeddings --dialect-of rerank=other');
  assert.equal(code, 0);
  const dialects = { embedding: 'embeddings', rerank: 'other' };
  assert.deepEqual(patchProviderRequest.parse(seen.at(-1)?.body), { dialects });
  for (const wrong of ['chat=embeddings', 'embedding', 'embedding='])
    assert.notEqual((await run(`providers update prv_1 --dialect-of ${wrong}`)).code, 0, wrong);
});

test('the protocols of chat are a list in the order in which they are given, and one field where one is', async () => {
  for (const [said, expected] of [
    ['--chat-dialect one --chat-dialect two', { chat_dialects: ['one', 'two'] }],
    ['--chat-dialect one', { chat_dialects: ['one'] }],
  ] as const) {
    answers.push([200, {}]);
    assert.equal((await run(`providers update prv_1 ${said}`)).code, 0);
    assert.deepEqual(patchProviderRequest.parse(seen.at(-1)?.body), expected);
  }
  for (const [said, expected] of [
    ['', { dialect: 'chat-completions' }],
    ['--dialect one', { dialect: 'one' }],
    ['--chat-dialect one --chat-dialect two', { chat_dialects: ['one', 'two'] }],
    ['--dialect two --chat-dialect two', { dialect: 'two', chat_dialects: ['two'] }],
  ] as const) {
    answers.push([200, {}]);
    assert.equal((await run(`providers add new --base-url https://up.example/v1 ${said}`.trim())).code, 0);
    const { dialect, chat_dialects } = createProviderRequest.parse(seen.at(-1)?.body);
    assert.deepEqual({ dialect, chat_dialects }, { dialect: undefined, chat_dialects: undefined, ...expected });
  }
});

test('the list of providers shows all protocols of chat', async () => {
  const provider = { id: 'prv_1', name: 'one', dialect: 'a', chat_dialects: ['a', 'b'], priority: 1, enabled: true };
  answers.push([200, { data: [provider], next: null }]);
  const { out } = await run('providers list');
  assert.match(out, /DIALECTS/);
  assert.match(out, /one +a,? b/);
});

test('hosts of files can be named and taken away', async () => {
  for (const [said, hosts] of [
    ['--media-host cdn.example.com --media-host .files.example.com', ['cdn.example.com', '.files.example.com']],
    ['--media-host none', []],
  ] as const) {
    answers.push([200, {}]);
    assert.equal((await run(`providers update prv_1 ${said}`)).code, 0);
    assert.deepEqual(patchProviderRequest.parse(seen.at(-1)?.body), { media_hosts: hosts });
  }
});

test('how a key is shown is named with what it needs', async () => {
  const styles: readonly (readonly [said: string, auth: object])[] = [
    ['bearer', { style: 'bearer' }],
    ['header:api-key', { style: 'header', name: 'api-key' }],
    ['header:authorization:Key', { style: 'header', name: 'authorization', prefix: 'Key' }],
    ['query:key', { style: 'query', name: 'key' }],
    ['aws-sigv4:bedrock:us-east-1', { style: 'aws-sigv4', service: 'bedrock', region: 'us-east-1' }],
    ['google-service-account', { style: 'google-service-account' }],
  ];
  for (const [said, auth] of styles) {
    answers.push([200, {}]);
    assert.equal((await run(`providers update prv_1 --base-url https://up.example/v1 --auth ${said}`)).code, 0, said);
    assert.deepEqual(patchProviderRequest.parse(seen.at(-1)?.body).routes?.[0]?.auth, auth);
  }
  for (const wrong of ['header', 'query:a:b', 'bearer:word', 'aws-sigv4:a:b:c'])
    assert.notEqual((await run(`providers update prv_1 --base-url https://up.example/v1 --auth ${wrong}`)).code, 0, wrong);
});

test('a protocol that is spoken elsewhere is named with its address, its path or both', async () => {
  answers.push([200, {}]);
  const base = 'https://up.example';
  const place = `--address rerank-cohere=${base}/v2 --address embeddings=/embed --address images=${base},/draw`;
  assert.equal((await run(`providers update prv_1 --base-url ${base}/v1 ${place}`)).code, 0);
  const { routes = [] } = patchProviderRequest.parse(seen.at(-1)?.body);
  assert.deepEqual(routes[0]?.addresses, {
    'rerank-cohere': { base_url: `${base}/v2` },
    embeddings: { path: '/embed' },
    images: { base_url: base, path: '/draw' },
  });
  for (const wrong of ['embeddings', `embeddings=${base},draw`, 'embeddings=/a,/b,/c'])
    assert.notEqual((await run(`providers update prv_1 --base-url ${base}/v1 --address ${wrong}`)).code, 0, wrong);
  assert.notEqual((await run('providers update prv_1 --address embeddings=/embed')).code, 0, 'beside an address only');
});

test('what a model for music takes can be said', async () => {
  const music = {
    duration_seconds: { min: 30, max: 300, usual: 60 },
    tags: null,
    prompt_characters_max: 100,
    lyrics_characters_max: 0,
    songs_max: 1,
    deadline_seconds: 600,
  };
  answers.push([200, { data: [], next: null }], [200, {}]);
  assert.equal((await run(`models set singer --kind music --per-call 1 --music ${JSON.stringify(music)}`)).code, 0);
  assert.deepEqual(putModelRequest.parse(seen.at(-1)?.body).music, music);
  assert.notEqual((await run('models set singer --music {')).code, 0);
});

test('a cost may have a rate card, entered as that of a price', async () => {
  answers.push(
    [200, { data: [{ id: 'prv_1', name: 'up', models: [{ model: 'm', upstream_model: 'm', cost: null }] }], next: null }],
    [200, {}],
  );
  const card = '--cost m=2/0.5/8 --cost-rates m:cache_write=2.5 --cost-variant m:min_input_tokens=272000,input=4';
  assert.equal((await run(`providers update prv_1 ${card}`)).code, 0);
  assert.deepEqual(patchProviderRequest.parse(seen.at(-1)?.body).models?.[0]?.cost, {
    input: '2',
    cached_input: '0.5',
    output: '8',
    rates: { cache_write: '2.5' },
    variants: [{ when: { min_input_tokens: 272_000 }, rates: { input: '4' } }],
  });
});

test('every quirk of the list can be set and removed by its name', async () => {
  for (const [said, value] of [
    ['yes', true],
    ['no', false],
  ] as const) {
    answers.push([200, {}]);
    const { code } = await run(`providers update prv_1 ${quirkNames.map((name) => `--quirk ${name}=${said}`).join(' ')}`);
    assert.equal(code, 0);
    assert.deepEqual(patchProviderRequest.parse(seen.at(-1)?.body), { quirks: perQuirk(() => value) });
  }
});

test("changing a plan or a model's price keeps what was not said", async () => {
  const gold = {
    name: 'Gold',
    requests_per_minute: 10,
    concurrency_recommended: null,
    concurrency_ceiling: 5,
    strict: true,
    price_multiplier: '1',
    position: 9,
    broken_connections: { key_amount: '1', account_amount: '10' },
  };
  answers.push(
    [200, { data: [{ id: 'gold', ...gold }], next: null }],
    [200, {}],
    [200, { data: [{ name: 'painter', kind: 'image' }], next: null }],
    [200, {}],
  );
  await run('plans set gold --rpm none');
  assert.deepEqual(putPlanRequest.parse(seen[1]?.body), { ...gold, requests_per_minute: null });
  await run('models set painter --per-call 0.2');
  assert.deepEqual(putModelRequest.parse(seen[3]?.body), { kind: 'image', price: { per_call: '0.2' } });
});

test('the call log is filtered by everything the interface knows, page after page', async () => {
  answers.push(
    [200, { data: Array.from({ length: 100 }, () => ({ status: 200, charge: '0.0123' })), next: 'more' }],
    [200, { data: [{ status: 503 }], next: 'rest' }],
  );
  const { code, out } = await run(
    'calls list --account acc_a --sub-account s --key k --model m --status 5xx --ending timeout --error upstream_unavailable --from 2026-11-01 --to 2026-11-02T00:00:00Z --limit 101',
  );
  assert.equal(code, 0);
  assert.equal(out.trim().split('\n').length, 102);
  callsQuery.parse(seen[0]?.query);
  assert.deepEqual(
    seen.map((request) => [request.query.limit, request.query.cursor]),
    [
      ['100', undefined],
      ['1', 'more'],
    ],
  );
  answers.push([200, { data: [{ day: '2026-11-21', model: 'm', calls: 3 }], next: null }]);
  assert.match((await run('usage --by day,model --from 2026-11-01')).out, /^DAY +MODEL +CALLS\n2026-11-21 +m +3\n$/);
  usageQuery.parse(seen[2]?.query);
});

test('a provider is found by its name too', async () => {
  answers.push([200, { data: [{ id: 'prv_7', name: 'mine' }], next: null }], [200, { id: 'prv_7' }]);
  assert.equal((await run('providers update mine --enabled no')).code, 0);
  assert.deepEqual([seen[1]?.method, seen[1]?.path], ['PATCH', '/api/admin/providers/prv_7']);
  const unknown = await run('providers delete other');
  assert.deepEqual(
    [unknown.code, unknown.err],
    [1, 'No provider is named "other". Run "providers list" to see all providers.\n'],
  );
});

test('an account is found by its name or e-mail address wherever an id is accepted; several matches are all listed', async () => {
  const one = { id: 'acc_1', name: '示例公司', email: 'a@example.com' };
  for (const [line, path] of [
    ['accounts show a@example.com', '/accounts/acc_1'],
    ['accounts credit a@example.com 5 --reason r', '/accounts/acc_1/credits'],
    ['accounts ledger a@example.com', '/accounts/acc_1/ledger'],
    ['accounts price a@example.com m --input 1', '/accounts/acc_1/prices/m'],
    ['keys create a@example.com', '/accounts/acc_1/keys'],
    ['sub-accounts list a@example.com', '/accounts/acc_1/sub-accounts'],
    ['calls list --account a@example.com', '/calls'],
  ] as const) {
    seen.length = 0;
    answers.push([200, { data: [one], next: null }]);
    assert.equal((await run(line)).code, 0, line);
    assert.deepEqual([seen[0]?.path, seen[0]?.query.named], ['/api/admin/accounts', 'a@example.com'], line);
    assert.equal(seen[1]?.path, `/api/admin${path}`, line);
  }
  assert.equal(seen[1]?.query.account_id, 'acc_1');
  answers.push([200, { data: [one, { id: 'acc_2', name: '示例公司', email: null }], next: null }]);
  const several = await run('accounts show 示例公司');
  assert.equal(several.code, 1);
  assert.match(several.err, /more than one account.*acc_1 \(示例公司, a@example\.com\); acc_2 \(示例公司, no e-mail address\)/);
  assert.match((await run('accounts show nobody')).err, /No account has the id, name or e-mail address "nobody"/);
});

test('models are added to a provider, priced and taken from it while the others stay; only --only-model replaces all', async () => {
  const cost = { input: '1', cached_input: '1', output: '4', per_call: '0' };
  const models = [
    { model: 'a', upstream_model: 'A', cost },
    { model: 'b', upstream_model: 'b', cost: null },
  ];
  const change = async (options: string): Promise<{ models?: unknown }> => {
    seen.length = 0;
    answers.push([200, { data: [{ id: 'prv_1', name: 'up', models }], next: null }]);
    const done = await run(`providers update prv_1 ${options}`);
    assert.equal(done.code, 0, done.err);
    return patchProviderRequest.parse(seen.at(-1)?.body);
  };
  assert.deepEqual((await change('--add-model c=C --cost b=2/8 --remove-model a')).models, [
    { model: 'b', upstream_model: 'b', cost: { input: '2', output: '8' } },
    { model: 'c', upstream_model: 'C' },
  ]);
  assert.deepEqual(await change('--cost a=none --quirk max_tokens_only=yes --quirk ends_without_done=no'), {
    models: [{ ...models[0], cost: null }, models[1]],
    quirks: { max_tokens_only: true, ends_without_done: false },
  });
  assert.deepEqual((await change('--only-model c --cost c=1/0.5/4')).models, [
    { model: 'c', cost: { input: '1', cached_input: '0.5', output: '4' } },
  ]);
  answers.length = seen.length = 0;
  answers.push([200, { data: [{ id: 'prv_1', models }], next: null }]);
  assert.match((await run('providers update prv_1 --remove-model z')).err, /does not serve z/);
  await run('providers add up --route domestic=https://a.example/v1,UP --route overseas=https://b.example/v1 --model m', {
    UP: 'key',
  });
  assert.deepEqual((createProviderRequest.parse(seen.at(-1)?.body) as { routes: unknown }).routes, [
    { region: 'domestic', base_url: 'https://a.example/v1', api_key: 'key' },
    { region: 'overseas', base_url: 'https://b.example/v1' },
  ]);
  for (const line of [
    '--model c',
    '--cost a',
    '--cost a=1',
    '--quirk nonsense=yes',
    '--route nowhere=https://u',
    '--route domestic=https://u --region domestic',
  ])
    assert.equal((await run(`providers update prv_1 ${line}`)).code, 2, line);
});

test('keys of a route are listed, added, changed and taken away one by one; the others and other routes stay as they are', async () => {
  const one = { id: 'rky_1', has_api_key: true, api_key_last4: '1234', weight: 2, enabled: true, health: { state: 'ejected' } };
  const none = { id: 'rky_0', has_api_key: false };
  const routes = [
    { id: 'rte_1', region: 'domestic', base_url: 'https://a.example/v1', keys: [none, one] },
    { id: 'rte_2', region: 'overseas', base_url: 'https://b.example/v1', keys: [{ ...one, id: 'rky_2' }] },
  ];
  const change = async (line: string): Promise<unknown> => {
    answers.length = seen.length = 0;
    answers.push([200, { data: [{ id: 'prv_1', name: 'up', routes }], next: null }]);
    const done = await run(`providers ${line}`, { UP_KEY: 'value' });
    assert.equal(done.code, 0, done.err);
    return patchProviderRequest.parse(seen.at(-1)?.body).routes;
  };
  const [first, second] = routes.map(({ region, base_url }) => ({ region, base_url }));
  assert.deepEqual(await change('add-key up --route rte_1 --api-key-env UP_KEY --rpm 60 --weight 0'), [
    { ...first, keys: [{ id: 'rky_1' }, { api_key: 'value', weight: 0, limits: { requests_per_minute: 60 } }] },
    second,
  ]);
  assert.deepEqual(await change('set-key up rky_2 --enabled no --concurrency none --tpm 90000'), [
    first,
    { ...second, keys: [{ id: 'rky_2', enabled: false, limits: { concurrency: null, tokens_per_minute: 90_000 } }] },
  ]);
  assert.deepEqual(await change('delete-key up rky_0'), [{ ...first, keys: [{ id: 'rky_1' }] }, second]);
  answers.push([200, { data: [{ id: 'prv_1', name: 'up', routes }], next: null }]);
  assert.match((await run('providers keys up')).out, /rte_1 +domestic +rky_1 +1234 +2 .* ejected/);
  for (const [line, words] of [
    [
      'add-key up --api-key-env UP_KEY',
      /The provider has several routes\. Choose one with --route: rte_1 \(domestic, https:\/\/a\.example/,
    ],
    ['add-key up --route rte_1', /--api-key-env is required/],
    ['set-key up rky_9 --weight 1', /The provider has no key "rky_9"/],
  ] as const) {
    answers.length = 0;
    answers.push([200, { data: [{ id: 'prv_1', name: 'up', routes }], next: null }]);
    assert.match((await run(`providers ${line}`, { UP_KEY: 'value' })).err, words);
  }
  await run('providers add up --route domestic=https://a.example/v1,UP_KEY,OTHER --model m', { UP_KEY: 'a', OTHER: 'b' });
  const added = createProviderRequest.parse(seen.at(-1)?.body);
  assert.deepEqual(added.routes, [{ ...first, keys: [{ api_key: 'a' }, { api_key: 'b' }] }]);
});

test('maintenance of a provider or of one route is switched on and off; its other fields and other routes stay as they are', async () => {
  const routes = [
    { id: 'rte_1', region: 'domestic', base_url: 'https://a.example/v1', maintenance: true, health: { state: 'trial' } },
    { id: 'rte_2', region: 'overseas', base_url: 'https://b.example/v1', maintenance: false, health: { state: 'healthy' } },
  ];
  const [first, second] = routes.map(({ region, base_url }) => ({ region, base_url }));
  const ask = async (line: string, answer: object = {}) => {
    answers.length = seen.length = 0;
    answers.push([200, { data: [{ id: 'prv_1', name: 'up', routes }], next: null }], [200, { routes, ...answer }]);
    return run(`providers ${line}`);
  };
  const requested = (): unknown => patchProviderRequest.parse(seen.at(-1)?.body);
  assert.match((await ask('routes up')).out, /rte_1 +domestic +https:\/\/a\.example\/v1 +yes +trial/);
  for (const [word, maintenance] of [
    ['yes', true],
    ['no', false],
  ] as const) {
    assert.match((await ask(`maintenance up ${word}`, { maintenance })).out, maintenance ? /rte_2 .* yes / : /rte_2 .* no /);
    assert.deepEqual(requested(), { maintenance });
    assert.equal((await ask(`maintenance up ${word} --route rte_2`)).code, 0);
    assert.deepEqual(requested(), { routes: [first, { ...second, maintenance }] });
  }
  for (const [line, words] of [
    ['maintenance up perhaps', /It must be yes or no/],
    ['maintenance up', /missing required argument/],
    ['maintenance up yes --route rte_9', /Choose one with --route: rte_1/],
  ] as const) {
    const { code, err } = await ask(line);
    assert.notEqual(code, 0);
    assert.match(err, words);
  }
});

test('the route of a call is simulated for a key or an account, with the body of a file, and its reasons are shown', async () => {
  const [at, ends] = [
    { model: 'org/model', region: 'domestic', route: 'rte_1', why: null },
    { id: 'rky_1', api_key_last4: 'ab12' },
  ];
  const chosen = { ...at, choice: 'chosen', provider: { id: 'prv_1', name: 'one' }, key: ends, by: 'affinity' };
  const aside = {
    ...at,
    choice: 'passed_over',
    provider: { id: 'prv_2', name: 'two' },
    key: null,
    by: null,
    why: 'in maintenance',
  };
  answers.push([200, { endpoint: 'chat.completions', expected: null, refusal: null, steps: [chosen, aside] }]);
  const given = '--key key_1 --stream yes --affinity-key ours --input-tokens 4000 --output-tokens 9 --endpoint completions';
  const { code, out } = await run(`calls simulate org/model ${given}`);
  assert.equal(code, 0);
  assert.match(out, /chosen +org\/model +one +domestic +rte_1 +rky_1 +ab12 +affinity/);
  assert.match(out, /passed_over +org\/model +two .*in maintenance/);
  assert.deepEqual(simulateRouteRequest.parse(seen.at(-1)?.body), {
    key_id: 'key_1',
    model: 'org/model',
    endpoint: 'completions',
    stream: true,
    affinity_key: 'ours',
    input_tokens: 4000,
    output_tokens: 9,
  });
  const file = join(mkdtempSync(join(tmpdir(), 'tollgate-request-')), 'request.json');
  writeFileSync(file, JSON.stringify({ messages: [] }));
  answers.push([200, { endpoint: 'chat.completions', expected: null, refusal: { code: 'model_not_found', message: 'No such model.' }, steps: [] }]); // oxfmt-ignore
  const refused = await run(`calls simulate m --account acc_1 --request ${file}`);
  assert.match(refused.out, /would be refused \(model_not_found\): No such model\./);
  assert.deepEqual(simulateRouteRequest.parse(seen.at(-1)?.body).request, { messages: [] });
  assert.notEqual((await run(`calls simulate m --account acc_1 --request ${file}.none`)).code, 0);
  rmSync(dirname(file), { recursive: true });
});
