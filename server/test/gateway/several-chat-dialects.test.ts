/**
 * Goal: a provider with several chat protocols is called in the client's own, at the address of that protocol, and otherwise in the first
 * one that can be translated. Method: the real service with a second and a third chat protocol.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ModelKind } from '@tollgate/contract/enumerations';
import type { ProviderTestAnswer } from '@tollgate/contract/catalogue/provider-tests';
import { chatRelay } from '../../src/dialects/chat-completions/chat-completions-dialect.ts';
import { overChat } from '../../src/dialects/completions/over-chat.ts';
import type { Dialect, Relay } from '../../src/dialects/dialect.ts';
import { must } from '../scenarios/scenario.ts';
import { startFixture, type Fixture } from './fixture.ts';

const own = 'chat-completions';
/** Each has a separate address; only the first serves clients of both endpoints. */
const others: Readonly<Record<string, readonly (readonly [client: string, relay: Relay])[]>> = {
  'serves-both': [
    [own, chatRelay],
    ['completions', overChat(chatRelay)],
  ],
  'serves-chat': [[own, chatRelay]],
};

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
  const protocols = fixture.service.gateway.protocols.dialects as Map<string, Dialect>;
  for (const [name, serves] of Object.entries(others)) {
    protocols.set(name, { name, kind: 'chat', client: null, serves: new Map(serves) });
    (fixture.service.control.dialects as Map<string, ModelKind>).set(name, 'chat');
  }
});
after(() => fixture.closeSettled());

/** The path at which an upstream of a protocol is called. */
const pathOf = (dialect: string): string => (dialect === own ? '/chat/completions' : `/${dialect}`);

async function add(model: string, chat_dialects: readonly string[]): Promise<string> {
  const addresses = Object.fromEntries(Object.keys(others).map((name) => [name, { path: pathOf(name) }]));
  const { id } = (await must(fixture, 'POST', '/providers', {
    name: model,
    chat_dialects,
    models: [{ model }],
    routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'k', addresses }],
  })) as { id: string };
  await must(fixture, 'PUT', `/models/${model}`, { kind: 'chat', price: { input: '1', output: '2' } });
  return id;
}

async function call(endpoint: string, body: object): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/${endpoint}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  await fixture.nextRow();
  return answer.status;
}

/** A list of protocols, and the ones that serve clients of chat and of completions; `null` if none does. */
const table: readonly (readonly [list: readonly string[], chat: string, completions: string | null])[] = [
  [[own], own, own],
  [['serves-chat', own], own, own],
  [['serves-both', own], own, 'serves-both'],
  [[own, 'serves-both'], own, own],
  [['serves-chat', 'serves-both'], 'serves-chat', 'serves-both'],
  [['serves-both', 'serves-chat'], 'serves-both', 'serves-both'],
  [['serves-chat'], 'serves-chat', null],
];

test("a call goes in the client's own protocol where the provider speaks it, else in the first that serves it", async () => {
  for (const [position, [list, chat, completions]] of table.entries()) {
    const model = `model-${String(position)}`;
    await add(model, list);
    const expected = { 'chat/completions': chat, completions };
    const bodies = {
      'chat/completions': { model, messages: [{ role: 'user', content: 'hi' }] },
      completions: { model, prompt: 'hi' },
    };
    for (const endpoint of ['chat/completions', 'completions'] as const) {
      const from = fixture.upstream.requests.length;
      const spoken = expected[endpoint];
      assert.equal(await call(endpoint, bodies[endpoint]), spoken === null ? 400 : 200, `${list.join()} ${endpoint}`);
      const paths = fixture.upstream.requests.slice(from).map(({ path }) => path);
      assert.equal(paths.length, spoken === null ? 0 : 1);
      if (spoken !== null) assert.ok(paths[0]?.endsWith(pathOf(spoken)), `${list.join()} ${endpoint}: ${paths.join()}`);
    }
  }
});

test('a change of the list holds from the next call on', async () => {
  const id = await add('changed', ['serves-chat']);
  const body = { model: 'changed', prompt: 'hi' };
  assert.equal(await call('completions', body), 400);
  for (const [list, status] of [
    [['serves-chat', 'serves-both'], 200],
    [['serves-chat'], 400],
    [[own], 200],
  ] as const) {
    await must(fixture, 'PATCH', `/providers/${id}`, { chat_dialects: list });
    assert.equal(await call('completions', body), status, list.join());
  }
});

test('a provider is tried out in each of its protocols', async () => {
  const id = await add('tried', ['serves-both', own]);
  const { checks } = (await must(fixture, 'POST', `/providers/${id}/test`, { kinds: ['chat'] })) as ProviderTestAnswer;
  assert.deepEqual(
    checks.map(({ dialect, streamed }) => [dialect, streamed]),
    [
      [own, false],
      ['serves-both', false],
      [own, true],
      ['serves-both', true],
    ],
  );
});
