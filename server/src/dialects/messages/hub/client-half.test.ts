import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BodyScanner } from '../../../json/body-scanner.ts';
import type { ScannedBody } from '../../../json/scanned-body.ts';
import { plainText } from '../../../json/spanned.ts';
import type { HubPart, HubRequest } from '../../shared/hub/hub-request.ts';
import { messagesClientHalf } from './client-half.ts';

function scan(json: string): ScannedBody {
  const scanner = new BodyScanner();
  scanner.push(Buffer.from(json));
  return scanner.finish();
}

function read(members: object | string): HubRequest {
  return messagesClientHalf.fromClient(scan(typeof members === 'string' ? members : JSON.stringify(members)));
}

const cached = { cache_control: { type: 'ephemeral', ttl: '1h' } };

function partsOf(role: string, content: unknown): readonly HubPart[] {
  return read({ messages: [{ role, content }] }).turns[0]?.parts ?? [];
}

test('the line for the vendor’s bill is left out of the system prompt, and nothing else', () => {
  const bill = 'x-anthropic-billing-header: cc_version=2; cch=1;';
  const long = 'word '.repeat(1_000);
  const { system } = read({
    system: [
      { type: 'text', text: bill },
      { type: 'text', text: `${bill}\n${long}`, ...cached },
      { type: 'text', text: `about ${bill}` },
      { type: 'text', text: long, ...cached },
    ],
  });
  assert.deepEqual(
    system.map(({ text, cache }) => [plainText(text), cache?.ttl ?? null]),
    [
      [long, '1h'],
      [`about ${bill}`, null],
      [long, '1h'],
    ],
  );
});

test('breakpoints of the cache are read wherever they are set', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'QUJD' };
  const parts = partsOf('user', [
    { type: 'text', text: 'x', ...cached },
    { type: 'image', source, ...cached },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' }, ...cached },
    { type: 'tool_use', id: 'c', name: 'f', input: {}, ...cached },
    { type: 'tool_result', tool_use_id: 'c', content: 'x', ...cached },
  ]);
  assert.equal(parts.length, 5);
  for (const part of parts) assert.deepEqual('cache' in part && part.cache, { ttl: '1h' }, part.kind);
  const request = read({ tools: [{ name: 'f', ...cached }] });
  assert.deepEqual(request.tools[0]?.cache, { ttl: '1h' });
  assert.equal(request.features.get('cache_marks'), 'tools[0].cache_control');
});

test('arguments and schemas stay the bytes that the client sent', () => {
  const input = '{"b":1.0,"a":1152921504606846977,"c":{"input":{"x":"é\\u0041"}}}';
  const schema = '{"type":"object","properties":{"input":{"maximum":1e2}}}';
  const { turns, tools } = read(
    `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a.b:c|d","name":"f","input":${input}}]}],` +
      `"tools":[{"name":"f","input_schema":${schema}}]}`,
  );
  const [part] = turns[0]?.parts ?? [];
  assert.ok(part?.kind === 'toolCall' && part.args.form === 'object');
  assert.deepEqual([part.id, part.args.json.text], ['a.b:c|d', input]);
  const parameters = tools[0]?.parameters;
  assert.equal(parameters?.form === 'schema' && parameters.schema?.text, schema);
});

test('thinking keeps its signature, and an empty signature is none', () => {
  const [signed, unsigned, redacted] = partsOf('assistant', [
    { type: 'thinking', thinking: 'hm', signature: 'tg1.x' },
    { type: 'thinking', thinking: 'hm', signature: '' },
    { type: 'redacted_thinking', data: 'abc' },
  ]);
  assert.deepEqual(signed, { kind: 'reasoning', text: 'hm', isSummary: false, seal: 'tg1.x' });
  assert.deepEqual(unsigned, { kind: 'reasoning', text: 'hm', isSummary: false, seal: null });
  assert.deepEqual(redacted, { kind: 'reasoning', text: null, isSummary: false, seal: 'abc' });
});

test('turns of the system in the conversation, deferred tools and what a search for tools found are read', () => {
  const { turns, tools, features } = read({
    messages: [
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'tool_reference', tool_name: 'g' }] }],
      },
      { role: 'system', content: 'be short' },
    ],
    tools: [{ name: 'g', defer_loading: true }],
  });
  assert.deepEqual(
    turns.map(({ role }) => role),
    ['user', 'system'],
  );
  const [result] = turns[0]?.parts ?? [];
  assert.deepEqual(result?.kind === 'toolResult' && result.parts, [{ kind: 'toolReference', name: 'g' }]);
  assert.equal(tools[0]?.isDeferred, true);
  assert.equal(features.get('deferred_tools'), 'tools[0]');
});

test('choices of tools, thinking, effort and limits are read', () => {
  const tools = [{ name: 'f' }];
  const choice = (value: object): HubRequest => read({ tools, tool_choice: value });
  assert.deepEqual(choice({ type: 'any', disable_parallel_tool_use: true }).toolChoice, { kind: 'required' });
  assert.equal(choice({ type: 'auto', disable_parallel_tool_use: true }).parallelTools, false);
  assert.deepEqual(choice({ type: 'tool', name: 'f' }).toolChoice, { kind: 'tool', name: 'f', namespace: null });
  assert.equal(choice({ type: 'tool', name: 'web' }).features.get('only_server_tools'), 'tool_choice');
  assert.equal(choice({ type: 'none' }).parallelTools, null);
  const thinking = (value: object): HubRequest['reasoning'] => read(value).reasoning;
  assert.deepEqual(thinking({ thinking: { type: 'disabled' } }), { effort: 'none', budgetTokens: null, isAdaptive: false });
  assert.deepEqual(thinking({ thinking: { type: 'enabled', budget_tokens: 2_000 } }), {
    effort: null,
    budgetTokens: 2_000,
    isAdaptive: false,
  });
  assert.deepEqual(thinking({ thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'high' } }), {
    effort: 'high',
    budgetTokens: null,
    isAdaptive: true,
  });
  const { stop, outputTokensMax, user, serviceTier } = read({
    stop_sequences: ['x'],
    max_tokens: 5,
    metadata: { user_id: 'u' },
    speed: 'fast',
  });
  assert.deepEqual([stop, outputTokensMax, user, serviceTier], [['x'], 5, 'u', 'fast']);
});

test('a search that only the vendor can run is refused elsewhere, beside other tools it is dropped', () => {
  const search = { type: 'web_search_20250305', name: 'web_search' };
  assert.equal(read({ tools: [search] }).features.get('only_server_tools'), 'tools');
  const both = read({ tools: [search, { name: 'f' }] });
  assert.deepEqual(
    [both.tools.length, both.features.has('only_server_tools'), both.features.get('server_tools')],
    [1, false, 'tools[0]'],
  );
});

test('nothing that a client can send makes the reading fail', () => {
  const odd: readonly unknown[] = [null, 7, 'x', true, [], {}, [[]], [null, 7, 'x', {}], { type: 'tool_use' }, '[deep]'];
  const fields = ['messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config', 'metadata', 'stop_sequences'];
  const types = ['text', 'image', 'document', 'tool_use', 'tool_result', 'thinking', 'search_result', '__proto__', 'x'];
  for (const value of odd) {
    for (const field of fields) read({ [field]: value });
    for (const type of types) {
      const block = { type, text: value, source: value, content: value, input: value, id: value, name: value, thinking: value };
      read({ messages: [{ role: value, content: [block] }] });
      read({
        messages: [{ role: 'user', content: [{ type: 'tool_result', content: [block] }] }],
        system: [block],
        tools: [block],
      });
    }
  }
  read('{"__proto__":{"messages":[]},"messages":[{"__proto__":{"role":"system"},"content":[{"type":"text","text":"x"}]}]}');
});
