/**
 * Goal: requests of the Responses protocol reach upstreams of another protocol with everything in them, and answers return as events that
 * agents act on. The requests have the shape of what coding agents send.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '@tollgate/contract/errors';
import { response as responseSchema, responseEvent } from '@tollgate/contract/model-api/responses';
import type { Usage } from '@tollgate/contract/usage';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../../test/scanned.ts';
import type { ScannedBody } from '../../../json/scanned-body.ts';
import { chatUpstreamHalf } from '../../chat-completions/hub/upstream-half.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { Finish, HubEvent, OpenedPart } from '../../shared/hub/hub-event.ts';
import { translated } from '../../shared/hub/translated.ts';
import { responsesClientHalf } from './client-half.ts';
import { responsesClientSide } from '../responses-client-side.ts';
import { ResponsesWriter } from './responses-writer.ts';

type Fields = Record<string, unknown>;

const seed = Number(process.env.TEST_SEED ?? 20_261_129);
const usage: Usage = { inputTokens: 100, cachedTokens: 80, outputTokens: 7, reasoningTokens: 3, more: null };

function planFor(body: ScannedBody, stream = true): AttemptPlan {
  return {
    ...attemptPlan,
    model: 'm',
    upstreamModel: 'u',
    stream,
    body,
    supportedParameters: ['verbosity', 'prompt_cache_key', 'reasoning_effort', 'user', 'tool_choice'],
  };
}

/** What a chat upstream receives. */
function through(members: object): Fields {
  const body = scanned({ model: 'm', ...members });
  const sent = chatUpstreamHalf.toUpstream(responsesClientHalf.fromClient(body), planFor(body, false));
  return JSON.parse(sent.toString()) as Fields;
}

function features(members: object): Fields {
  return Object.fromEntries(responsesClientHalf.fromClient(scanned({ model: 'm', ...members })).features);
}

const schema = { type: 'object', properties: { cmd: { type: 'string' } }, required: ['cmd'], additionalProperties: false };
const run = { type: 'function', name: 'exec_command', description: 'Runs.', strict: false, parameters: schema };
const spawn = { type: 'function', name: 'spawn_agent', description: 'Spawns.', strict: false, parameters: schema };
const namespace = { type: 'namespace', name: 'multi_agent_v1', description: 'Agents.', tools: [spawn] };
const format = { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' };
const patch = { type: 'custom', name: 'exec', description: 'Executes.', format };

function message(role: string, text: string): object {
  return { type: 'message', id: `msg_${role}`, role, content: [{ type: 'input_text', text }] };
}

/** An agent's second turn: two calls at once, and their results. */
const agentTurn = {
  stream: true,
  input: [
    message('developer', 'Rules.'),
    message('developer', 'More.'),
    message('user', 'Where?'),
    message('user', 'List.'),
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'I think' }],
      content: null,
      encrypted_content: 'tg1.chat-completions.p.u.',
    },
    {
      type: 'function_call',
      status: 'completed',
      id: 'fc_1',
      name: 'exec_command',
      arguments: '{"cmd":"ls","n":1.0}',
      call_id: 'call_1',
    },
    {
      type: 'function_call',
      id: 'fc_2',
      name: 'spawn_agent',
      namespace: 'multi_agent_v1',
      arguments: '{"cmd":"b"}',
      call_id: 'call_2',
    },
    { type: 'function_call_output', id: 'fco_1', call_id: 'call_1', output: 'a.txt' },
    { type: 'function_call_output', id: 'fco_2', call_id: 'call_2', output: [{ type: 'input_text', text: 'spawned' }] },
  ],
  tools: [run, namespace, { type: 'web_search', external_web_access: true }],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  reasoning: { summary: 'auto' },
  store: false,
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: 'cache',
  client_metadata: { turn_id: '1' },
};

describe('a request', () => {
  test('of an agent reaches a chat upstream: leading messages as the system, calls in one turn, results behind them', () => {
    const { messages, tools, prompt_cache_key: key } = through(agentTurn);
    const called = (id: string, name: string, args: string): object => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    });
    assert.deepEqual(messages, [
      { role: 'system', content: 'Rules.\n\nMore.' },
      { role: 'user', content: 'Where?' },
      { role: 'user', content: 'List.' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'I think',
        tool_calls: [
          called('call_1', 'exec_command', '{"cmd":"ls","n":1.0}'),
          called('call_2', 'multi_agent_v1__spawn_agent', '{"cmd":"b"}'),
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'a.txt' },
      { role: 'tool', tool_call_id: 'call_2', content: 'spawned' },
    ]);
    assert.deepEqual(
      (tools as { readonly function: { readonly name: string } }[]).map((tool) => tool.function.name),
      ['exec_command', 'multi_agent_v1__spawn_agent'],
    );
    assert.equal(key, 'cache');
    assert.deepEqual(features(agentTurn), {
      client_metadata: 'client_metadata',
      reasoning_history: 'input[4]',
      tool_namespaces: 'tools[1]',
      server_tools: 'tools[2]',
    });
  });

  test('whose tools are an item, with a custom tool and its history, reaches a chat upstream as functions', () => {
    const tools = [{ type: 'namespace', name: 'functions', description: '', tools: [patch, run] }];
    const sent = through({
      input: [
        { type: 'additional_tools', id: 'at_1', role: 'developer', tools },
        message('developer', 'Rules.'),
        message('user', 'Do it.'),
        { type: 'custom_tool_call', call_id: 'c1', name: 'exec', namespace: 'functions', input: 'a "b"\n' },
        { type: 'custom_tool_call_output', call_id: 'c1', output: 'done' },
      ],
      text: { verbosity: 'low' },
    });
    const [free, other] = sent.tools as { readonly function: { readonly name: string; readonly parameters: Fields } }[];
    assert.deepEqual([free?.function.name, other?.function.name], ['functions__exec', 'functions__exec_command']);
    assert.deepEqual(Object.keys(free?.function.parameters.properties as Fields), ['input']);
    const [first, , call, result] = sent.messages as Fields[];
    assert.deepEqual(first, { role: 'system', content: 'Rules.' });
    const [made] = call?.tool_calls as { readonly function: Fields }[];
    assert.deepEqual(made?.function, { name: 'functions__exec', arguments: '{"input":"a \\"b\\"\\n"}' });
    assert.deepEqual([result?.content, sent.verbosity], ['done', 'low']);
  });

  test('may be a text, items without a type, or system messages alone; later ones of the system stay in place', () => {
    const user = { role: 'user', content: 'Hi' };
    assert.deepEqual(through({ input: 'Hi', instructions: 'Be brief.' }).messages, [
      { role: 'system', content: 'Be brief.' },
      user,
    ]);
    assert.deepEqual(through({ input: [{ role: 'system', content: 'S' }, user] }).messages, [
      { role: 'system', content: 'S' },
      user,
    ]);
    assert.deepEqual(through({ input: [{ role: 'developer', content: 'Hi' }] }).messages, [user]);
    const { messages } = through({ input: [user, { role: 'developer', content: 'Now.' }] });
    assert.match(String((messages as Fields[]).at(-1)?.content), /Now\./);
  });

  test('keeps pictures and files, in messages and in results', () => {
    const url = `data:image/png;base64,${'QUJD'.repeat(500)}`;
    const content = [
      { type: 'input_image', image_url: url, detail: 'high' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,QUJD' },
    ];
    const [said] = through({ input: [{ role: 'user', content }] }).messages as Fields[];
    assert.deepEqual(said?.content, [
      { type: 'image_url', image_url: { url, detail: 'high' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,QUJD' } },
    ]);
    const returned = [
      { type: 'function_call', call_id: 'c', name: 'view', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: url }] },
    ];
    const text = JSON.stringify(through({ input: [{ role: 'user', content: 'See' }, ...returned] }).messages);
    assert.ok(text.includes(url));
  });

  test('names what no other protocol can receive, and refuses what makes no sense without it', () => {
    const input = [
      message('user', 'Hi'),
      { type: 'web_search_call', id: 'ws_1' },
      { type: 'compaction', encrypted_content: 'x' },
    ];
    assert.deepEqual(
      features({ input, tools: [run], tool_choice: { type: 'file_search' }, truncation: 'auto', top_logprobs: 2 }),
      {
        foreign_items: 'input[1]',
        only_server_tools: 'tool_choice',
        truncation: 'truncation',
        logprobs: 'top_logprobs',
      },
    );
    assert.deepEqual(features({ input: [message('user', 'Hi'), { type: 'compaction_trigger' }] }), {
      compaction_requests: 'input[1]',
    });
    assert.deepEqual(features({ input: 'x', tools: [{ type: 'web_search' }] }), {
      server_tools: 'tools[0]',
      only_server_tools: 'tools',
    });
    const { tool_choice: choice, tools } = through({
      input: 'x',
      tools: [run, namespace],
      tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'spawn_agent' }] },
    });
    assert.equal(choice, 'required');
    assert.equal((tools as unknown[]).length, 1);
    const whole = { type: 'namespace', name: namespace.name };
    for (const chosen of [whole, { type: 'allowed_tools', mode: 'required', tools: [whole] }]) {
      const sent = through({ input: 'x', tools: [run, namespace], tool_choice: chosen });
      assert.deepEqual([sent.tool_choice, (sent.tools as unknown[]).length], ['required', 1]);
    }
    assert.deepEqual(features({ input: 'x', include: ['message.output_text.logprobs'] }), { logprobs: 'include' });
    assert.deepEqual(through({ input: 'x', tools: [patch], tool_choice: { type: 'custom', name: 'exec' } }).tool_choice, {
      type: 'function',
      function: { name: 'exec' },
    });
  });

  test('never throws, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('input', 'tools', 'text', 'reasoning', 'tool_choice', '__proto__'), fc.jsonValue()),
        (body) => {
          through(body);
        },
      ),
      { seed, numRuns: 500 },
    );
    const odd = { type: 'function_call', arguments: { a: [1] }, call_id: 7, name: null };
    through({
      input: [odd, { type: 'function_call_output' }, { type: 'reasoning', summary: 7 }, { role: 'user', content: [7, {}] }],
    });
  });
});

interface Event extends Fields {
  readonly type: string;
  readonly item?: Fields;
  readonly response?: Fields;
}

function eventsIn(bytes: Buffer): Event[] {
  return bytes
    .toString()
    .split('\n\n')
    .filter((text) => text !== '')
    .map((text) => {
      const [, name, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(text) ?? assert.fail(text);
      const event = JSON.parse(data) as Event;
      responseEvent.parse(event);
      assert.equal(event.type, name);
      return event;
    });
}

function written(events: readonly HubEvent[], reason: Finish = 'stop'): Event[] {
  const body = scanned({ model: 'm', input: 'Hi' });
  const writer = new ResponsesWriter(planFor(body), responsesClientHalf.fromClient(body));
  for (const event of events) writer.write(event);
  writer.write({ kind: 'finish', reason, stopSequence: null });
  const all = eventsIn(Buffer.concat([writer.take() ?? Buffer.alloc(0), writer.tail(usage)]));
  assert.deepEqual(
    all.map(({ sequence_number: number }) => number),
    all.map((_event, position) => position),
  );
  return all;
}

function part(at: number, opened: OpenedPart, texts: readonly string[], seal?: string): HubEvent[] {
  return [
    { kind: 'open', at, ...opened },
    ...texts.map((text) => ({ kind: 'text', at, text }) as const),
    ...(seal === undefined ? [] : [{ kind: 'seal', at, seal } as const]),
    { kind: 'close', at },
  ];
}

const call = { part: 'toolCall', id: 'c1', name: 'exec', namespace: 'functions', isFree: false } as const;

describe('an answer', () => {
  test('as a stream has every event, each item complete, and the whole answer in the last event only', () => {
    const events = written([
      ...part(0, { part: 'reasoning' }, ['Let ', 'me'], 'tg1.x'),
      ...part(1, { part: 'text' }, ['Hel', 'lo']),
      ...part(2, call, ['{"a"', ':1}']),
      ...part(3, { ...call, id: 'c2', isFree: true }, ['free "text"']),
      ...part(4, { part: 'refusal' }, ['No']),
    ]);
    const types = new Set(events.map(({ type }) => type));
    for (const type of [
      ...['created', 'in_progress', 'output_item.added', 'content_part.added', 'content_part.done', 'output_text.delta'],
      ...['output_text.done', 'refusal.delta', 'refusal.done', 'function_call_arguments.delta', 'function_call_arguments.done'],
      ...['custom_tool_call_input.delta', 'custom_tool_call_input.done', 'reasoning_summary_part.added'],
      ...['reasoning_summary_part.done', 'reasoning_summary_text.delta', 'reasoning_summary_text.done', 'output_item.done'],
    ])
      assert.ok(types.has(`response.${type}`), type);
    const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
    const last = events.at(-1);
    assert.equal(last?.type, 'response.completed');
    assert.deepEqual(last.response?.output, done);
    const plain = done.map((item) =>
      Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => name !== 'id' && name !== 'status')),
    );
    const text = { type: 'output_text', annotations: [], logprobs: [], text: 'Hello' };
    assert.deepEqual(plain, [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Let me' }], encrypted_content: 'tg1.x' },
      { type: 'message', role: 'assistant', content: [text] },
      { type: 'function_call', call_id: 'c1', name: 'exec', namespace: 'functions', arguments: '{"a":1}' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'exec', namespace: 'functions', input: 'free "text"' },
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No' }] },
    ]);
    responseSchema.parse(last.response);
    assert.deepEqual(last.response.usage, {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 80, cache_write_tokens: 0 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 3 },
      total_tokens: 107,
    });
  });

  test('that a limit cut is incomplete and keeps its reasoning; one that a filter ended says so', () => {
    const cut = written(part(0, { part: 'reasoning' }, [], 'tg1.x'), 'length').at(-1);
    assert.equal(cut?.type, 'response.incomplete');
    assert.deepEqual(cut.response?.incomplete_details, { reason: 'max_output_tokens' });
    const [item] = cut.response.output as Fields[];
    assert.deepEqual([item?.summary, item?.encrypted_content], [[], 'tg1.x']);
    assert.deepEqual(written([], 'refused').at(-1)?.response?.incomplete_details, { reason: 'content_filter' });
    assert.equal(written(part(0, { part: 'refusal' }, ['No']), 'refused').at(-1)?.type, 'response.completed');
  });

  test('that a limit cut inside a call shows this call as incomplete, without inventing its arguments', () => {
    const statuses = (events: readonly HubEvent[], reason: Finish): unknown =>
      written(events, reason)
        .filter(({ type }) => type === 'response.output_item.done')
        .map(({ item }) => [item?.call_id, item?.status, item?.arguments]);
    const calls = [...part(0, call, ['{"a":1}']), ...part(1, { ...call, id: 'c2' }, [])];
    const first = ['c1', 'completed', '{"a":1}'];
    assert.deepEqual(statuses(calls, 'length'), [first, ['c2', 'incomplete', '']]);
    assert.deepEqual(statuses(calls, 'tools'), [first, ['c2', 'completed', '{}']]);
    const body = scanned({ model: 'm', input: 'Hi' });
    const plan = planFor(body, false);
    const parts = ['c1', 'c2'].map((id, at) => {
      const args = { form: 'text', json: at === 0 ? '{"a":1}' : '' } as const;
      return { kind: 'toolCall', id, name: 'exec', namespace: null, args } as const;
    });
    const answer = { parts, finish: 'length', stopSequence: null } as const;
    const whole = responsesClientHalf.whole(answer, usage, plan, responsesClientHalf.fromClient(body));
    const { output } = JSON.parse(whole.toString()) as { readonly output: readonly Fields[] };
    assert.deepEqual(
      output.map(({ call_id: id, status, arguments: args }) => [id, status, args]),
      [first, ['c2', 'incomplete', '']],
    );
  });

  test('with parts open at once is written in the order of their starts; a call without arguments has an empty object', () => {
    const events = written([
      { kind: 'open', at: 0, ...call },
      { kind: 'open', at: 1, ...call, id: 'c2' },
      { kind: 'text', at: 1, text: '{"b":2}' },
      { kind: 'close', at: 1 },
    ]);
    const output = events.at(-1)?.response?.output as Fields[];
    assert.deepEqual(
      output.map(({ call_id: id, arguments: args }) => [id, args]),
      [
        ['c1', '{}'],
        ['c2', '{"b":2}'],
      ],
    );
  });

  test('that fails ends with exactly one response.failed, which continues the numbers; also before its first event', () => {
    const body = scanned({ model: 'm', input: 'Hi' });
    const writer = new ResponsesWriter(planFor(body), responsesClientHalf.fromClient(body));
    const error = new ApiError('upstream_unavailable');
    const failure = (bytes: Buffer): readonly unknown[] =>
      eventsIn(bytes).flatMap(({ type, sequence_number: number, response: { id, status, error: said } = {} }) => [
        type,
        number,
        id,
        status,
        said,
      ]);
    const expected = (number: number): readonly unknown[] => [
      ...['response.failed', number, 'resp_01939c3b1c4f7c2e8c385c2d7f2c9a10', 'failed'],
      { code: error.code, message: error.message },
    ];
    assert.deepEqual(failure(writer.errorTail(error)), expected(0));
    writer.write({ kind: 'open', at: 0, part: 'text' });
    const before = eventsIn(writer.take() ?? assert.fail());
    assert.equal(before[0]?.response?.id, 'resp_01939c3b1c4f7c2e8c385c2d7f2c9a10');
    assert.deepEqual(failure(writer.errorTail(error)), expected(before.length));
    const asked = { requestId: planFor(body).callId, headers: {} };
    assert.deepEqual(failure(responsesClientSide.streamError(error, asked)), expected(0));
  });

  test('of a chat upstream, however it is cut, is the same as the whole one: names lead back to namespaces and custom tools', () => {
    const body = scanned({ model: 'm', stream: true, input: 'Hi', tools: [namespace, patch] });
    const relay = translated(responsesClientHalf, chatUpstreamHalf);
    const called = (index: number, name: string, args: string): object => ({
      index,
      id: `c${String(index)}`,
      type: 'function',
      function: { name, arguments: args },
    });
    const calls = [called(0, 'multi_agent_v1__spawn_agent', '{"cmd":"a"}'), called(1, 'exec', '{"input":"b\\n"}')];
    const chunk = (delta: object, reason: string | null): string =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'u', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
    const stream = Buffer.from(
      chunk({ role: 'assistant', reasoning_content: 'Hm' }, null) +
        chunk({ content: 'Hi 网' }, null) +
        chunk({ tool_calls: calls }, null) +
        chunk({}, 'tool_calls') +
        'data: [DONE]\n\n',
    );
    let expected: unknown;
    for (let at = 0; at <= stream.length; at += 1) {
      const part1 = relay.createStreamRelay?.(planFor(body)) ?? assert.fail();
      const pieces = [part1.push(stream.subarray(0, at)), part1.push(stream.subarray(at)), part1.tail];
      assert.equal(part1.state, 'complete');
      const { output } = eventsIn(Buffer.concat(pieces.map((piece) => piece ?? Buffer.alloc(0)))).at(-1)?.response ?? {};
      expected ??= output;
      assert.deepEqual(output, expected);
    }
    const whole = {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'u',
      choices: [{ index: 0, message: {}, finish_reason: 'tool_calls' }],
    };
    Object.assign(whole.choices[0]?.message ?? {}, {
      role: 'assistant',
      reasoning_content: 'Hm',
      content: 'Hi 网',
      tool_calls: calls,
    });
    const steps = relay.readWhole(Buffer.from(JSON.stringify(whole)), planFor(body, false));
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const answer = step.value.ok ? (JSON.parse(step.value.body.toString()) as Fields) : assert.fail(step.value.fault);
    responseSchema.parse(answer);
    assert.deepEqual(answer.output, expected);
    assert.deepEqual(
      (expected as Fields[]).map(({ type, name, namespace: of, input }) => [type, name, of, input]),
      [
        ['reasoning', undefined, undefined, undefined],
        ['message', undefined, undefined, undefined],
        ['function_call', 'spawn_agent', 'multi_agent_v1', undefined],
        ['custom_tool_call', 'exec', undefined, 'b\n'],
      ],
    );
  });
});

describe('an error', () => {
  test('about a cap has the type that one agent does not repeat, for that agent alone', () => {
    const typeOf = (
      code: 'daily_cap_reached' | 'monthly_cap_reached' | 'cap_reserved',
      headers: Record<string, string>,
    ): unknown =>
      (responsesClientSide.errorBody(new ApiError(code), { requestId: 'x', headers }) as { readonly error: Fields }).error.type;
    const agent = { 'x-codex-turn-metadata': '{}' };
    assert.equal(typeOf('daily_cap_reached', agent), 'insufficient_quota');
    assert.equal(typeOf('monthly_cap_reached', agent), 'insufficient_quota');
    assert.equal(typeOf('daily_cap_reached', {}), 'rate_limit_error');
    assert.equal(typeOf('cap_reserved', agent), 'rate_limit_error');
  });

  test('never advises to wait for more than a minute, which agents do silently', () => {
    const advised = (retryAfterSeconds: number): unknown =>
      responsesClientSide.adviseOn?.(new ApiError('rate_limit_exceeded', { retryAfterSeconds }), { requestId: 'x', headers: {} });
    assert.deepEqual([advised(60), advised(61), advised(3_600)], [{}, { retryAfterSeconds: 60 }, { retryAfterSeconds: 60 }]);
  });
});

test('a request with as many tools as its size allows is read in a time that its length explains', () => {
  const named = Array.from({ length: 10_000 }, (_none, at) => ({ type: 'function', name: `f${String(at)}` }));
  const spaces = Array.from({ length: 100 }, (_none, at) => ({
    ...{ type: 'namespace', name: `n${String(at)}` },
    tools: named.slice(at * 100, (at + 1) * 100),
  }));
  const start = process.cpuUsage();
  const sent = through({ input: 'x', tools: spaces, tool_choice: { type: 'allowed_tools', mode: 'auto', tools: named } });
  assert.equal((sent.tools as unknown[]).length, named.length);
  const { user } = process.cpuUsage(start);
  assert.ok(user < 2_000_000, `${String(user / 1_000)} ms`);
});
