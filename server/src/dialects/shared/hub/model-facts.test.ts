/**
 * Goal: what one model or vendor refuses never reaches it from a client of another protocol, and what it accepts does. The facts are the
 * fields that a model's record lists, and the quirks of its provider.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../../test/scanned.ts';
import { vendors } from '../../../providers/registry.ts';
import { chatClientHalf } from '../../chat-completions/hub/client-half.ts';
import { chatUpstreamHalf } from '../../chat-completions/hub/upstream-half.ts';
import { messagesClientHalf } from '../../messages/hub/client-half.ts';
import { messagesUpstreamHalf } from '../../messages/hub/upstream-half.ts';
import { responsesClientHalf } from '../../responses/hub/client-half.ts';
import { responsesUpstreamHalf } from '../../responses/hub/upstream-half.ts';
import { lossesAt } from './features.ts';
import type { ClientHalf, UpstreamHalf } from './halves.ts';

interface Model {
  readonly supportedParameters: readonly string[];
  readonly quirks: Quirks;
}

function vendorModel(vendorName: string, modelName: string): Model {
  const vendor = vendors.find(({ name }) => name === vendorName);
  const model = vendor?.models.find(({ name }) => name === modelName);
  assert.ok(vendor !== undefined && model !== undefined, `${vendorName} ${modelName}`);
  return { supportedParameters: model.supportedParameters ?? [], quirks: vendor.quirks };
}

const unknown: Model = { supportedParameters: [], quirks: {} };

interface Sent {
  readonly [name: string]: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

interface Through {
  readonly sent: Sent;
  readonly dropped: readonly string[];
}

function through(client: ClientHalf, upstream: UpstreamHalf, body: object, model: Model): Through {
  const request = client.fromClient(scanned({ model: 'm', ...body }));
  const sent = JSON.parse(upstream.toUpstream(request, { ...attemptPlan, ...model, stream: false }).toString()) as Sent;
  return { sent, dropped: lossesAt(request.features, upstream.dialect, model).dropped };
}

const schema = { type: 'object', properties: {} };
const user = { role: 'user', content: 'Hi' };
/** A request that demands a call, as each client sends it. */
const demands: readonly (readonly [ClientHalf, object])[] = [
  [
    chatClientHalf,
    { messages: [user], tools: [{ type: 'function', function: { name: 'f', parameters: schema } }], tool_choice: 'required' },
  ],
  [
    messagesClientHalf,
    { messages: [user], max_tokens: 9_000, tools: [{ name: 'f', input_schema: schema }], tool_choice: { type: 'any' } },
  ],
  [responsesClientHalf, { input: 'Hi', tools: [{ type: 'function', name: 'f', parameters: schema }], tool_choice: 'required' }],
];

test('a tool that must be called turns thinking off where the model refuses both, and is asked for with a warning where it refuses any', () => {
  for (const [client, body] of demands) {
    const chat = (model: Model): Through => through(client, chatUpstreamHalf, body, model);
    const own = chat(unknown);
    assert.deepEqual([own.sent.tool_choice, own.sent.thinking, own.dropped], ['required', undefined, []]);
    const switched = chat(vendorModel('deepseek', 'deepseek-v4-pro'));
    assert.deepEqual(
      [switched.sent.tool_choice, switched.sent.thinking, switched.dropped],
      ['required', { type: 'disabled' }, []],
    );
    const flagged = chat(vendorModel('dashscope', 'qwen3.8-max'));
    assert.deepEqual([flagged.sent.tool_choice, flagged.sent.enable_thinking], ['required', false]);
    for (const model of [vendorModel('moonshot', 'kimi-k3'), vendorModel('zhipu', 'glm-5.3')]) {
      const { sent, dropped } = chat(model);
      assert.deepEqual([sent.tool_choice, sent.thinking, dropped], ['auto', undefined, ['tool_choice']]);
    }
    const refusing = { supportedParameters: ['tools'], quirks: {} };
    const responses = (model: Model): Through => through(client, responsesUpstreamHalf, body, model);
    assert.deepEqual([responses(unknown).sent.tool_choice, responses(unknown).dropped], ['required', []]);
    assert.deepEqual([responses(refusing).sent.tool_choice, responses(refusing).dropped], ['auto', ['tool_choice']]);
    const thinking = client === chatClientHalf ? { reasoning_effort: 'high' } : {};
    const messages = (model: string): Through =>
      through(client, messagesUpstreamHalf, { ...body, ...thinking }, vendorModel('anthropic', model));
    const refused = messages('claude-opus-5-5');
    assert.deepEqual([refused.sent.tool_choice, refused.dropped], [{ type: 'auto' }, ['tool_choice']]);
    const { sent } = messages('claude-sonnet-5');
    assert.deepEqual(sent.tool_choice, { type: 'any' });
    if (client === chatClientHalf)
      assert.deepEqual([sent.thinking, refused.sent.thinking], [{ type: 'disabled' }, { type: 'adaptive' }]);
  }
});

test('thinking that the client turns off or on reaches models with a switch, and the effort those that list it', () => {
  const asked = (reasoning_effort: string, model: Model): Sent => {
    const body = { input: 'Hi', reasoning: { effort: reasoning_effort } };
    return through(responsesClientHalf, chatUpstreamHalf, body, model).sent;
  };
  const deepseek = vendorModel('deepseek', 'deepseek-v4-pro');
  assert.deepEqual(
    [asked('none', deepseek).thinking, asked('none', deepseek).reasoning_effort],
    [{ type: 'disabled' }, undefined],
  );
  assert.deepEqual([asked('high', deepseek).thinking, asked('high', deepseek).reasoning_effort], [{ type: 'enabled' }, 'high']);
  assert.equal(asked('high', vendorModel('openai', 'gpt-6-sol')).reasoning_effort, 'high');
  assert.deepEqual(Object.keys(asked('high', unknown)), ['model', 'messages']);
});

test('models that accept adaptive thinking alone never receive a budget, an effort or another type', () => {
  const m3 = vendorModel('minimax', 'MiniMax-M3');
  for (const [client, body] of [
    [chatClientHalf, { messages: [user], reasoning_effort: 'high' }],
    [messagesClientHalf, { messages: [user], max_tokens: 9_000, thinking: { type: 'enabled', budget_tokens: 2_000 } }],
    [responsesClientHalf, { input: 'Hi', reasoning: { effort: 'high' } }],
  ] as const)
    for (const upstream of [chatUpstreamHalf, messagesUpstreamHalf]) {
      const { sent } = through(client, upstream, body, m3);
      assert.deepEqual([sent.thinking, sent.reasoning_effort, sent.output_config], [{ type: 'adaptive' }, undefined, undefined]);
    }
  for (const upstream of [chatUpstreamHalf, messagesUpstreamHalf]) {
    const off = through(responsesClientHalf, upstream, { input: 'Hi', reasoning: { effort: 'none' } }, m3).sent;
    assert.deepEqual([off.thinking, off.reasoning_effort], [{ type: 'disabled' }, undefined]);
  }
});

test('optional fields reach providers that take them, unless the record of the model lists others', () => {
  const body = {
    input: 'Hi',
    reasoning: { effort: 'low' },
    prompt_cache_key: 'k',
    text: { verbosity: 'low' },
    safety_identifier: 'u',
  };
  const names = ['reasoning_effort', 'verbosity', 'prompt_cache_key', 'user'];
  const sent = (model: Model): string[] => {
    const { sent: fields, dropped } = through(responsesClientHalf, chatUpstreamHalf, body, model);
    assert.deepEqual(dropped, []);
    return names.filter((name) => fields[name] !== undefined);
  };
  const takes = { takesOptionalFields: true };
  assert.deepEqual(sent({ supportedParameters: [], quirks: takes }), names);
  assert.deepEqual(sent({ supportedParameters: ['user'], quirks: takes }), ['user']);
  assert.deepEqual(sent(unknown), []);
  assert.deepEqual(sent(vendorModel('openai', 'gpt-6-astra')), names);
  assert.deepEqual(sent(vendorModel('mistral', 'mistral-large-2512')), ['prompt_cache_key']);
});

/** What the system says after the first turn of the user: before an answer, twice in a row, after an answer, and at the end. */
const conversation = [
  user,
  { role: 'system', content: 'A' },
  { role: 'assistant', content: 'ok' },
  { role: 'system', content: 'B' },
  { role: 'user', content: 'More' },
  { role: 'system', content: 'C' },
  { role: 'system', content: 'D' },
];

test('system messages within a conversation stay where the vendor or the model accepts them, and are marked texts elsewhere', () => {
  const shown = (upstream: UpstreamHalf, model: Model, messages: readonly object[] = conversation): string[] =>
    through(upstream === chatUpstreamHalf ? messagesClientHalf : chatClientHalf, upstream, { messages }, model).sent.messages.map(
      ({ role, content }) => `${role}: ${JSON.stringify(content).replaceAll(/<\/?system-reminder>/g, '!')}`,
    );
  const roles = (all: readonly string[]): string[] => all.map((line) => line.split(':')[0] ?? '');
  assert.deepEqual(
    roles(shown(chatUpstreamHalf, vendorModel('openai', 'gpt-6-sol'))),
    conversation.map(({ role }) => role),
  );
  assert.ok(!roles(shown(chatUpstreamHalf, unknown)).includes('system'));
  const opus = shown(messagesUpstreamHalf, vendorModel('anthropic', 'claude-opus-5-5'));
  // In this protocol such a message follows the user, precedes an answer or the end, and is alone.
  assert.deepEqual(roles(opus), ['user', 'system', 'assistant', 'user', 'system']);
  assert.ok(opus[3]?.includes('!\\nB\\n!') && opus[3].includes('!\\nC\\n!') && opus[4]?.includes('"D"'));
  const haiku = shown(messagesUpstreamHalf, vendorModel('anthropic', 'claude-haiku-4-5'));
  assert.deepEqual(roles(haiku), ['user', 'assistant', 'user']);
  const first = [{ role: 'system', content: 'A' }, user];
  for (const model of ['claude-opus-5-5', 'claude-haiku-4-5'])
    assert.deepEqual(roles(shown(messagesUpstreamHalf, vendorModel('anthropic', model), first)), ['user']);
});

test('IDs of calls have nine letters and digits where only these are accepted: different ones stay different, and results find their calls', () => {
  const ids = ['call_a.b:c|d', 'x'.repeat(80), 'abcDEF123', 'call_1', 'call_2', ''];
  const messages = [
    user,
    {
      role: 'assistant',
      content: ids.map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })),
    },
    { role: 'user', content: ids.map((id, at) => ({ type: 'tool_result', tool_use_id: id, content: `result ${String(at)}` })) },
  ];
  const model = vendorModel('mistral', 'mistral-large-2512');
  const { sent } = through(messagesClientHalf, chatUpstreamHalf, { messages, max_tokens: 9 }, model);
  const [, assistant, ...results] = sent.messages as unknown as readonly {
    readonly tool_calls?: readonly { readonly id: string }[];
    readonly tool_call_id?: string;
    readonly content: string;
  }[];
  const called = assistant?.tool_calls?.map(({ id }) => id) ?? [];
  assert.ok(called.every((id) => /^[a-zA-Z0-9]{9}$/.test(id)) && new Set(called).size === ids.length);
  assert.equal(called[2], 'abcDEF123');
  assert.deepEqual(
    results.map(({ tool_call_id: id, content }) => [id, content]),
    called.map((id, at) => [id, `result ${String(at)}`]),
  );
});
