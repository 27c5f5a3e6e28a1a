import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import { noUsage, type Usage } from '@tollgate/contract/usage';
import { count } from '../../../../test/proofs/counts.ts';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../../test/scanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { features } from '../../shared/hub/features.ts';
import type { HubAnswer, HubEvent, OpenedPart } from '../../shared/hub/hub-event.ts';
import type { HubPart, HubRequest } from '../../shared/hub/hub-request.ts';
import { LongText, plainText } from '../../../json/spanned.ts';
import { translated } from '../../shared/hub/translated.ts';
import { chatClientHalf } from './client-half.ts';
import { ChatStreamRelay } from '../stream-relay.ts';
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

const usage: Usage = { inputTokens: 100, cachedTokens: 80, outputTokens: 7, reasoningTokens: 3, more: { cache_write: 5 } };

function read(members: object): HubRequest {
  return chatClientHalf.fromClient(scanned({ model: 'm', messages: [], ...members }));
}

function partsOf(message: object): readonly HubPart[] {
  return read({ messages: [message] }).turns[0]?.parts ?? [];
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

interface Written {
  readonly opened: OpenedPart;
  readonly texts: readonly string[];
  readonly seal: string | null;
}

const piece = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });
const prose = fc.record({
  opened: fc.constantFrom<'text' | 'refusal'>('text', 'refusal').map((part) => ({ part })),
  texts: fc.array(piece, { minLength: 1, maxLength: 3 }),
  seal: fc.constant(null),
});
const thought = fc.record({
  opened: fc.constantFrom<'reasoning' | 'summary'>('reasoning', 'summary').map((part) => ({ part })),
  texts: fc.array(piece, { maxLength: 3 }),
  seal: piece.map((data) => `tg1.messages.p.u.${data}`),
});
const called = fc.tuple(word, fc.array(piece, { maxLength: 3 })).map(([name, texts]) => ({ name, texts }));
const written: fc.Arbitrary<Written[]> = fc
  .tuple(fc.array(thought, { maxLength: 3 }), fc.array(prose, { maxLength: 2 }), fc.array(called, { maxLength: 3 }))
  .map(([thoughts, proses, calls]) => [
    ...thoughts,
    ...proses,
    ...calls.map(({ name, texts }, at): Written => ({
      opened: { part: 'toolCall', id: `call_${String(at)}`, name, namespace: null, isFree: false },
      texts,
      seal: null,
    })),
  ]);

function eventsOf(parts: readonly Written[]): HubEvent[] {
  const events = parts.flatMap(({ opened, texts, seal }, at): HubEvent[] => [
    { kind: 'open', at, ...opened },
    ...texts.map((text) => ({ kind: 'text', at, text }) as const),
    ...(seal === null ? [] : [{ kind: 'seal', at, seal } as const]),
    { kind: 'close', at },
  ]);
  return [
    ...events,
    { kind: 'finish', reason: parts.some(({ opened }) => opened.part === 'toolCall') ? 'tools' : 'stop', stopSequence: null },
  ];
}

function answerOf(parts: readonly Written[]): HubAnswer {
  const read = parts.map(({ opened, texts, seal }): HubPart => {
    const text = texts.join('');
    if (opened.part === 'toolCall') {
      const { id, name, namespace } = opened;
      return { kind: 'toolCall', id, name, namespace, args: { form: 'text', json: text } };
    }
    if (opened.part === 'text' || opened.part === 'refusal') return { kind: opened.part, text };
    return { kind: 'reasoning', text: text === '' ? null : text, isSummary: opened.part === 'summary', seal };
  });
  return { parts: read, finish: read.some(({ kind }) => kind === 'toolCall') ? 'tools' : 'stop', stopSequence: null };
}

function streamOf(events: readonly HubEvent[], own: AttemptPlan = plan): string {
  const writer = chatClientHalf.createStreamWriter(own, read({}));
  const out = events.map((event) => {
    writer.write(event);
    return writer.take() ?? Buffer.alloc(0);
  });
  return Buffer.concat([...out, writer.tail(usage)]).toString();
}

function chunksOf(stream: string): Record<string, unknown>[] {
  const events = stream.split('\n\n').slice(0, -1);
  assert.equal(events.pop(), 'data: [DONE]');
  return events.map((event) => JSON.parse(event.slice('data: '.length)) as Record<string, unknown>);
}

/** The message that the official client makes of a stream. */
async function accumulated(stream: string): Promise<Record<string, unknown>> {
  const lines = chunksOf(stream).map((chunk) => `${JSON.stringify(chunk)}\n`);
  const source = new ReadableStream({
    start(controller) {
      for (const line of lines) controller.enqueue(new TextEncoder().encode(line));
      controller.close();
    },
  });
  return (await ChatCompletionStream.fromReadableStream(source).finalChatCompletion()) as unknown as Record<string, unknown>;
}

function wholeOf(
  parts: readonly Written[],
  own: AttemptPlan = plan,
): { readonly choices: readonly Record<string, unknown>[] } & Record<string, unknown> {
  return JSON.parse(chatClientHalf.whole(answerOf(parts), usage, own, read({})).toString()) as ReturnType<typeof wholeOf>;
}

/** What the client shows of an answer. */
function shownOf({ id, created, model, usage: counts, choices }: Record<string, unknown>): unknown[] {
  const [choice] = choices as { message: Record<string, unknown>; finish_reason: string }[];
  const { content, refusal, tool_calls: calls } = choice?.message ?? {};
  const named = ((calls ?? []) as { id: string; function: Record<string, unknown> }[]).map(({ id: own, function: called }) => [
    own,
    called.name,
    called.arguments,
  ]);
  return [id, created, model, counts, content ?? '', refusal ?? '', named, choice?.finish_reason];
}

test('the official client reads from a stream what a whole answer says', async () => {
  await fc.assert(
    fc.asyncProperty(written, async (parts) => {
      const final = await accumulated(streamOf(eventsOf(parts)));
      const whole = wholeOf(parts);
      assert.deepEqual(shownOf(final), shownOf(whole));
    }),
    { seed, numRuns: 300, verbose: fc.VerbosityLevel.Verbose },
  );
});

/** What a client that keeps unknown members sends back. */
function messageOf(stream: string): Record<string, unknown> {
  const message: Record<string, unknown> = { role: 'assistant', content: 'a' };
  for (const { choices } of chunksOf(stream)) {
    const [{ delta } = { delta: {} }] = choices as { delta: Record<string, unknown> }[];
    const { reasoning_content: text, reasoning_details: details } = delta as {
      reasoning_content?: string;
      reasoning_details?: unknown[];
    };
    if (text !== undefined) message.reasoning_content = `${(message.reasoning_content as string | undefined) ?? ''}${text}`;
    if (details !== undefined)
      message.reasoning_details = [...((message.reasoning_details as unknown[] | undefined) ?? []), ...details];
  }
  return message;
}

test('seals come back with exactly their text, from a stream and from a whole answer', () => {
  fc.assert(
    fc.property(written, (parts) => {
      const wanted = answerOf(parts).parts.filter(({ kind }) => kind === 'reasoning');
      const [choice] = wholeOf(parts).choices;
      for (const message of [messageOf(streamOf(eventsOf(parts))), choice?.message as Record<string, unknown>]) {
        const found = partsOf(message).flatMap((part) =>
          part.kind === 'reasoning' ? [{ ...part, text: part.text === null ? null : plainText(part.text) }] : [],
        );
        assert.deepEqual(found, wanted);
      }
    }),
    { seed, numRuns: 2_000, verbose: fc.VerbosityLevel.Verbose },
  );
});

test('a seal of thinking whose text was changed does not come back', () => {
  const parts: Written[] = [
    { opened: { part: 'reasoning' }, texts: ['Hm'], seal: 'tg1.a' },
    { opened: { part: 'reasoning' }, texts: [], seal: 'tg1.b' },
  ];
  const message = { ...messageOf(streamOf(eventsOf(parts))), reasoning_content: 'Hmm' };
  assert.deepEqual(partsOf(message).slice(0, 2), [
    { kind: 'reasoning', text: 'Hmm', isSummary: false, seal: null },
    { kind: 'reasoning', text: null, isSummary: false, seal: 'tg1.b' },
  ]);
});

test('a stream begins with the role, and only its tail says that it is complete', () => {
  const writer = chatClientHalf.createStreamWriter({ ...plan, includeUsage: false }, read({}));
  for (const event of eventsOf([{ opened: { part: 'text' }, texts: ['a'], seal: null }])) writer.write(event);
  const [first, second] = (writer.take() ?? '').toString().split('\n\n');
  assert.match(first ?? '', /"delta":\{"role":"assistant","content":""\},"finish_reason":null\}\]\}$/);
  assert.match(second ?? '', /"delta":\{"content":"a"\},"finish_reason":null\}\]\}$/);
  const tail = writer.tail(noUsage).toString();
  assert.match(tail, /^data: [^\n]*"delta":\{\},"finish_reason":"stop"\}\]\}\n\ndata: \[DONE\]\n\n$/);
});

test('clients of the older form get one function call', () => {
  const own = { ...plan, body: scanned({ functions: [{ name: 'f' }] }) };
  const parts: Written[] = ['f', 'g'].map((name) => ({
    opened: { part: 'toolCall', id: name, name, namespace: null, isFree: false },
    texts: [`{"${name}":1}`],
    seal: null,
  }));
  const stream = streamOf(eventsOf(parts), own);
  assert.ok(!stream.includes('tool_calls') && !stream.includes('"g"'));
  assert.match(stream, /"finish_reason":"function_call"/);
  const [choice] = wholeOf(parts, own).choices as Record<string, Record<string, unknown>>[];
  assert.deepEqual(choice?.message?.function_call, { name: 'f', arguments: '{"f":1}' });
});

const upstream = [
  '{"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"reasoning_content":"网络"}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"content":"a\\"b"}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"content":"c"}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t","function":{"name":"f","arguments":""}}]}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"x\\":"}}]}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}',
  '{"id":"1","choices":[],"usage":{"prompt_tokens":100,"completion_tokens":7,"total_tokens":107}}',
  '[DONE]',
];

interface SpokenChunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
    };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens: number } | null;
}

function spoken(stream: string): object {
  const result = { text: '', reasoning: '', calls: '', ends: [] as unknown[] };
  for (const { choices, usage: shown } of chunksOf(stream) as unknown as SpokenChunk[]) {
    result.ends.push(shown?.prompt_tokens);
    for (const { delta, finish_reason: reason } of choices) {
      result.text += delta.content ?? '';
      result.reasoning += delta.reasoning_content ?? '';
      for (const call of delta.tool_calls ?? []) result.calls += call.function.arguments;
      result.ends.push(reason);
    }
  }
  return { ...result, ends: result.ends.filter((end) => end !== undefined && end !== null) };
}

test('a stream through the hub, cut at any byte, says what the direct stream says', () => {
  const bytes = Buffer.from(upstream.map((data) => `data: ${data}\n\n`).join(''));
  const run = (relay: { push(chunk: Buffer): Buffer | null; end(): void; readonly tail: Buffer | null }, cut: number): string => {
    const out = [bytes.subarray(0, cut), bytes.subarray(cut)].map((chunk) => relay.push(chunk) ?? Buffer.alloc(0));
    relay.end();
    return Buffer.concat([...out, relay.tail ?? Buffer.alloc(0)]).toString();
  };
  const direct = spoken(run(new ChatStreamRelay(plan), 0));
  const { createStreamRelay } = translated(chatClientHalf, chatUpstreamHalf);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const relay = createStreamRelay?.(plan);
    assert.ok(relay !== undefined);
    assert.deepEqual(spoken(run(relay, cut)), direct, `cut at ${String(cut)}`);
  }
});
