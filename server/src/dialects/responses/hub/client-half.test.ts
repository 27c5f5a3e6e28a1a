/**
 * Goal: requests of the Responses protocol reach upstreams of another protocol with everything in them. The requests have the shape of what coding agents send.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../../test/scanned.ts';
import { chatUpstreamHalf } from '../../chat-completions/hub/upstream-half.ts';
import { responsesClientHalf } from './client-half.ts';

type Fields = Record<string, unknown>;

const seed = Number(process.env.TEST_SEED ?? 20_261_129);

const plan = {
  ...attemptPlan,
  model: 'm',
  upstreamModel: 'u',
  stream: false,
  supportedParameters: ['verbosity', 'prompt_cache_key', 'reasoning_effort', 'user', 'tool_choice'],
};

/** What a chat upstream receives. */
function through(members: object): Fields {
  const body = scanned({ model: 'm', ...members });
  const sent = chatUpstreamHalf.toUpstream(responsesClientHalf.fromClient(body), { ...plan, body });
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
