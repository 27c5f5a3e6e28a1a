/** Goal: details about models are correct: in the list, in the log and for the author of an allow-list. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { modelKinds } from '@tollgate/contract/enumerations';
import { dialects } from '../../src/dialects/registry.ts';
import { modelEndpoints } from '../../src/endpoints/registry.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

async function must(method: string, path: string, body: object): Promise<Record<string, never>> {
  const answer = await fixture.admin(method, path, body);
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body;
}

async function get(path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${String(fixture.port)}/v1${path}`, { headers: { authorization: `Bearer ${fixture.key}` } });
}

interface Card {
  readonly id: string;
  readonly owned_by: string;
}

async function listed(): Promise<ReadonlyMap<string, Card>> {
  const { data } = (await (await get('/models')).json()) as { readonly data: readonly Card[] };
  await fixture.nextRow();
  return new Map(data.map((card) => [card.id, card]));
}

function call(model: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${String(fixture.port)}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  });
}

async function callRow(model: string): Promise<CallRow> {
  await (await call(model)).arrayBuffer();
  return fixture.nextRow();
}

const price = { input: '1', output: '2' };

/** A protocol for each kind that has one. */
const spoken = Object.fromEntries(
  dialects
    .filter(({ kind, serves, music }) => kind !== 'chat' && (serves.size > 0 || music !== undefined))
    .map(({ kind, name }) => [kind, name]),
);

function serving(name: string, models: readonly string[], enabled = true): object {
  const routes = [{ region: 'domestic', base_url: fixture.upstream.baseUrl }];
  return { name, dialect: 'chat-completions', dialects: spoken, routes, models: models.map((model) => ({ model })), enabled };
}

test('an unpriced or unserved model is logged under its name with the cause; an unknown name is not', async () => {
  await must('POST', '/providers', serving('early', ['served/only', 'served/unpriced']));
  await must('PUT', '/models/served%2Funpriced', { kind: 'chat' });
  await must('PUT', '/models/priced%2Fonly', { kind: 'chat', price });
  const table: readonly (readonly [model: string, status: number, logged: string | null, cause: RegExp])[] = [
    ['served/only', 404, 'served/only', /no record and so no price/],
    ['served/unpriced', 404, 'served/unpriced', /no price in force/],
    ['priced/only', 503, 'priced/only', /no enabled provider serves this model/],
    ['nobody/knows', 404, null, /"nobody\/knows" does not exist/],
  ];
  for (const [model, status, logged, cause] of table) {
    const row = await callRow(model);
    assert.deepEqual([row.status, row.model, row.ending, Number(row.charge_exact)], [status, logged, 'refused', 0], model);
    assert.match(row.error ?? '', cause);
  }
});

test('a name that is almost right is refused with the models of this key that it can mean, and with no others', async () => {
  await must('POST', '/providers', serving('near', ['Maker/Talk-2.5', 'near/unpriced-one']));
  await must('PUT', '/models/Maker%2FTalk-2.5', { kind: 'chat', price, aliases: ['chatty'] });
  await must('PUT', '/models/near%2Funpriced-one', { kind: 'chat' });
  const messageOf = async (model: string): Promise<string> => {
    const answer = await call(model);
    await fixture.nextRow();
    assert.equal(answer.status, 404, model);
    return ((await answer.json()) as { readonly error: { readonly message: string } }).error.message;
  };
  for (const name of ['talk-2.5', 'maker/talk-2.5', 'other/Talk_25', 'CHATTY'])
    assert.match(await messageOf(name), /does not exist\. Did you mean "Maker\/Talk-2\.5"\? List/, name);
  for (const name of ['talk', 'unpriced_one', '/', '-', 'x'.repeat(100_000)])
    assert.match(await messageOf(name), /does not exist\. List the models with GET/, name.slice(0, 20));
});

test('models are listed only if some operation calls their kind and an enabled provider serves them', async () => {
  const served = new Set(modelEndpoints.map(({ kind }) => kind));
  await must(
    'POST',
    '/providers',
    serving(
      'kinds',
      modelKinds.map((kind) => `kind/${kind}`),
    ),
  );
  await must('POST', '/providers', serving('switched-off', ['kind/off'], false));
  await must('PUT', '/models/kind%2Foff', { kind: 'chat', price });
  for (const kind of modelKinds) {
    const model = await must('PUT', `/models/kind%2F${kind}`, { kind, price: { ...price, per_call: '1' } });
    assert.equal(model.sellable, served.has(kind), JSON.stringify(model));
  }
  const cards = await listed();
  for (const kind of modelKinds) {
    assert.equal(cards.has(`kind/${kind}`), served.has(kind), kind);
    assert.equal((await get(`/models/kind/${kind}`)).status, served.has(kind) ? 200 : 404);
    await fixture.nextRow();
  }
  assert.ok(!cards.has('kind/off'));
  assert.ok(served.has('music') && served.has('chat'));
});

test('`owned_by` is who made the model, never where we buy it', async () => {
  await must('POST', '/providers', serving('reseller', ['deepseek-v4-pro', 'acme/model', 'in-house']));
  for (const name of ['deepseek-v4-pro', 'acme%2Fmodel', 'in-house'])
    await must('PUT', `/models/${name}`, { kind: 'chat', price });
  const first = await listed();
  const owners = ['deepseek-v4-pro', 'acme/model', 'in-house'].map((name) => first.get(name)?.owned_by);
  assert.deepEqual(owners, ['deepseek', 'acme', 'unknown']);
  await must('PUT', '/models/in-house', { kind: 'chat', owned_by: 'us' });
  assert.equal((await listed()).get('in-house')?.owned_by, 'us');
});

test('an allow-list entry that names no model returns a warning whenever it is saved, and is stored', async () => {
  const list = ['test/chat', 'test/caht', 'served/only'];
  const expected = [/No model is called "test\/caht"/];
  const check = (saved: { readonly model_allow_list?: unknown; readonly warnings?: readonly string[] }): void => {
    assert.deepEqual(saved.model_allow_list, list);
    assert.equal(saved.warnings?.length, expected.length, JSON.stringify(saved.warnings));
    for (const [at, words] of expected.entries()) assert.match(saved.warnings[at] ?? '', words);
  };
  const key = await must('POST', `/accounts/${fixture.accountId}/keys`, { model_allow_list: list });
  check(key);
  check(await must('PATCH', `/keys/${String(key.id)}`, { model_allow_list: list }));
  const subAccount = await must('POST', `/accounts/${fixture.accountId}/sub-accounts`, { name: 'Team', model_allow_list: list });
  check(subAccount);
  check(await must('PATCH', `/sub-accounts/${String(subAccount.id)}`, { model_allow_list: list }));
  const renamed = await must('PATCH', `/sub-accounts/${String(subAccount.id)}`, { name: 'Other' });
  assert.deepEqual(renamed.warnings, [], 'what is not touched is not complained about again');
});
