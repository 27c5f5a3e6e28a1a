/**
 * Goal: requests are right where users of other gateways reported them as broken between chat protocols. Each case has a number, an input and the right
 * output, for every pair of protocols that it concerns. Cases of protocols that the gateway does not speak have their numbers, too, and are
 * missing here.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sent, whole, type ClientName, type Fields, type UpstreamName } from '../../../../test/corpus/through-hub.ts';
import { chatWhole } from '../../../../test/corpus/upstream-answers.ts';
import { wrapSeal } from './seal.ts';

type Message = Readonly<{ role: string; content: unknown } & Fields>;

const bothUpstreams: readonly UpstreamName[] = ['chat', 'messages'];
const allUpstreams: readonly UpstreamName[] = [...bothUpstreams, 'responses'];
const foreignToMessages: readonly ClientName[] = ['chat', 'responses'];
const foreignToChat: readonly ClientName[] = ['messages', 'responses'];
const allClients: readonly ClientName[] = ['chat', 'messages', 'responses'];

const own = wrapSeal({ dialect: 'messages', provider: 'p', upstreamModel: 'up' }, 'sig');
const ofAnother = wrapSeal({ dialect: 'messages', provider: 'p', upstreamModel: 'v' }, 'sig');
const schema = { type: 'object', properties: {} };

function messagesOf({ body }: { readonly body: Fields }): readonly Message[] {
  return body.messages as readonly Message[];
}

/** A request of each client whose assistant thought and called a tool. */
function thoughtful(seal: string | null): Readonly<Record<ClientName, object>> {
  return {
    chat: {
      messages: [
        { role: 'user', content: 'Go' },
        {
          role: 'assistant',
          content: '',
          reasoning_content: 'hm',
          ...(seal === null ? {} : { reasoning_details: [{ id: 'tg_reasoning_2', data: seal }] }),
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'ok' },
      ],
      reasoning_effort: 'high',
    },
    messages: {
      max_tokens: 9_000,
      messages: [
        { role: 'user', content: 'Go' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: seal ?? '' },
            { type: 'tool_use', id: 'c', name: 'f', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'ok' }] },
      ],
      thinking: { type: 'enabled', budget_tokens: 2_000 },
    },
    responses: {
      input: [
        { role: 'user', content: 'Go' },
        { type: 'reasoning', summary: [{ text: 'hm' }], ...(seal === null ? {} : { encrypted_content: seal }) },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'ok' },
      ],
      reasoning: { effort: 'high' },
    },
  };
}

/** A tool that must be called, for which thinking is turned off. */
const forcedTool: Readonly<Record<ClientName, object>> = {
  chat: { tools: [{ type: 'function', function: { name: 'f', parameters: schema } }], tool_choice: 'required' },
  messages: { tools: [{ name: 'f', input_schema: schema }], tool_choice: { type: 'any' } },
  responses: { tools: [{ type: 'function', name: 'f', parameters: schema }], tool_choice: 'required' },
};

test('1, 2: thinking of another model, or without a signature, is left out with thinking itself; calls stay', () => {
  for (const client of allClients) {
    for (const seal of [ofAnother, null, 'unknown']) {
      const { body } = sent(client, 'messages', thoughtful(seal)[client], { outputLimit: 20_000 });
      const text = JSON.stringify(body);
      assert.ok(!text.includes('"thinking":"hm"') && text.includes('"tool_use"'), `${client}: ${text}`);
      assert.deepEqual(body.thinking, { type: 'disabled' });
    }
    const { body } = sent(client, 'messages', thoughtful(own)[client], { outputLimit: 20_000 });
    assert.ok(JSON.stringify(body).includes('{"type":"thinking","thinking":"hm","signature":"sig"}'), client);
    assert.equal((body.thinking as Fields).type, 'enabled');
  }
});

test('2, 3: a vendor that requires thinking back gets it unsigned where the seal is lost, empty where the text is, and thinks on', () => {
  const quirks = { wantsReasoningBack: true };
  const unsigned = (thinking: string): Fields => ({ type: 'thinking', thinking, signature: '' });
  for (const client of allClients) {
    for (const [seal, expected] of [
      [own, { ...unsigned('hm'), signature: 'sig' }],
      [null, unsigned('hm')],
      [ofAnother, unsigned('')],
    ] as const) {
      const { body } = sent(client, 'messages', thoughtful(seal)[client], { outputLimit: 20_000, quirks });
      const [thought, call] = messagesOf({ body })[1]?.content as readonly Fields[];
      assert.deepEqual([thought, call?.type, (body.thinking as Fields).type], [expected, 'tool_use', 'enabled'], client);
    }
    const off = { outputLimit: 20_000, outputTokensMax: 1_024, quirks };
    const forced = { ...thoughtful(ofAnother)[client], ...forcedTool[client] };
    const { body } = sent(client, 'messages', forced, off);
    assert.deepEqual([body.thinking, JSON.stringify(body).includes('"thinking":""')], [{ type: 'disabled' }, false], client);
  }
});

test('3: models that want their thoughts back get some in every turn of the assistant since a call', () => {
  for (const client of foreignToChat) {
    const { body } = sent(client, 'chat', thoughtful(null)[client], { quirks: { wantsReasoningBack: true } });
    const assistants = messagesOf({ body }).filter(({ role }) => role === 'assistant');
    assert.deepEqual(
      assistants.map(({ reasoning_content: text }) => text),
      [''],
    );
  }
});

/** Two calls at once; their results come in two messages, the second one after a text. One call more was broken off. */
const scattered: Readonly<Record<ClientName, object>> = {
  chat: {
    messages: [
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        content: null,
        tool_calls: ['a.1:x|y', 'b', 'lost'].map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
      },
      { role: 'tool', tool_call_id: 'b', content: 'B' },
      { role: 'user', content: 'wait' },
      { role: 'tool', tool_call_id: 'a.1:x|y', content: 'A' },
      { role: 'tool', tool_call_id: 'stray', content: 'S' },
      { role: 'user', content: 'now' },
    ],
  },
  messages: {
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: ['a.1:x|y', 'b', 'lost'].map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })) },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b', content: 'B' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'wait' },
          { type: 'tool_result', tool_use_id: 'a.1:x|y', content: 'A' },
          { type: 'tool_result', tool_use_id: 'stray', content: 'S' },
          { type: 'text', text: 'now' },
        ],
      },
    ],
  },
  responses: {
    input: [
      { role: 'user', content: 'Go' },
      ...['a.1:x|y', 'b', 'lost'].map((id) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })),
      { type: 'function_call_output', call_id: 'b', output: 'B' },
      { role: 'user', content: 'wait' },
      { type: 'function_call_output', call_id: 'a.1:x|y', output: 'A' },
      { type: 'function_call_output', call_id: 'stray', output: 'S' },
      { role: 'user', content: 'now' },
    ],
  },
};

test('12, 13, 14: results follow their calls at once and in order; a lost result is an error, a stray one a text; IDs are accepted', () => {
  for (const client of allClients) {
    const [, assistant, results] = messagesOf(sent(client, 'messages', scattered[client]));
    const ids = (assistant?.content as readonly Fields[]).map(({ id }) => id as string);
    assert.ok(ids.length === 3 && ids.every((id) => /^[\w-]{1,64}$/.test(id)));
    const shown = (results?.content as readonly Fields[]).map((block) => JSON.stringify(block));
    const expected = [
      `${ids[0] ?? ''}.*"A"`,
      `${ids[1] ?? ''}.*"B"`,
      `${ids[2] ?? ''}.*"is_error":true`,
      '"wait"',
      'earlier',
      '"S"',
      '"now"',
    ];
    for (const [at, pattern] of expected.entries()) assert.match(shown[at] ?? '', new RegExp(pattern), client);
    assert.equal(shown.length, expected.length);
    const [, called, ...answered] = messagesOf(sent(client, 'chat', scattered[client]));
    const chatIds = (called?.tool_calls as readonly Fields[]).map(({ id }) => id);
    assert.deepEqual(
      answered.slice(0, 3).map(({ tool_call_id: id }) => id),
      chatIds,
    );
    assert.deepEqual(
      answered.slice(0, 2).map(({ content }) => content),
      ['A', 'B'],
    );
  }
});

/** One tool, in each protocol. */
function tooled(parameters: object, more: object = {}): Readonly<Record<ClientName, object>> {
  return {
    chat: {
      messages: [{ role: 'user', content: 'Go' }],
      tools: [{ type: 'function', function: { name: 'f', parameters } }],
      ...more,
    },
    messages: {
      max_tokens: 99,
      messages: [{ role: 'user', content: 'Go' }],
      tools: [{ name: 'f', input_schema: parameters }],
      ...more,
    },
    responses: { input: 'Go', tools: [{ type: 'function', name: 'f', parameters }], ...more },
  };
}

test('19: schemas arrive as they are, whatever their members and properties are called', () => {
  const odd = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { format: { const: 1.5 }, const: { exclusiveMinimum: 0 }, default: { $ref: '#/properties/format' } },
    propertyNames: { pattern: '^[a-z]' },
  };
  for (const client of allClients)
    for (const upstream of allUpstreams)
      assert.ok(
        JSON.stringify(sent(client, upstream, tooled(odd)[client]).body).includes(JSON.stringify(odd)),
        `${client} ${upstream}`,
      );
});

test('20: the line of an agent for its vendor’s bill is left out, and the rest of the system prompt is unchanged', () => {
  const bill = 'x-anthropic-billing-header: cc_version=2.1; cch=abc';
  const mark = { type: 'ephemeral' };
  const system = (head: string): object => ({
    messages: [{ role: 'user', content: 'Go' }],
    max_tokens: 9,
    system: [
      { type: 'text', text: head },
      { type: 'text', text: 'Rules', cache_control: mark },
    ],
  });
  assert.equal(messagesOf(sent('messages', 'chat', system(bill)))[0]?.content, 'Rules');
  assert.equal(messagesOf(sent('messages', 'chat', system(`${bill}\nFirst`)))[0]?.content, 'First\n\nRules');
  const { system: kept } = sent('messages', 'messages', system(bill)).body;
  assert.deepEqual(kept, [{ type: 'text', text: 'Rules', cache_control: mark }]);
});

test('21: a client’s cache key stays, and a session in Messages has one key for all its calls', () => {
  const takes = { supportedParameters: ['prompt_cache_key'] };
  assert.equal(sent('responses', 'chat', { input: 'x', prompt_cache_key: 'k' }, takes).body.prompt_cache_key, 'k');
  const keyOf = (user: string, content: string): unknown =>
    sent('messages', 'chat', { max_tokens: 9, messages: [{ role: 'user', content }], metadata: { user_id: user } }, takes).body
      .prompt_cache_key;
  assert.equal(keyOf('s1', 'one'), keyOf('s1', 'two'));
  assert.notEqual(keyOf('s1', 'one'), keyOf('s2', 'one'));
});

test('22, 23: what the system or developer says first is the system prompt, and never the first message of Messages', () => {
  const bodies: Readonly<Record<ClientName, object>> = {
    chat: {
      messages: [
        { role: 'developer', content: 'Rules' },
        { role: 'user', content: 'Go' },
      ],
    },
    messages: {
      max_tokens: 9,
      messages: [
        { role: 'system', content: 'Rules' },
        { role: 'user', content: 'Go' },
      ],
    },
    responses: {
      input: [
        { role: 'developer', content: 'Rules' },
        { role: 'user', content: 'Go' },
      ],
    },
  };
  for (const client of allClients) {
    const { body } = sent(client, 'messages', bodies[client]);
    assert.equal(messagesOf({ body })[0]?.role, 'user');
    assert.ok(JSON.stringify(body.system).includes('"Rules"'), client);
  }
  for (const client of ['chat', 'responses'] as const)
    assert.deepEqual(messagesOf(sent(client, 'chat', bodies[client]))[0], { role: 'system', content: 'Rules' });
});

test('24: tools that no search has found yet are not sent to others, and a found one is a text', () => {
  const tools = ['found', 'hidden'].map((name) => ({ name, input_schema: schema, defer_loading: true }));
  const messages = [
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 's', name: 'ToolSearch', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 's', content: [{ type: 'tool_reference', tool_name: 'found' }] }],
    },
  ];
  const request = { max_tokens: 9, messages, tools: [{ name: 'ToolSearch', input_schema: schema }, ...tools] };
  const { body, dropped } = sent('messages', 'chat', request);
  const names = (body.tools as readonly { readonly function: { readonly name: string } }[]).map(({ function: { name } }) => name);
  assert.deepEqual([names, dropped], [['ToolSearch', 'found'], []]);
  assert.equal(messagesOf({ body })[2]?.content, 'Tool found is available.');
});

test('25, 26, 27: breakpoints of the client stay, the last four, with their life; a request without any gets the usual ones', () => {
  const marksIn = (body: Fields): number => JSON.stringify(body).split('"cache_control":{').length - 1;
  const mark = { type: 'ephemeral', ttl: '1h' };
  const texts = Array.from({ length: 6 }, (_, at) => ({ type: 'text', text: `part ${String(at)}`, cache_control: mark }));
  const marked = sent('messages', 'messages', { max_tokens: 9, messages: [{ role: 'user', content: texts }] }).body;
  assert.equal(marksIn(marked), 4);
  assert.ok(JSON.stringify(marked).includes('"text":"part 5","cache_control":{"type":"ephemeral","ttl":"1h"}'));
  assert.ok(!JSON.stringify(marked).includes('"text":"part 1","cache_control"'));
  const inParts = [{ type: 'text', text: 'x', prompt_cache_breakpoint: { ttl: '1h' } }];
  const chat = sent('chat', 'messages', { messages: [{ role: 'user', content: inParts }] }).body;
  assert.deepEqual([marksIn(chat), JSON.stringify(chat).includes('"ttl":"1h"')], [1, true]);
  for (const client of foreignToMessages) {
    const { body } = sent(client, 'messages', {
      ...tooled(schema)[client],
      ...(client === 'responses' ? { instructions: 'Rules' } : {}),
    });
    assert.equal(marksIn(body), client === 'responses' ? 3 : 2, client);
  }
});

test('30: an image in a result reaches chat in a message of the user that names the call', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } };
  const requests: readonly (readonly [ClientName, object])[] = [
    [
      'messages',
      {
        max_tokens: 9,
        messages: [
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'seen' }, image] }],
          },
        ],
      },
    ],
    [
      'responses',
      {
        input: [
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
          {
            type: 'function_call_output',
            call_id: 'c',
            output: [
              { type: 'input_text', text: 'seen' },
              { type: 'input_image', image_url: 'data:image/png;base64,QUJD' },
            ],
          },
        ],
      },
    ],
  ];
  for (const [client, request] of requests) {
    const [result, files] = messagesOf(sent(client, 'chat', request)).slice(-2);
    assert.deepEqual([result?.role, result?.content], ['tool', 'seen']);
    const [named, seen] = files?.content as readonly Fields[];
    assert.deepEqual([files?.role, String(named?.text).includes(' c:'), seen?.type], ['user', true, 'image_url']);
    assert.ok(JSON.stringify(sent(client, 'messages', request).body).includes('"tool_result"'));
  }
});

const free = {
  type: 'custom',
  name: 'exec',
  description: 'Runs',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' },
};
const agent = {
  input: [
    { role: 'user', content: 'Go' },
    { type: 'custom_tool_call', call_id: 'c', name: 'exec', input: 'ls "x"' },
    { type: 'custom_tool_call_output', call_id: 'c', output: 'ok' },
    { type: 'compaction', encrypted_content: 'x' },
    { type: 'additional_tools', tools: [{ type: 'function', name: 'later', parameters: schema }] },
  ],
  tools: [free, { type: 'namespace', name: 'ns', tools: [{ type: 'function', name: 'inner', parameters: schema }] }],
};

test('31, 32, 33: custom tools and namespaces are functions elsewhere and come back as they were; unknown items are named', () => {
  const called = (name: string, args: object): object =>
    chatWhole(
      { content: null, tool_calls: [{ id: 'd', type: 'function', function: { name, arguments: JSON.stringify(args) } }] },
      'tool_calls',
    );
  for (const upstream of bothUpstreams) {
    const { body, dropped } = sent('responses', upstream, agent);
    const names = JSON.stringify(body.tools).match(/"name":"[^"]+"/g);
    assert.deepEqual(names, ['"name":"exec"', '"name":"ns__inner"', '"name":"later"']);
    assert.deepEqual(dropped, ['input[3]']);
    assert.ok(JSON.stringify(body).includes('start: /.+/'), 'the grammar is described');
    assert.ok(/\\?"input\\?":\\?"ls/.test(JSON.stringify(body.messages)));
  }
  const [exec] = whole('responses', 'chat', called('exec', { input: 'pwd' }), agent).output as readonly Fields[];
  assert.deepEqual([exec?.type, exec?.name, exec?.input], ['custom_tool_call', 'exec', 'pwd']);
  const [inner] = whole('responses', 'chat', called('ns__inner', {}), agent).output as readonly Fields[];
  assert.deepEqual([inner?.type, inner?.name, inner?.namespace], ['function_call', 'inner', 'ns']);
});

test('43, 44: a chosen tool, some allowed tools and one call at a time keep their meaning in Messages', () => {
  const tools = ['f', 'g'];
  const requests: Readonly<Record<'chat' | 'responses', (choice: object) => object>> = {
    chat: (choice) => ({
      messages: [{ role: 'user', content: 'Go' }],
      tools: tools.map((name) => ({ type: 'function', function: { name, parameters: schema } })),
      tool_choice: choice,
    }),
    responses: (choice) => ({
      input: 'Go',
      tools: tools.map((name) => ({ type: 'function', name, parameters: schema })),
      tool_choice: choice,
    }),
  };
  const chosen = { chat: { type: 'function', function: { name: 'g' } }, responses: { type: 'function', name: 'g' } };
  const allowed = {
    chat: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [chosen.chat] } },
    responses: { type: 'allowed_tools', mode: 'required', tools: [chosen.responses] },
  };
  for (const client of ['chat', 'responses'] as const) {
    assert.deepEqual(sent(client, 'messages', requests[client](chosen[client])).body.tool_choice, { type: 'tool', name: 'g' });
    const { body } = sent(client, 'messages', { ...requests[client](allowed[client]), parallel_tool_calls: false });
    assert.deepEqual(body.tool_choice, { type: 'any', disable_parallel_tool_use: true });
    assert.deepEqual(
      (body.tools as readonly Fields[]).map(({ name }) => name),
      ['g'],
    );
  }
});

test('45, 49: tools that a vendor runs are left out with a warning, and refused if nothing else is asked for', () => {
  const search: Readonly<Record<ClientName, object>> = {
    chat: { type: 'web_search' },
    messages: { type: 'web_search_20250305', name: 'web_search' },
    responses: { type: 'web_search' },
  };
  for (const client of allClients)
    for (const upstream of allUpstreams) {
      const plain = tooled(schema)[client] as Fields;
      const beside = sent(client, upstream, { ...plain, tools: [...(plain.tools as object[]), search[client]] });
      assert.deepEqual([beside.dropped, beside.refused], [['tools[1]'], null]);
      assert.equal((beside.body.tools as object[]).length, 1, 'never an empty function');
      const alone = sent(client, upstream, { ...plain, tools: [search[client]] });
      assert.equal(alone.refused, 'tools', `${client} ${upstream}`);
    }
});

test('46: empty texts and turns are left out, and one that other turns need says that it is empty', () => {
  const bodies: Readonly<Record<ClientName, object>> = {
    chat: {
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'On' },
      ],
    },
    messages: {
      max_tokens: 9,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: '' },
            { type: 'text', text: 'Go' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: '' }] },
        { role: 'user', content: 'On' },
      ],
    },
    responses: {
      input: [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: [] },
        { role: 'user', content: 'On' },
      ],
    },
  };
  for (const client of allClients)
    for (const upstream of bothUpstreams) {
      const all = messagesOf(sent(client, upstream, bodies[client], { quirks: { refusesCacheMarks: true } }));
      assert.deepEqual(
        all.map(({ role }) => role),
        ['user', 'assistant', 'user'],
      );
      assert.ok(JSON.stringify(all[1]).includes('(no content)') && !JSON.stringify(all).includes('""'), `${client} ${upstream}`);
    }
  const prefill = sent('chat', 'messages', {
    messages: [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: 'It is  ' },
    ],
  });
  assert.ok(JSON.stringify(prefill.body.messages).includes('"It is"'));
});
