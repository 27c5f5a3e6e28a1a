/** Goal: an operator asks which route a call would take, in any operation, and nothing happens by it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { RouteSimulationAnswer } from '@tollgate/contract/catalogue/route-simulations';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { chatCall, must, newKey } from './scenario.ts';

let fixture: Fixture;
const made: Record<string, string> = {};

async function provide(name: string, model: string, region = 'domestic', settings: object = {}): Promise<void> {
  const provider = await must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    models: [{ model }],
    routes: [{ region, base_url: fixture.upstream.baseUrl, api_key: `secret-key-of-${name}` }],
    ...settings,
  });
  made[name] = (provider as { id: string }).id;
}

before(async () => {
  fixture = await startFixture();
  for (const [model, kind] of [
    ['asked', 'chat'],
    ['abroad', 'chat'],
    ['vectors', 'embedding'],
    ['unserved', 'chat'],
  ] as const)
    // oxfmt-ignore
    await must(fixture, 'PUT', `/models/${model}`, { kind, price: { input: '2', cached_input: '0.2', output: '8' } });
  await provide('one', 'asked');
  await provide('two', 'asked');
  await provide('far', 'abroad', 'overseas');
  await provide('vectors', 'vectors', 'domestic', { dialects: { embedding: 'embeddings' } });
});

after(() => fixture.closeSettled());

const simulate = (request: object): Promise<RouteSimulationAnswer> =>
  must(fixture, 'POST', '/route-simulations', { key_id: fixture.keyId, ...request }) as Promise<RouteSimulationAnswer>;

const names = ({ steps }: RouteSimulationAnswer): readonly (readonly [string, string])[] =>
  steps.map(({ choice, provider: { name } }) => [choice, name] as const);

describe('a simulation', () => {
  test('shows the chosen route and key, the next one, and what decided, and sends, counts and draws nothing', async () => {
    const simulated = await simulate({ model: 'asked' });
    for (let time = 0; time < 3; time += 1) assert.deepEqual(await simulate({ model: 'asked' }), simulated);
    assert.deepEqual([simulated.endpoint, simulated.refusal, names(simulated).map(([choice]) => choice)], ['chat.completions', null, ['chosen', 'next']]); // oxfmt-ignore
    const [first] = simulated.steps;
    assert.deepEqual(
      [first?.key?.api_key_last4, first?.by, first?.why],
      [first?.provider.name === 'one' ? '-one' : '-two', null, null],
    );
    assert.equal(fixture.upstream.requests.length, 0);
    assert.deepEqual(await fixture.rows(), []);
    assert.ok(!JSON.stringify(simulated).includes('secret-key'));
  });

  test('expects the tokens of the request or the given ones, and follows the key of a conversation', async () => {
    const asked = { model: 'asked', affinity_key: 'ours', input_tokens: 5_000, output_tokens: 7 };
    const simulated = await simulate(asked);
    assert.deepEqual(simulated.expected, { input_tokens: 5_000, output_tokens: 7 });
    assert.deepEqual(simulated.steps.map(({ by }) => by), ['affinity', 'affinity']); // oxfmt-ignore
    const request = { messages: [{ role: 'user', content: 'A tide table. '.repeat(1_000) }], prompt_cache_key: 'ours' };
    assert.deepEqual(names(await simulate({ model: 'asked', request })), names(simulated));
    await chatCall(fixture, fixture.key, { model: 'asked', ...request });
    assert.equal((await fixture.nextRow()).route, `${String(simulated.steps[0]?.provider.name)}/domestic`);
    const short = await simulate({ model: 'asked', affinity_key: 'ours' });
    assert.deepEqual(short.steps.map(({ by }) => by), [null, null]); // oxfmt-ignore
  });

  test('names the reason of a route that is not asked, and of a call that would be refused', async () => {
    await must(fixture, 'PATCH', `/providers/${String(made.one)}`, { maintenance: true });
    const half = await simulate({ model: 'asked' });
    assert.deepEqual(half.steps.map(({ choice, provider, why, key }) => [choice, provider.name, why, key === null]), [['chosen', 'two', null, false], ['passed_over', 'one', 'in maintenance', true]]); // oxfmt-ignore
    await must(fixture, 'PATCH', `/providers/${String(made.two)}`, { maintenance: true });
    const none = await simulate({ model: 'asked' });
    assert.deepEqual([none.refusal?.code, none.refusal?.cause, none.expected, names(none).map(([choice]) => choice)], ['upstream_unavailable', 'every route of this model is in maintenance', null, ['passed_over', 'passed_over']]); // oxfmt-ignore
    for (const name of ['one', 'two']) await must(fixture, 'PATCH', `/providers/${String(made[name])}`, { maintenance: false });
    const home = await newKey(fixture, { domestic_only: true, model_allow_list: ['abroad'] });
    for (const [request, code] of [
      [{ model: 'unknown' }, 'model_not_found'],
      [{ model: 'unserved' }, 'upstream_unavailable'],
      [{ model: 'vectors', endpoint: 'chat.completions' }, 'invalid_parameter'],
      [{ model: 'asked', request: { messages: [] } }, 'invalid_parameter'],
      [{ model: 'abroad', key_id: home.id }, 'no_domestic_route'],
      [{ model: 'asked', key_id: home.id }, 'model_not_allowed'],
    ] as const)
      assert.equal((await simulate(request)).refusal?.code, code, JSON.stringify(request));
  });

  test('works for each kind of operation, and for an account without a key', async () => {
    assert.deepEqual([(await simulate({ model: 'vectors' })).endpoint, names(await simulate({ model: 'vectors' }))], ['embeddings', [['chosen', 'vectors']]]); // oxfmt-ignore
    const request = { model: 'asked', account_id: fixture.accountId, stream: true, endpoint: 'completions' };
    const { steps } = (await must(fixture, 'POST', '/route-simulations', request)) as RouteSimulationAnswer;
    assert.equal(steps[0]?.choice, 'chosen');
  });

  test('works for any account: one with settings of none', async () => {
    const { steps, refusal } = (await must(fixture, 'POST', '/route-simulations', { model: 'asked' })) as RouteSimulationAnswer;
    assert.deepEqual([refusal, steps.map(({ choice }) => choice)], [null, ['chosen', 'next']]);
  });

  test('is refused with the field at fault', async () => {
    for (const [request, param] of [
      [{ key_id: fixture.keyId, model: 'asked', endpoint: 'models.list' }, 'endpoint'],
      [{ key_id: fixture.keyId, account_id: fixture.accountId, model: 'asked' }, 'key_id'],
      [{ key_id: fixture.keyId, model: 'asked', input_tokens: -1 }, 'input_tokens'],
    ] as const) {
      const { status, body } = await fixture.admin('POST', '/route-simulations', request);
      assert.deepEqual([status, (body as { error: { param: string } }).error.param], [400, param]);
    }
    for (const request of [{ key_id: 'key_none' }, { account_id: 'acc_none' }])
      assert.equal((await fixture.admin('POST', '/route-simulations', { ...request, model: 'asked' })).status, 404);
  });
});
