import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { attemptPlan as plan } from '../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../test/scanned.ts';
import type { AttemptPlan, StreamRelay } from '../dialect.ts';
import { wrapSeal } from '../shared/hub/seal.ts';
import { responsesRelay } from './responses-relay.ts';
import { ResponsesStreamRelay } from './responses-stream-relay.ts';

type Event = { readonly type: string; readonly [name: string]: unknown };

/** Events with the numbers that upstreams give them. */
function streamOf(events: readonly Event[]): string {
  return events
    .map((data, sequence_number) => `event: ${data.type}\ndata: ${JSON.stringify({ ...data, sequence_number })}\n\n`)
    .join('');
}

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 80 },
  output_tokens: 50,
  output_tokens_details: { reasoning_tokens: 9 },
  total_tokens: 150,
};
const head = { id: 'resp_1', object: 'response', created_at: 1, model: 'up', output: [], tools: [], instructions: 'Be "up"' };
const items = [
  { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }], encrypted_content: 'sealed' },
  { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } },
  { id: 'ws_2', type: 'web_search_call', status: 'completed', action: { type: 'open_page', url: 'x' } },
  { id: 'ws_3', type: 'web_search_call', status: 'failed', action: { type: 'search', query: 'x' } },
  { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '好 ok', annotations: [] }] },
  { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{"a":1.0}' },
];
const place = (output_index: number): object => ({ output_index, item_id: items[output_index]?.id });
const done = (output_index: number): Event => ({ type: 'response.output_item.done', output_index, item: items[output_index] });
const begun: readonly Event[] = [
  { type: 'response.created', response: { ...head, status: 'in_progress' } },
  { type: 'response.in_progress', response: { ...head, status: 'in_progress' } },
  { type: 'response.reasoning_summary_text.delta', ...place(0), summary_index: 0, delta: 'Hm' },
  ...[0, 1, 2, 3].map(done),
  { type: 'response.content_part.added', ...place(4), content_index: 0, part: { type: 'output_text', text: '' } },
  ...['好', ' ok'].map((delta) => ({
    type: 'response.output_text.delta',
    ...place(4),
    content_index: 0,
    delta,
    obfuscation: 'x',
  })),
  ...[4, 5].map(done),
];
const completed: Event = { type: 'response.completed', response: { ...head, status: 'completed', output: items, usage } };
const stream = Buffer.from(streamOf([...begun, completed]));
const seen = stream.toString().replaceAll('"model":"up"', '"model":"client/model"');

function relayed(bytes: Buffer | string, size: number, own: Partial<AttemptPlan> = {}) {
  const relay = new ResponsesStreamRelay({ ...plan, ...own });
  const out: Buffer[] = [];
  const all = Buffer.from(bytes);
  for (let at = 0; at < all.length; at += size) {
    const sent = relay.push(all.subarray(at, at + size));
    if (sent !== null) out.push(sent);
  }
  relay.end();
  const before = Buffer.concat(out).toString();
  return { relay, before, all: before + (relay.tail?.toString() ?? '') };
}

describe('a relayed Responses stream', () => {
  test('passes byte for byte apart from the name of the model, wherever its bytes are split', () => {
    for (let size = 1; size <= stream.length; size += size < 200 ? 1 : 97) {
      const { relay, before, all } = relayed(stream, size);
      assert.equal(all, seen, String(size));
      assert.equal(relay.state, 'complete');
      assert.ok(!before.includes('response.completed'), String(size));
      assert.deepEqual(relay.text, { wide: 1, narrow: 2 + 3 + '{"a":1.0}'.length });
    }
  });

  test('counts everything once, and searches by their items: opened pages and failed searches are none', () => {
    const { relay } = relayed(stream, stream.length);
    assert.deepEqual(relay.usage, {
      kind: 'valid',
      usage: { inputTokens: 100, cachedTokens: 80, outputTokens: 50, reasoningTokens: 9, more: { 'tool:web_search': 1 } },
      tier: null,
    });
    assert.equal(relay.endedNaturally, true);
  });

  test('is broken wherever it is cut off, and then ends with one numbered failure and nothing that says success', () => {
    for (let cut = 0; cut < stream.length - '\n\n'.length; cut += 1) {
      const { relay, all } = relayed(stream.subarray(0, cut), 64);
      assert.equal(relay.state, 'broken', String(cut));
      assert.ok(!all.includes('response.completed'), String(cut));
      const tail = relay.errorTail(new ApiError('upstream_unavailable')).toString();
      const numbers = [...(all + tail).matchAll(/"sequence_number":(\d+)/g)].map(([, number]) => Number(number));
      assert.deepEqual(
        numbers,
        numbers.map((_number, position) => position),
      );
      assert.match(tail, /^event: response\.failed\ndata: \{"type":"response\.failed"/);
      if (all.includes('resp_1')) assert.match(tail, /"id":"resp_1"/);
    }
  });

  test('gets the items that the last event lacks; a limit is no natural end', () => {
    const { usage: _, ...bare } = completed.response as Record<string, unknown>;
    for (const output of [[], undefined]) {
      const { all } = relayed(streamOf([...begun, { ...completed, response: { ...bare, output } }]), 1_000);
      const [, last = ''] = /event: response\.completed\ndata: (.*)\n/.exec(all) ?? [];
      assert.deepEqual((JSON.parse(last) as { readonly response: { readonly output: unknown } }).response.output, items);
    }
    const cut = (reason: string): ReturnType<typeof relayed> => {
      const response = { ...head, status: 'incomplete', incomplete_details: { reason }, output: items, usage };
      return relayed(streamOf([...begun, { type: 'response.incomplete', response }]), 100);
    };
    for (const [reason, unknown] of [
      ['max_output_tokens', null],
      ['content_filter', null],
      ['odd', 'odd'],
    ] as const) {
      const { relay } = cut(reason);
      assert.deepEqual([relay.state, relay.endedNaturally, relay.unknownFinishReason], ['complete', false, unknown]);
    }
  });

  test('is the whole answer if it is collected, also where the last event lacks the items', () => {
    const collected = (events: readonly Event[]): StreamRelay => {
      const relay = responsesRelay.createCollector?.({ ...plan, stream: true }) ?? assert.fail();
      assert.equal(relay.push(Buffer.from(streamOf(events))), null);
      return relay;
    };
    for (const own of [{}, { output: [] }, { output: [], status: undefined }]) {
      const relay = collected([...begun, { ...completed, response: { ...(completed.response as object), ...own } }]);
      assert.deepEqual(JSON.parse(String(relay.tail)), {
        ...(completed.response as object),
        model: 'client/model',
        output: items,
      });
    }
    const deltas = begun.filter(({ type }) => type !== 'response.output_item.done');
    const empty = collected([...deltas, { ...completed, response: { ...head, status: 'completed', usage } }]);
    assert.deepEqual([empty.state, empty.tail], ['broken', null], 'nobody pays for an answer without its text');
  });

  test('is broken by a failure, by an error in either form, and by an end that is none', () => {
    const error = { code: 'rate_limit_exceeded', message: 'x' };
    const cases: readonly Event[] = [
      { type: 'response.failed', response: { ...head, status: 'failed', error } },
      { type: 'error', ...error },
      { type: 'error', error: { type: 'error', ...error } },
      { ...completed, response: { ...head, status: 'completed', error } },
    ];
    for (const event of cases) {
      const { relay } = relayed(streamOf([...begun, event]), 100);
      assert.equal(relay.fault, 'the upstream reported an error inside its answer (rate_limit_exceeded)', event.type);
    }
    for (const response of [null, [], 'x', { status: 'failed' }, { status: 'in_progress' }, { status: 7 }]) {
      assert.equal(relayed(streamOf([{ type: 'response.completed', response }]), 100).relay.state, 'broken');
    }
  });

  const hostile: readonly string[] = [
    'data: []\n\n',
    'data: {"type":7}\n\n',
    'data: {"type":"a\\nb"}\n\n',
    `data: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n\n`,
    'data: {"type":"response.output_item.done","item":null,"output_index":{}}\n\n',
    'data: {"type":"response.output_text.delta","delta":{},"output_index":-1}\n\n',
    'data: {"choices":[{"delta":{"content":"x"}}]}\n\ndata: [DONE]\n\n',
    streamOf([...Array(10_001).keys()].map((index) => ({ type: 'response.output_text.delta', output_index: index, delta: 'x' }))),
  ];
  test('survives what no upstream should send', () => {
    for (const bytes of hostile) assert.equal(relayed(bytes, 16_384).relay.state, 'broken', bytes.slice(0, 50));
    assert.equal(relayed(hostile.at(-1) ?? '', 16_384).relay.fault, 'the stream contains too many items');
    for (const number of ['1e400', '1e300', '0.5', '"3"', 'null']) {
      const { relay, all } = relayed(
        `data: {"type":"response.created","sequence_number":${number},"response":{"model":"up"}}\n\n`,
        99,
      );
      assert.match(all, /"model":"client\/model"/);
      const tail = relay.errorTail(new ApiError('upstream_unavailable')).toString();
      assert.equal((JSON.parse(tail.slice(tail.indexOf('{'))) as Event).sequence_number, 0, number);
    }
    const odd = {
      ...head,
      status: 'completed',
      output: [7, null, {}, { type: 'message', content: [7] }],
      usage: { input_tokens: 1e99 },
    };
    assert.equal(relayed(streamOf([{ type: 'response.completed', response: odd }]), 50).relay.usage.kind, 'invalid');
  });
});

describe('a whole Responses answer', () => {
  function read(body: string) {
    const reading = responsesRelay.readWhole(Buffer.from(body), plan);
    for (;;) {
      const step = reading.next();
      if (step.done === true) return step.value;
    }
  }

  test('passes byte for byte apart from the name of the model, however large it is', () => {
    for (const padding of ['', ' '.repeat(10), `,"x":"${'字'.repeat(300_000)}"`]) {
      const body = `{"pad":1${padding}, ${JSON.stringify(completed.response).slice(1)}`;
      const whole = read(body);
      assert.ok(whole.ok);
      assert.equal(whole.body.toString(), body.replace('"model":"up"', '"model":"client/model"'));
      assert.deepEqual(whole.text, { wide: 1, narrow: 2 + 3 + '{"a":1.0}'.length });
      assert.deepEqual(whole.usage.kind === 'valid' && whole.usage.usage.more, { 'tool:web_search': 1 });
    }
  });

  test('is refused unless its status says that it is complete', () => {
    const bad = [
      ...[{}, { status: 'in_progress' }, { status: 'failed', error: { message: 'x' } }].map((own) => ({ ...head, ...own })),
      { status: 'completed' },
    ].map((answer) => JSON.stringify(answer));
    for (const body of [...bad, '<html>', '[]', '', '{}', '{"error":{"message":"x"}}']) assert.equal(read(body).ok, false, body);
  });
});

describe('a Responses request to an upstream of its protocol', () => {
  const sent = (body: string, own: Partial<AttemptPlan> = {}): string =>
    responsesRelay.toUpstream(scanned(body), { ...plan, stream: false, ...own }).toString();

  test('differs only in its model and in that nothing is stored, without fields that choose routes', () => {
    const body = '{ "model":"client/model", "route":1,"store" :false ,"input":[{"role":"user","content":"\\u4f60 1.0"}]}';
    assert.equal(sent(body), '{ "model":"up","store" :false ,"input":[{"role":"user","content":"\\u4f60 1.0"}]}');
    assert.equal(sent('{"model":"m","input":"x","store":null}'), '{"model":"up","input":"x","store":false}');
    assert.equal(
      sent('{"model":"m","input":"x","max_output_tokens":null}', { outputTokensMax: 9 }),
      '{"model":"up","max_output_tokens":9,"store":false,"input":"x"}',
    );
  });

  test('asks for a stream if the answer is collected, whatever the client says about streams', () => {
    assert.equal(sent('{"model":"m","store":false}', { stream: true }), '{"model":"up","stream":true,"store":false}');
    for (const stream of ['false', 'null', 'true'])
      assert.equal(sent(`{"stream":${stream},"model":"m"}`, { stream: true }), '{"stream":true,"model":"up","store":false}');
  });

  test('returns seals to their own model, and leaves out reasoning that another one sealed', () => {
    const own = wrapSeal({ dialect: 'responses', provider: 'p', upstreamModel: 'up' }, 'sealed');
    const foreign = wrapSeal({ dialect: 'chat-completions', provider: 'p', upstreamModel: 'up' }, '');
    const of = (encrypted_content: string, ...rest: object[]): object => ({
      model: 'up',
      store: false,
      input: [{ role: 'user', content: 'x' }, { type: 'reasoning', summary: [], encrypted_content }, ...rest],
    });
    const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"n":1.0}' };
    assert.deepEqual(JSON.parse(sent(JSON.stringify(of(own, call)))), of('sealed', call));
    const lost = JSON.parse(sent(JSON.stringify(of(foreign, call)))) as { readonly input: unknown[] };
    assert.deepEqual(lost.input, [{ role: 'user', content: 'x' }, call]);
    const unsealed = [{}, { encrypted_content: null }, { encrypted_content: '', content: [] }, { summary: [{ text: 'x' }] }];
    for (const own of unsealed) {
      const input = [{ type: 'reasoning', id: 'rs_1', summary: [], ...own }, call];
      assert.deepEqual((JSON.parse(sent(JSON.stringify({ model: 'm', input }))) as { readonly input: unknown[] }).input, [call]);
    }
    const open = {
      model: 'm',
      store: false,
      input: [{ type: 'reasoning', content: [{ type: 'reasoning_text', text: 'x' }] }, call],
    };
    assert.equal(sent(JSON.stringify(open)), JSON.stringify({ ...open, model: 'up' }));
  });

  test('is refused for tools that the vendor runs and bills apart, and for files that our account stores, wherever they are', () => {
    const refused = (members: object): string | null =>
      responsesRelay.losses?.(scanned({ model: 'm', input: 'x', ...members }), { supportedParameters: [], quirks: {} }).refused
        ?.param ?? null;
    const run = { type: 'function', name: 'f' };
    assert.equal(refused({ tools: [run, { type: 'web_search' }, { type: 'shell' }, { type: 'mcp', server_url: 'x' }] }), null);
    for (const type of ['image_generation', 'code_interpreter', 'file_search', 'invented']) {
      assert.equal(refused({ tools: [run, { type }] }), 'tools[1]', type);
      for (const item of ['additional_tools', 'Additional_Tools', 'tool_search_output'])
        assert.equal(refused({ input: [{ type: item, tools: [{ type }] }] }), 'input[0].tools[0]', type);
      const inner = { type: 'namespace', name: 'n', tools: [run, { type: 'namespace', name: 'o', tools: [{ type }] }] };
      assert.equal(refused({ tools: [inner] }), 'tools[0].tools[1].tools[0]', type);
    }
    for (const type of ['Web_Search', 'IMAGE_GENERATION', 'web_search ', '__proto__', 'constructor'])
      assert.equal(refused({ tools: [{ type }] }), 'tools[0]', type);
    const file = { type: 'input_file', file_id: 'file_1' };
    assert.equal(
      refused({ input: [{ role: 'user', content: [{ type: 'input_text', text: 'x' }, file] }] }),
      'input[0].content[1]',
    );
    for (const output of [file, [file]])
      assert.match(refused({ input: ['x', { type: 'computer_call_output', output }] }) ?? '', /^input\[1\]\.output/);
    assert.equal(refused({ input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'x' }] }] }), null);
    assert.equal(refused({ tools: [{ type: 'shell', environment: { type: 'container_auto' } }] }), 'tools[0]');
  });
});
