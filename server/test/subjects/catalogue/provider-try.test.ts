/**
 * Goal: an operator who adds a provider learns before it is stored which setting is at fault. Method: the real service; scripted upstreams that
 * refuse the key, are not there, know no such path, speak another protocol or do not know the model.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { after, afterEach, before, test } from 'node:test';
import type { ProviderTestAnswer } from '@tollgate/contract/catalogue/provider-tests';
import type { ProviderTryAnswer } from '@tollgate/contract/catalogue/provider-tries';
import type { ProviderAnswer } from '@tollgate/contract/catalogue/providers';
import type { VendorAnswer } from '@tollgate/contract/catalogue/vendors';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { must } from '../../scenarios/scenario.ts';
import { chat, chatStream, refusal, whole } from '../../scripted-upstream/behaviours.ts';
import { Gate } from '../../scripted-upstream/gate.ts';
import type { Behaviour } from '../../scripted-upstream/scripted-exchange.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());
afterEach(() => {
  fixture.upstream.otherwise(chat());
});

const list = whole(JSON.stringify({ data: [{ id: 'text-embedding' }, { id: 'talker' }] }));
const notFound = refusal(404, { error: { message: 'Not Found' } });

function answering(models: Behaviour, calls: Behaviour): Behaviour {
  return (exchange) => {
    const { path, stream } = exchange.request;
    if (path.endsWith('/models')) return models(exchange);
    return (stream && calls === good ? chatStream(['yes']) : calls)(exchange);
  };
}
const good = chat();

async function ask(more: object = {}, baseUrl = fixture.upstream.baseUrl): Promise<ProviderTryAnswer> {
  const routes = [{ region: 'domestic', base_url: baseUrl, api_key: 'the-key-of-the-upstream' }];
  return (await must(fixture, 'POST', '/providers/try', { name: 'tried', routes, ...more })) as ProviderTryAnswer;
}

test('a good provider is recognized with its protocols and its models, and nothing is stored', async () => {
  fixture.upstream.otherwise(answering(list, good));
  const { ok, field, dialects, model, models, checks } = await ask();
  assert.deepEqual([ok, field, dialects, model], [true, null, ['chat-completions'], 'talker']);
  assert.deepEqual(
    models?.map(({ id }) => id),
    ['talker', 'text-embedding'],
  );
  assert.ok(checks.some(({ streamed, result }) => streamed && result !== 'failed'));
  const { data } = (await must(fixture, 'GET', '/providers')) as { data: readonly ProviderAnswer[] };
  assert.ok(data.every(({ name }) => name !== 'tried'));
});

/** An address at which nobody listens. */
async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${String(port)}/v1`;
}

test('each fault names the setting that is wrong', async () => {
  const refusedKey = refusal(401, { error: { message: 'Incorrect API key provided: the-key-of-the-upstream' } });
  const page = whole('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } });
  const cases: readonly (readonly [string, Behaviour, object, field: string | null, cause: string | null])[] = [
    ['the key at the list', answering(refusedKey, refusedKey), {}, 'api_key', 'key'],
    ['the key at the call only', answering(list, refusedKey), {}, 'api_key', 'key'],
    ['no such path anywhere', answering(notFound, notFound), { model: 'm' }, 'base_url', 'path'],
    ['no list and no model', answering(notFound, notFound), {}, 'base_url', 'path'],
    ['another protocol', answering(list, notFound), {}, 'chat_dialects', 'protocol'],
    ['a page for people', answering(page, page), { model: 'm' }, 'chat_dialects', 'protocol'],
    ['a page for people, and no model', answering(page, page), {}, 'base_url', 'path'],
    ['a list without end', answering(whole(' '.repeat(9 * 1024 * 1024)), good), {}, 'base_url', 'path'],
    ['a list without models', answering(whole('{"data":[]}'), good), {}, 'model', 'model'],
    [
      'a model that it does not know',
      answering(list, refusal(404, { error: { code: 'model_not_found', message: 'The model `m` does not exist' } })),
      { model: 'm' },
      'model',
      'model',
    ],
    ['too many requests', answering(list, refusal(429, { error: { message: 'slow down' } })), {}, null, 'rate'],
    ['its own fault', answering(list, refusal(500, { error: { message: 'no' } })), {}, null, 'upstream'],
  ];
  for (const [what, behaviour, more, field, cause] of cases) {
    fixture.upstream.otherwise(behaviour);
    const answer = await ask(more);
    assert.deepEqual([answer.ok, answer.field, answer.cause], [false, field, cause], `${what}: ${JSON.stringify(answer)}`);
    assert.ok(!JSON.stringify(answer).includes('the-key-of-the-upstream'), what);
  }
  const dead = await ask({ model: 'm' }, await deadAddress());
  assert.deepEqual([dead.ok, dead.field, dead.cause], [false, 'base_url', 'no_connection']);
});

test('a list that breaks off says why, without a status that nobody sent', async () => {
  fixture.upstream.otherwise(answering(refusal(302, {}), good));
  const { ok, field, status, why } = await ask();
  assert.deepEqual([ok, field, status], [false, 'base_url', null]);
  assert.ok(why !== null && why !== '');
});

test('a link-local address is refused by its field wherever an upstream has an address, and one of this machine is not', async () => {
  const link = 'http://169.254.169.254/v1';
  const [own] = [{ region: 'domestic', base_url: fixture.upstream.baseUrl }] as const;
  const key = JSON.stringify({ client_email: 'a@b', private_key: 'PRIVATE KEY', token_uri: link });
  const cases = [
    [[{ ...own, base_url: link }], 'routes[0].base_url', 'upstream_address_link_local'],
    [[own, { ...own, base_url: 'http://[fe80::1]:8000' }], 'routes[1].base_url', 'upstream_address_link_local'],
    [
      [{ ...own, addresses: { embeddings: { base_url: 'http://metadata.google.internal/' } } }],
      'routes[0].addresses.embeddings.base_url',
      'upstream_address_link_local',
    ],
    [[{ ...own, auth: { style: 'google-service-account' }, api_key: key }], 'routes[0].api_key', undefined],
  ] as const;
  const provider = (await must(fixture, 'POST', '/providers', {
    name: 'of this machine',
    dialect: 'chat-completions',
    routes: [own],
    models: [],
  })) as ProviderAnswer;
  const requests = [
    ['POST', '/providers/try', { name: 'tried' }],
    ['POST', '/providers', { name: 'tried', dialect: 'chat-completions', models: [] }],
    ['PATCH', `/providers/${provider.id}`, {}],
  ] as const;
  for (const [method, path, more] of requests)
    for (const [routes, param, reason] of cases) {
      const { status, body } = await fixture.admin(method, path, { ...more, routes });
      assert.deepEqual([status, body.error.param, body.error.reason], [400, param, reason], `${method} ${path} ${param}`);
      assert.match(String(body.error.message), /link-local/);
    }
});

test('a taken name is refused before anything is called', async () => {
  const from = fixture.upstream.requests.length;
  const { data } = (await must(fixture, 'GET', '/providers')) as { data: readonly ProviderAnswer[] };
  const [taken] = data;
  const answer = await fixture.admin('POST', '/providers/try', { name: taken?.name, routes: [] });
  assert.equal(answer.status, 409);
  assert.equal(fixture.upstream.requests.length, from);
});

test('a provider without a route is refused, and so is a second try of the same one meanwhile', async () => {
  const reasonOf = async (routes: readonly object[]): Promise<unknown> => {
    const { status, body } = await fixture.admin('POST', '/providers/try', { name: 'tried', routes });
    return [status, body.error.reason];
  };
  assert.deepEqual(await reasonOf([]), [409, 'upstream_list_no_key']);
  const gate = new Gate();
  fixture.upstream.otherwise(async (exchange) => {
    await gate.pass();
    await list(exchange);
  });
  const first = ask({ model: 'm' });
  await gate.reached;
  const routes = [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: null }];
  assert.deepEqual(await reasonOf(routes), [409, 'provider_test_runs']);
  gate.open();
  assert.equal((await first).ok, false);
});

test('only a few tries run at once, however many names they have', async () => {
  const gate = new Gate();
  fixture.upstream.otherwise(async (exchange) => {
    await gate.pass();
    await answering(list, good)(exchange);
  });
  const routes = [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'k' }];
  const asked = Array.from({ length: 9 }, (_, at) =>
    fixture.admin('POST', '/providers/try', { name: `try ${String(at)}`, routes }),
  );
  // The others stand at the gate.
  const refused = await Promise.race(asked);
  assert.deepEqual([refused.status, refused.body.error.reason], [409, 'provider_tests_full']);
  gate.open();
  const answers = await Promise.all(asked);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array<number>(8).fill(200), 409]);
  assert.equal((await ask()).ok, true);
});

test('a try for an unknown account is refused as adding it would be', async () => {
  const routes = [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'k' }];
  const { status, body } = await fixture.admin('POST', '/providers/try', { name: 'tried', routes, account_id: 'acc_unknown' });
  assert.deepEqual([status, body.error.param], [400, 'account_id']);
});

test('a test is limited to the keys that it names, says what its calls cost, and the list is read with a key that works', async () => {
  await must(fixture, 'PUT', '/models/test%2Fmodel', { kind: 'chat', price: { input: '1', output: '2' } });
  const keys = ['dead-key-of-the-upstream', 'good-key-of-the-upstream'].map((api_key) => ({ api_key }));
  const made = (await must(fixture, 'POST', '/providers', {
    name: 'pooled',
    dialect: 'chat-completions',
    routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, keys }],
    models: [{ model: 'test/model', upstream_model: 'talker', cost: { input: '1000', output: '1000' } }],
  })) as ProviderAnswer;
  const refusedKey = refusal(401, { error: { message: 'no' } });
  const well = answering(list, good);
  fixture.upstream.otherwise((exchange) =>
    exchange.request.headers.authorization?.includes('dead') === true ? refusedKey(exchange) : well(exchange),
  );
  const [dead, alive] = made.routes[0]?.keys.map(({ id }) => id) ?? [];
  const tested = async (ids: readonly (string | undefined)[]) =>
    (await must(fixture, 'POST', `/providers/${made.id}/test`, { kinds: ['chat'], keys: ids })) as ProviderTestAnswer;
  const ofAlive = await tested([alive]);
  assert.deepEqual([ofAlive.ok, new Set(ofAlive.checks.map(({ key }) => key))], [true, new Set([alive])]);
  assert.ok(ofAlive.checks.every(({ cost }) => cost !== null && Number(cost) > 0));
  const ofDead = await tested([dead]);
  assert.deepEqual(new Set(ofDead.checks.map(({ cause, cost }) => `${String(cause)} ${String(cost)}`)), new Set(['key null']));
  const { data } = (await must(fixture, 'GET', `/providers/${made.id}/upstream-models`)) as { data: readonly { id: string }[] };
  assert.ok(data.some(({ id }) => id === 'talker'));
});

test('every vendor of the catalogue can be added as it is described', async () => {
  const { data } = (await must(fixture, 'GET', '/vendors')) as { data: readonly VendorAnswer[] };
  assert.ok(data.length > 20);
  for (const { name, sites, needs_address: needsAddress } of data) {
    assert.ok(sites.length > 0, name);
    for (const { region, provider } of sites) {
      if (needsAddress) continue;
      const body = { ...provider, name: `${name} ${region}` };
      const added = (await must(fixture, 'POST', '/providers', body)) as ProviderAnswer;
      assert.equal(added.routes[0]?.region, region);
      await must(fixture, 'DELETE', `/providers/${added.id}`);
    }
  }
});
