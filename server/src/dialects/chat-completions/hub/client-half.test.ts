import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { count } from '../../../../test/proofs/counts.ts';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../../test/scanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { features } from '../../shared/hub/features.ts';
import type { HubRequest } from '../../shared/hub/hub-request.ts';
import { LongText } from '../../../json/spanned.ts';
import { chatClientHalf } from './client-half.ts';
import { chatUpstreamHalf } from './upstream-half.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);

const plan: AttemptPlan = {
  ...attemptPlan,
  model: 'm',
  upstreamModel: 'u',
  supportedParameters: [
    ...['temperature', 'top_p', 'top_k', 'presence_penalty', 'frequency_penalty', 'seed', 'reasoning_effort', 'verbosity'],
    ...['prompt_cache_key', 'user', 'stop', 'tool_choice'],
  ],
};

function read(members: object): HubRequest {
  return chatClientHalf.fromClient(scanned({ model: 'm', messages: [], ...members }));
}

/** What a chat upstream receives from a chat client through the hub. */
function through(body: object): Record<string, unknown> {
  const own = scanned(body);
  return JSON.parse(
    chatUpstreamHalf.toUpstream(chatClientHalf.fromClient(own), { ...plan, stream: false, body: own }).toString(),
  ) as Record<string, unknown>;
}

const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
const said = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom('网'.repeat(600), 'a"\\\n'.repeat(400), '\ud83d'),
);
const image = fc.constantFrom(
  'https://example.com/a.png',
  `data:image/png;base64,${'QUJD'.repeat(400)}`,
  'data:image/jpeg;base64,QUJD',
);
const userContent = fc.oneof(
  { weight: 3, arbitrary: said },
  fc.tuple(said, image).map(([text, url]) => [
    { type: 'text', text },
    { type: 'image_url', image_url: { url, detail: 'low' } },
  ]),
  fc.constantFrom(
    [{ type: 'input_audio', input_audio: { data: 'QUJD', format: 'mp3' } }],
    [{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,QUJD' } }],
    [{ type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } }],
  ),
);
const args = fc.oneof(
  fc.constantFrom('{"n":1.0,"big":1152921504606846977}', '{', '{}', `{"text":"${'x'.repeat(2_000)}"}`),
  fc.json(),
);
/** A step of the assistant with the results of its calls, whose IDs are numbered later. */
const step = fc.record({ text: fc.option(said), calls: fc.array(fc.tuple(word, args, said), { maxLength: 3 }) });
const conversation = fc
  .record({
    system: fc.option(said),
    turns: fc.array(fc.tuple(userContent, step), { minLength: 1, maxLength: 4 }),
    last: userContent,
  })
  .map(({ system, turns, last }) => {
    let count = 0;
    const messages = turns.flatMap(([content, { text, calls }]) => {
      const listed = calls.map(([name, written]) => ({
        id: `call_${String(++count)}`,
        type: 'function',
        function: { name, arguments: written },
      }));
      const results = calls.map(([, , result], at) => ({ role: 'tool', tool_call_id: listed[at]?.id, content: result }));
      const assistant = {
        role: 'assistant',
        content: text ?? (listed.length === 0 ? 'ok' : null),
        ...(listed.length === 0 ? {} : { tool_calls: listed }),
      };
      return [{ role: 'user', content }, assistant, ...results];
    });
    return [...(system === null ? [] : [{ role: 'system', content: system }]), ...messages, { role: 'user', content: last }];
  });
const schema = { type: 'object', properties: { a: { type: 'number', multipleOf: 0.1 } }, additionalProperties: false };
const rest = fc.record(
  {
    tools: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }).map((names) =>
      names.map((name) => ({
        type: 'function',
        function: { name, description: `Does ${name}`, parameters: schema, strict: true },
      })),
    ),
    temperature: fc.constantFrom(0, 0.5, 2),
    top_p: fc.constantFrom(0.25, 1),
    top_k: fc.constant(40),
    presence_penalty: fc.constant(1),
    frequency_penalty: fc.constant(-0.5),
    seed: fc.constant(7),
    stop: fc.array(word, { minLength: 1, maxLength: 3 }),
    max_completion_tokens: fc.constant(100),
    reasoning_effort: fc.constantFrom('none', 'low', 'high'),
    verbosity: fc.constant('low'),
    response_format: fc.constantFrom<object[]>(
      { type: 'json_object' },
      { type: 'json_schema', json_schema: { name: 'n', description: 'd', schema, strict: true } },
    ),
    service_tier: fc.constant('flex'),
    prompt_cache_key: word,
    user: word,
    metadata: fc.dictionary(word, said, { minKeys: 1, maxKeys: 2 }),
  },
  { requiredKeys: [] },
);

test('a conversation that only uses what every protocol has passes through the hub unchanged', () => {
  fc.assert(
    fc.property(conversation, rest, fc.option(fc.constantFrom('auto', 'none', 'required')), (messages, members, choice) => {
      const tools = 'tools' in members ? { parallel_tool_calls: false, ...(choice === null ? {} : { tool_choice: choice }) } : {};
      const body = { model: 'u', messages, ...members, ...tools };
      assert.deepEqual(through(body), JSON.parse(JSON.stringify(body)));
    }),
    { seed, numRuns: count('conversations'), verbose: fc.VerbosityLevel.Verbose },
  );
});

test('a member that the endpoint treats as unset is not read', () => {
  const { value, ...body } = scanned({ model: 'm', messages: [], max_tokens: 0, logit_bias: { '1': 1 } });
  const { max_tokens: _bound, logit_bias: _bias, ...set } = value;
  const request = chatClientHalf.fromClient({ ...body, value: set });
  assert.deepEqual([request.outputTokensMax, [...request.features]], [null, []]);
});

test('members without an effect lose nothing', () => {
  const request = read({
    messages: [{ role: 'user', content: 'hi' }],
    n: 1,
    logprobs: false,
    logit_bias: {},
    presence_penalty: 0,
    stop: null,
    metadata: null,
    response_format: { type: 'text' },
  });
  assert.deepEqual([...request.features], []);
});

test('what another protocol may lack is noted with its field', () => {
  const request = read({
    messages: [
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'QUJD', format: 'wav' } }] },
      { role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }, { type: 'hologram' }] },
      { role: 'assistant', content: 'So' },
    ],
    n: 2,
    logprobs: true,
    logit_bias: { '1': 1 },
    frequency_penalty: 1,
    tools: [{ type: 'web_search' }],
    modalities: ['text', 'audio'],
    stop: 'x',
  });
  assert.deepEqual(Object.fromEntries(request.features), {
    audio: 'messages[0].content[0]',
    documents: 'messages[1].content[0]',
    file_ids: 'messages[1].content[0]',
    other_content: 'messages[1].content[1]',
    prefill: 'messages[2]',
    many_choices: 'n',
    logprobs: 'logprobs',
    logit_bias: 'logit_bias',
    penalties: 'frequency_penalty',
    server_tools: 'tools[0]',
    only_server_tools: 'tools',
    output_audio: 'modalities',
    stop: 'stop',
  });
});

test('custom tools, their calls and the choice among tools are read', () => {
  const request = read({
    messages: [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'sh', input: 'ls' } }] },
      { role: 'tool', tool_call_id: 'c', content: 'a' },
    ],
    tools: [
      { type: 'custom', custom: { name: 'sh', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'x' } } } },
    ],
    tool_choice: {
      type: 'allowed_tools',
      allowed_tools: { mode: 'required', tools: [{ type: 'custom', custom: { name: 'sh' } }] },
    },
  });
  assert.deepEqual(request.tools[0]?.parameters, { form: 'free', format: { type: 'grammar', syntax: 'lark', definition: 'x' } });
  assert.deepEqual(request.toolChoice, { kind: 'allowed', tools: [{ name: 'sh', namespace: null }], isRequired: true });
  assert.deepEqual(request.turns[1]?.parts, [
    { kind: 'toolCall', id: 'c', name: 'sh', namespace: null, args: { form: 'free', text: 'ls' } },
  ]);
});

test('functions in the older form are tools, and their results find their calls', () => {
  const request = read({
    messages: [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: '1' },
    ],
    functions: [{ name: 'f', parameters: schema }],
    function_call: { name: 'f' },
  });
  assert.deepEqual(request.toolChoice, { kind: 'tool', name: 'f', namespace: null });
  const [, asked, answered] = request.turns;
  const [call, result] = [asked?.parts[0], answered?.parts[0]];
  assert.ok(call?.kind === 'toolCall' && result?.kind === 'toolResult' && call.id === result.id);
});

test('the system is what comes before the first turn; later it is a turn, and alone it is the question', () => {
  const [system, user] = [
    { role: 'developer', content: 's' },
    { role: 'user', content: 'u' },
  ];
  assert.deepEqual(
    read({ messages: [system, user, system] }).turns.map(({ role }) => role),
    ['user', 'system'],
  );
  const alone = read({ messages: [system] });
  assert.deepEqual([alone.system.length, alone.turns.map(({ role }) => role)], [0, ['user']]);
});

test('a long image stays bytes', () => {
  const url = `data:image\\/png;base64,${'QUJD'.repeat(1_000)}`;
  const body = scanned(`{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"${url}"}}]}]}`);
  const [part] = chatClientHalf.fromClient(body).turns[0]?.parts ?? [];
  assert.ok(part?.kind === 'media' && part.source.in === 'base64' && part.source.data instanceof LongText);
  assert.deepEqual([part.source.mediaType, part.source.data.bytes.length], ['image/png', 4_000]);
});

test('any JSON is read without an exception', () => {
  const names = fc.constantFrom(
    ...['messages', 'role', 'content', 'type', 'text', 'tools', 'function', 'custom', 'tool_calls', 'tool_choice', 'functions'],
    ...[
      'function_call',
      'reasoning_details',
      'reasoning_content',
      'response_format',
      'json_schema',
      'schema',
      'stop',
      'image_url',
    ],
    ...[
      '__proto__',
      'constructor',
      'arguments',
      'file',
      'input_audio',
      'reasoning',
      'thinking',
      'metadata',
      'logit_bias',
      'data',
    ],
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 7 },
      fc.constantFrom(
        null,
        true,
        1e308,
        -1,
        '',
        'user',
        'assistant',
        'tool',
        'system',
        'function',
        'text',
        'image_url',
        'custom',
      ),
      fc.constantFrom(
        'file',
        'allowed_tools',
        'thinking',
        'data:',
        'data:;base64,',
        'json_schema',
        'x'.repeat(2_000),
        'tg_summary_9',
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(names, tie('value')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
    ),
  }));
  fc.assert(
    fc.property(value, value, fc.dictionary(names, value, { maxKeys: 4 }), (messages, tools, members) => {
      const body = { ...members, messages: [messages].flat(), tools };
      const request = chatClientHalf.fromClient(scanned(JSON.stringify(body)));
      for (const feature of request.features.keys()) assert.ok(feature in features);
      JSON.parse(chatUpstreamHalf.toUpstream(request, plan).toString());
    }),
    { seed, numRuns: 10_000, verbose: fc.VerbosityLevel.Verbose },
  );
});
