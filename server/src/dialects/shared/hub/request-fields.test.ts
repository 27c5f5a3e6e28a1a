/**
 * Goal: no field of a request is lost without a name. Each one of the published schema has a meaning, each one that is called read changes
 * what the hub reads, and every other one is named to the client.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { chatCompletionRequest } from '@tollgate/contract/model-api/chat-completions';
import { messagesRequest } from '@tollgate/contract/model-api/messages';
import { responsesRequest } from '@tollgate/contract/model-api/responses';
import { testSeed } from '../../../../test/proofs/seed.ts';
import { scanned } from '../../../../test/scanned.ts';
import { chatClientHalf } from '../../chat-completions/hub/client-half.ts';
import { chatFields } from '../../chat-completions/hub/request-fields.ts';
import { messagesClientHalf } from '../../messages/hub/client-half.ts';
import { messagesFields } from '../../messages/hub/request-fields.ts';
import { responsesClientHalf } from '../../responses/hub/client-half.ts';
import { responsesFields } from '../../responses/hub/request-fields.ts';
import type { ClientHalf } from './halves.ts';
import type { RequestFields } from './request-fields.ts';

type Fields = Readonly<Record<string, unknown>>;
type TableAt = (path: string, object: Fields) => RequestFields | undefined;

interface Protocol {
  readonly half: ClientHalf;
  readonly schema: z.ZodType;
  readonly tableAt: TableAt;
  /** Requests that together use every field that is read. */
  readonly samples: readonly Fields[];
}

const parameters = { type: 'object', properties: {} };
const data = 'QUJD';
const png = `data:image/png;base64,${data}`;
const mark = { type: 'ephemeral' };

const chatTables: Readonly<Record<string, RequestFields>> = {
  '': chatFields.request,
  'messages[]': chatFields.message,
  'messages[].content[]': chatFields.part,
  'messages[].content[].image_url': chatFields.image,
  'messages[].content[].video_url': chatFields.video,
  'messages[].content[].input_audio': chatFields.audio,
  'messages[].content[].file': chatFields.file,
  'messages[].tool_calls[]': chatFields.toolCall,
  'messages[].tool_calls[].function': chatFields.called,
  'messages[].tool_calls[].custom': chatFields.calledFreely,
  'tools[]': chatFields.tool,
  'tools[].function': chatFields.function,
  'tools[].custom': chatFields.custom,
  response_format: chatFields.format,
  'response_format.json_schema': chatFields.schema,
  reasoning: chatFields.reasoning,
  thinking: chatFields.thinking,
};

const chat: Protocol = {
  half: chatClientHalf,
  schema: chatCompletionRequest,
  tableAt: (path) => chatTables[path],
  samples: [
    {
      messages: [
        { role: 'system', name: 's', content: [{ type: 'text', text: 'Rules', cache_control: mark }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi', prompt_cache_breakpoint: { mode: 'explicit' } },
            { type: 'image_url', image_url: { url: png, detail: 'low' } },
            { type: 'video_url', video_url: { url: 'https://x.y/v.mp4' } },
            { type: 'input_audio', input_audio: { data, format: 'mp3' } },
            { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${data}` } },
            { type: 'file', file: { file_id: 'f' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'refusal', refusal: 'no' },
            { type: 'thinking', thinking: 'hm' },
          ],
          refusal: 'No',
          reasoning_content: 'Hm',
          reasoning_details: [{ id: 'tg_reasoning_2', data: 'tg1.x' }],
          audio: { id: 'a' },
          tool_calls: [
            { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
            { id: 'd', type: 'custom', custom: { name: 'g', input: 'x' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c', content: 'ok' },
        { role: 'assistant', reasoning: 'hm', function_call: { name: 'f', arguments: '{}' } },
      ],
      tools: [
        { type: 'function', function: { name: 'f', description: 'F', parameters, strict: true }, cache_control: mark },
        { type: 'custom', custom: { name: 'g', description: 'G', format: { type: 'text' } }, prompt_cache_breakpoint: mark },
      ],
      ...{ tool_choice: 'required', parallel_tool_calls: false, web_search_options: {} },
      response_format: { type: 'json_schema', json_schema: { name: 'n', description: 'd', schema: parameters, strict: true } },
      ...{ temperature: 1, top_p: 1, top_k: 1, presence_penalty: 1, frequency_penalty: 1, seed: 1, stop: ['x'], n: 2 },
      ...{ max_tokens: 5, logprobs: true, logit_bias: { '1': 1 }, prediction: {}, store: true },
      ...{ reasoning: { effort: 'low', max_tokens: 1_024 }, verbosity: 'low' },
      ...{ service_tier: 'flex', prompt_cache_key: 'k', user: 'u', metadata: { a: 'b' } },
    },
    { messages: [], functions: [{ name: 'f' }], function_call: { name: 'f' }, max_completion_tokens: 5, top_logprobs: 2 },
    { messages: [], reasoning_effort: 'low', thinking_budget: 1_024, safety_identifier: 'u' },
    { messages: [], thinking: { type: 'enabled', budget_tokens: 1_024 } },
    { messages: [], thinking: { type: 'disabled' } },
    { messages: [], enable_thinking: false, modalities: ['audio'] },
    { messages: [], reasoning: { enabled: false } },
  ],
};

function ofType(tables: Readonly<Record<string, RequestFields>>, { type }: Fields): RequestFields | undefined {
  return typeof type === 'string' && Object.hasOwn(tables, type) ? tables[type] : undefined;
}

/** Fields of all types, for the schema, which does not distinguish types. */
function ofEveryType(tables: Readonly<Record<string, RequestFields>>, object: Fields): RequestFields | undefined {
  return Object.keys(object).length === 0 ? Object.assign({}, ...Object.values(tables)) : ofType(tables, object);
}

const messagesTables: Readonly<Record<string, RequestFields>> = {
  '': messagesFields.request,
  'messages[]': messagesFields.message,
  'tools[]': messagesFields.tool,
  tool_choice: messagesFields.toolChoice,
  thinking: messagesFields.thinking,
  output_config: messagesFields.outputConfig,
  'output_config.format': messagesFields.format,
};

const messages: Protocol = {
  half: messagesClientHalf,
  schema: messagesRequest,
  tableAt: (path, object) => {
    if (/(?:^|\.)(?:content|system)\[\]$/.test(path)) return ofEveryType(messagesFields.blocks, object);
    return path.endsWith('].source') ? messagesFields.source : messagesTables[path];
  },
  samples: [
    {
      max_tokens: 9,
      system: [{ type: 'text', text: 'Rules', cache_control: mark }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data }, cache_control: mark },
            { type: 'image', source: { type: 'url', url: 'https://x.y' } },
            {
              type: 'document',
              source: { type: 'file', file_id: 'f' },
              title: 't',
              cache_control: mark,
              citations: { enabled: true },
            },
            { type: 'document', source: { type: 'text', data: 'd' } },
            { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'in' }] } },
            { type: 'search_result', title: 't', content: [{ type: 'text', text: 's' }], cache_control: mark },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 's' },
            { type: 'redacted_thinking', data: 'd' },
            { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 }, cache_control: mark },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'c',
              is_error: true,
              cache_control: mark,
              content: [{ type: 'tool_reference', tool_name: 'f' }],
            },
          ],
        },
      ],
      tools: [{ name: 'f', description: 'F', input_schema: parameters, strict: true, cache_control: mark, defer_loading: true }],
      tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
      thinking: { type: 'enabled', budget_tokens: 1_024, display: 'omitted' },
      output_config: { effort: 'low', format: { type: 'json_schema', schema: parameters } },
      ...{ stop_sequences: ['x'], temperature: 1, top_p: 1, top_k: 1, metadata: { user_id: 'u' }, speed: 'fast' },
      ...{ context_management: { edits: [] }, container: { id: 'c' }, mcp_servers: [{ name: 'm' }], diagnostics: { a: 1 } },
    },
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', citations: [{}] }] }] },
    { messages: [{ role: 'user', content: [{ type: 'search_result', content: [], citations: { enabled: true } }] }] },
  ],
};

const responsesTables: Readonly<Record<string, RequestFields>> = {
  '': responsesFields.request,
  reasoning: responsesFields.reasoning,
  text: responsesFields.text,
  'text.format': responsesFields.format,
};

const responses: Protocol = {
  half: responsesClientHalf,
  schema: responsesRequest,
  tableAt: (path, object) => {
    if (path === 'input[]') return ofEveryType(responsesFields.items, object);
    if (/^input\[\]\.(?:content|output|summary)\[\]$/.test(path)) return responsesFields.part;
    return /(?:^|\.)tools\[\]$/.test(path) ? ofEveryType(responsesFields.tools, object) : responsesTables[path];
  },
  samples: [
    {
      instructions: 'Rules',
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'Hi', cache_control: mark },
            { type: 'input_image', image_url: png, detail: 'low' },
            { type: 'input_image', file_id: 'f' },
            { type: 'input_file', file_data: `data:application/pdf;base64,${data}`, filename: 'a.pdf' },
            { type: 'input_file', file_url: 'https://x.y' },
            { type: 'input_audio', input_audio: { data, format: 'mp3' } },
            { type: 'input_audio', data, format: 'mp3', prompt_cache_breakpoint: mark },
            { type: 'refusal', refusal: 'no' },
          ],
        },
        { type: 'message', role: 'assistant', content: 'Yes' },
        { type: 'reasoning', summary: [{ text: 's' }], encrypted_content: 'e' },
        { type: 'reasoning', summary: [], content: [{ text: 'c' }] },
        { type: 'function_call', call_id: 'c', name: 'f', namespace: 'n', arguments: '{"a":1}' },
        { type: 'function_call_output', call_id: 'c', output: 'ok' },
        { type: 'custom_tool_call', call_id: 'd', name: 'g', namespace: 'n', input: 'x' },
        { type: 'custom_tool_call_output', call_id: 'd', output: 'ok' },
        { type: 'additional_tools', tools: [{ type: 'function', name: 'h', cache_control: mark }] },
      ],
      tools: [
        { type: 'function', name: 'f', description: 'F', parameters, strict: true, prompt_cache_breakpoint: mark },
        { type: 'custom', name: 'g', description: 'G', format: { type: 'text' }, cache_control: mark },
        { type: 'custom', name: 'i', prompt_cache_breakpoint: mark },
        { type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'k' }] },
      ],
      ...{ tool_choice: 'required', parallel_tool_calls: false, reasoning: { effort: 'low' } },
      text: { verbosity: 'low', format: { type: 'json_schema', name: 'n', description: 'd', schema: parameters, strict: true } },
      ...{ temperature: 1, top_p: 1, max_output_tokens: 9, top_logprobs: 2, truncation: 'auto', prompt_cache_key: 'k' },
      ...{ safety_identifier: 'u', service_tier: 'flex', metadata: { a: 'b' }, client_metadata: { c: 'd' } },
    },
    { input: [{ role: 'user', content: 'Hi' }], user: 'u', include: ['message.output_text.logprobs'] },
  ],
};

const protocols: Readonly<Record<string, Protocol>> = { 'chat completions': chat, Messages: messages, Responses: responses };

/** Every object of a value that has a table, with its path in the schema's terms and in the value. */
function* tabled(
  value: unknown,
  tableAt: TableAt,
  path = '',
  place: readonly (string | number)[] = [],
): Generator<{
  readonly object: Fields;
  readonly table: RequestFields;
  readonly path: string;
  readonly place: readonly (string | number)[];
}> {
  if (Array.isArray(value)) {
    for (const [position, item] of value.entries()) yield* tabled(item, tableAt, `${path}[]`, [...place, position]);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const object = value as Fields;
  const table = tableAt(path, object);
  if (table === undefined) return;
  yield { object, table, path, place };
  for (const [name, inner] of Object.entries(object))
    yield* tabled(inner, tableAt, path === '' ? name : `${path}.${name}`, [...place, name]);
}

/** A copy in which the object at a place is another one. */
function replaced(value: unknown, place: readonly (string | number)[], object: Fields): unknown {
  const [first, ...rest] = place;
  if (first === undefined) return object;
  if (Array.isArray(value)) return value.map((item: unknown, at) => (at === first ? replaced(item, rest, object) : item));
  const fields = value as Fields;
  return { ...fields, [first]: replaced(fields[first], rest, object) };
}

function readBy({ half }: Protocol, body: unknown): ReturnType<ClientHalf['fromClient']> {
  return half.fromClient(scanned(body as object));
}

function shownOf(protocol: Protocol, body: unknown): string {
  return JSON.stringify(readBy(protocol, body), (_, value: unknown) => (value instanceof Map ? [...value] : value));
}

for (const [name, protocol] of Object.entries(protocols)) {
  test(`${name}: each field of the schema has a meaning`, () => {
    const unknown: string[] = [];
    const walk = (node: unknown, path: string): void => {
      const {
        properties,
        items,
        anyOf = [],
      } = node as {
        readonly properties?: Readonly<Record<string, unknown>>;
        readonly items?: unknown;
        readonly anyOf?: readonly unknown[];
      };
      for (const option of anyOf) walk(option, path);
      if (items !== undefined) walk(items, `${path}[]`);
      const table = properties === undefined ? undefined : protocol.tableAt(path, {});
      if (properties === undefined || table === undefined) return;
      for (const [field, inner] of Object.entries(properties)) {
        const place = path === '' ? field : `${path}.${field}`;
        if (!Object.hasOwn(table, field)) unknown.push(place);
        walk(inner, place);
      }
    };
    walk(z.toJSONSchema(protocol.schema, { io: 'input', unrepresentable: 'any' }), '');
    assert.deepEqual(unknown, []);
  });

  test(`${name}: each field that is called read changes what the hub reads`, () => {
    const tables = new Map<RequestFields, Set<string>>();
    for (const sample of protocol.samples) {
      const whole = shownOf(protocol, sample);
      assert.ok(!readBy(protocol, sample).features.has('other_fields'), 'the samples use known fields only');
      for (const { object, table, place } of tabled(sample, protocol.tableAt)) {
        const used = tables.get(table) ?? new Set();
        tables.set(table, used);
        for (const field of Object.keys(object)) {
          const { [field]: _, ...rest } = object;
          if (shownOf(protocol, replaced(sample, place, rest)) !== whole) used.add(field);
        }
      }
    }
    for (const [table, used] of tables) {
      const unread = Object.keys(table).filter((field) => table[field] === 'read' && field !== 'type' && !used.has(field));
      assert.deepEqual(unread, [], `among ${Object.keys(table).join(', ')}`);
    }
  });

  test(`${name}: a field that nobody knows is named, wherever it is and whatever it is called`, () => {
    const places = protocol.samples.flatMap((sample) => [...tabled(sample, protocol.tableAt)].map((at) => ({ sample, ...at })));
    const names = fc.oneof(fc.constantFrom('mood', 'x-y', 'constructor', '__proto__', 'toString'), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(fc.nat(places.length - 1), names, fc.constantFrom<unknown>('x', 1, true, {}, []), (at, field, value) => {
        const found = places[at];
        if (found === undefined || Object.hasOwn(found.table, field)) return;
        const { sample, place, object } = found;
        const added = Object.fromEntries([...Object.entries(object), [field, value]]);
        const named = readBy(protocol, replaced(sample, place, added)).features.get('other_fields') ?? '';
        assert.match(named, /^[\w.[\]*-]+$/, 'the name may be a part of a header');
        assert.ok(named.endsWith(/^[\w.-]{1,64}$/.test(field) ? field : '*'), `${field}: ${named}`);
      }),
      { seed: testSeed, verbose: fc.VerbosityLevel.Verbose },
    );
  });
}

test('however many fields nobody knows, a few are named', () => {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`field_${String(at)}`, 1]));
  for (const protocol of Object.values(protocols)) {
    const named = readBy(protocol, { messages: [], input: 'x', ...many }).features.get('other_fields') ?? '';
    assert.equal(named.split(', ').length, 8);
  }
});

test('files in system messages and answers are named, and do not reach the hub', () => {
  const part = { type: 'image_url', image_url: { url: png } };
  const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
  const image = { type: 'input_image', image_url: png };
  const roles = ['system', 'assistant'];
  const bodies: readonly (readonly [Protocol, object, string])[] = [
    ...roles.map((role) => [chat, { messages: [{ role, content: [part] }] }, 'messages[0].content'] as const),
    ...roles.map((role) => [messages, { messages: [{ role, content: [block] }] }, 'messages[0].content'] as const),
    [messages, { system: [block], messages: [] }, 'system'],
    ...roles.map((role) => [responses, { input: [{ role, content: [image] }] }, 'input[0].content'] as const),
  ];
  for (const [protocol, body, param] of bodies) {
    const { features, system, turns } = readBy(protocol, body);
    assert.equal(features.get('misplaced_files'), param);
    assert.ok(![...system, ...turns.flatMap(({ parts }) => parts)].some(({ kind }) => kind === 'media'));
  }
});

test('a form of output that no other protocol has is named', () => {
  const formats: readonly (readonly [Protocol, object, string])[] = [
    [chat, { messages: [], response_format: { type: 'grammar' } }, 'response_format'],
    [chat, { messages: [], response_format: { type: 'json_schema' } }, 'response_format'],
    [messages, { messages: [], output_config: { format: { type: 'regex' } } }, 'output_config.format'],
    [responses, { input: 'x', text: { format: { type: 'grammar' } } }, 'text.format'],
  ];
  for (const [protocol, body, param] of formats) assert.equal(readBy(protocol, body).features.get('output_format'), param);
});
