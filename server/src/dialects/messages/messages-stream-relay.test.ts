import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attemptPlan } from '../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../test/scanned.ts';
import type { AttemptPlan } from '../dialect.ts';
import { wrapSeal } from '../shared/hub/seal.ts';
import { messagesRelay } from './messages-relay.ts';
import { MessagesStreamRelay } from './messages-stream-relay.ts';

const plan: AttemptPlan = {
  ...attemptPlan,
  includeUsage: false,
  callId: 'call',
};

function event(data: { readonly type: string; readonly [name: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

const usage = { input_tokens: 20, cache_read_input_tokens: 80, cache_creation_input_tokens: 7, output_tokens: 1 };
const start = event({
  type: 'message_start',
  message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'up', content: [], stop_reason: null, usage },
});
const block = (index: number, content_block: object): string => event({ type: 'content_block_start', index, content_block });
const delta = (index: number, own: object): string => event({ type: 'content_block_delta', index, delta: own });
const stop = (index: number): string => event({ type: 'content_block_stop', index });
const middle = [
  block(0, { type: 'thinking', thinking: '', signature: '' }),
  ...['Let', ' me', ' "think"\n', '想'].map((thinking) => delta(0, { type: 'thinking_delta', thinking })),
  delta(0, { type: 'signature_delta', signature: 'sig==' }),
  stop(0),
  event({ type: 'ping' }),
  block(1, { type: 'text', text: '' }),
  ...['Hel', 'lo', ' \\ ', '😀'].map((text) => delta(1, { type: 'text_delta', text })),
  stop(1),
  block(2, { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }),
  ...['', '{"a"', ':1.0}'].map((partial_json) => delta(2, { type: 'input_json_delta', partial_json })),
  stop(2),
].join('');
const cacheCreation = { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 };
const end =
  event({
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: {
      output_tokens: 50,
      cache_creation: cacheCreation,
      output_tokens_details: { thinking_tokens: 9 },
      server_tool_use: { web_search_requests: 2 },
    },
  }) + event({ type: 'message_stop' });
const stream = Buffer.from(start + middle + end);
const seen = stream.toString().replace('"model":"up"', '"model":"client/model"');

function relayed(bytes: Buffer, size: number, own: Partial<AttemptPlan> = {}) {
  const relay = new MessagesStreamRelay({ ...plan, ...own });
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const sent = relay.push(bytes.subarray(at, at + size));
    if (sent !== null) out.push(sent);
  }
  relay.end();
  const before = Buffer.concat(out).toString();
  return { relay, before, all: before + (relay.tail?.toString() ?? '') };
}

describe('a relayed Messages stream', () => {
  test('passes byte for byte apart from the name of the model, wherever its bytes are split', () => {
    for (let size = 1; size <= stream.length; size += size < 400 ? 1 : 97) {
      const { relay, before, all } = relayed(stream, size);
      assert.equal(all, seen, String(size));
      assert.equal(relay.state, 'complete');
      assert.ok(!before.includes('message_delta') && !before.includes('stop_reason":"'), String(size));
      assert.deepEqual(relay.text, { wide: 1, narrow: 33 });
    }
  });

  test('counts everything once: cache reads and writes are part of the input', () => {
    const { relay } = relayed(stream, stream.length);
    assert.deepEqual(relay.usage, {
      kind: 'valid',
      usage: {
        inputTokens: 107,
        cachedTokens: 80,
        outputTokens: 50,
        reasoningTokens: 9,
        more: { cache_write: 3, cache_write_1h: 4, 'tool:web_search': 2 },
      },
      tier: null,
    });
    assert.equal(relay.endedNaturally, true);
  });

  test('is broken wherever it is cut off, and then nothing says success', () => {
    const atLeast = stream.length - '\n\n'.length;
    for (let cut = 0; cut < atLeast; cut += 1) {
      const { relay, all } = relayed(stream.subarray(0, cut), 64);
      assert.equal(relay.state, 'broken', String(cut));
      assert.ok(!all.includes('message_stop') && !all.includes('"stop_reason":"'), String(cut));
    }
  });

  test('is broken by an error event and by an end before its stop reason', () => {
    const failed = relayed(Buffer.from(start + event({ type: 'error', error: { type: 'overloaded_error', message: 'x' } })), 50);
    assert.deepEqual([failed.relay.state, failed.relay.refusal?.status], ['broken', 529]);
    const early = relayed(Buffer.from(start + event({ type: 'message_stop' })), 50);
    assert.equal(early.relay.fault, '`message_stop` came before `stop_reason`');
  });

  test('gets the figures that official clients require if the upstream sends none', () => {
    const bare = [
      event({ type: 'message_start', message: { id: 'm', content: [] } }),
      event({ type: 'message_delta', delta: { stop_reason: 'odd' } }),
      event({ type: 'message_stop' }),
    ].join('');
    const { relay, all } = relayed(Buffer.from(bare), 1_000);
    assert.match(all, /"model":"client\/model"/);
    assert.match(all, /"usage":\{"input_tokens":0,"output_tokens":0\}/);
    assert.match(all, /"usage":\{"output_tokens":0\}/);
    assert.deepEqual([relay.usage.kind, relay.unknownFinishReason, relay.endedNaturally], ['none', 'odd', false]);
  });

  const hostile: readonly string[] = [
    'data: []\n\n',
    'data: {"type":7}\n\n',
    'data: {"type":"a\\nb"}\n\n',
    `${start}data: {"type":"content_block_delta","index":{},"delta":null}\n\n`,
    `${start}data: {"type":"message_delta","delta":[],"usage":"x","__proto__":{"a":1}}\n\n`,
    `data: {"type":"message_start","message":[1]}\n\n`,
    `data: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n\n`,
    `data: {"type":"message_start","message":{"usage":{"input_tokens":1e99,"server_tool_use":{"__proto___requests":-1}}}}\n\n`,
    `${start}${event({ type: 'message_delta', delta: { stop_reason: 'end_turn' } })}${middle.repeat(3_000)}`,
  ];
  test('survives what no upstream should send', () => {
    for (const bytes of hostile) assert.notEqual(relayed(Buffer.from(bytes), 16_384).relay.state, 'complete');
  });
});

describe('a whole Messages answer', () => {
  const answer = { id: 'm', type: 'message', role: 'assistant', model: 'up', content: [{ type: 'text', text: '好的 ok' }] };

  function read(body: string) {
    const reading = messagesRelay.readWhole(Buffer.from(body), plan);
    for (;;) {
      const step = reading.next();
      if (step.done === true) return step.value;
    }
  }

  test('passes byte for byte apart from the name of the model, however large it is', () => {
    for (const padding of ['', ' '.repeat(10), `,"x":"${'字'.repeat(300_000)}"`]) {
      const body = `{"pad":1${padding}, ${JSON.stringify({ ...answer, stop_reason: 'end_turn', usage }).slice(1)}`;
      const whole = read(body);
      assert.ok(whole.ok);
      assert.equal(whole.body.toString(), body.replace('"model":"up"', '"model":"client/model"'));
      assert.deepEqual(whole.text, { wide: 2, narrow: 3 });
      assert.equal(whole.usage.kind === 'valid' && whole.usage.usage.inputTokens, 107);
    }
  });

  test('is refused without a stop reason, as an error and as anything else', () => {
    const bad = [JSON.stringify(answer), '{"type":"error","error":{"type":"api_error","message":"x"}}', '<html>', '[]', '', '{}'];
    for (const body of bad) assert.equal(read(body).ok, false, body);
  });
});

describe('a Messages request to an upstream of its protocol', () => {
  const sent = (body: string, own: Partial<AttemptPlan> = {}): string =>
    messagesRelay.toUpstream(scanned(body), { ...plan, stream: false, ...own }).toString();

  test('differs only in its model, without fields that choose routes', () => {
    const body = '{ "model":"client/model", "route":1,"max_tokens":5 ,"messages":[{"role":"user","content":"\\u4f60 1.0"}]}';
    assert.equal(sent(body), '{ "model":"up","max_tokens":5 ,"messages":[{"role":"user","content":"\\u4f60 1.0"}]}');
    assert.equal(sent('{"model":"up","messages":[]}', { outputTokensMax: 9 }), '{"model":"up","max_tokens":9,"messages":[]}');
  });

  test('asks for a stream if the answer is collected, whatever the client says about streams', () => {
    const collected = { stream: true, outputTokensMax: 9 };
    const added = '{"model":"up","max_tokens":9,"stream":true}';
    assert.equal(sent('{"model":"m"}', collected), added);
    for (const stream of ['false', 'null', 'true'])
      assert.equal(sent(`{"stream":${stream},"model":"m"}`, collected), '{"stream":true,"model":"up","max_tokens":9}');
  });

  test('returns seals to their own model, and leaves out thinking that another one sealed', () => {
    const own = wrapSeal({ dialect: 'messages', provider: 'p', upstreamModel: 'up' }, 'sig');
    const foreign = wrapSeal({ dialect: 'messages', provider: 'p', upstreamModel: 'other' }, 'sig');
    const call = { type: 'tool_use', id: 'a', name: 'f', input: {} };
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] };
    const of = (signature: string) => ({
      model: 'm',
      thinking: { type: 'adaptive' },
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 't', signature }, call] },
        result,
      ],
    });
    const kept = JSON.parse(sent(JSON.stringify(of(own)))) as ReturnType<typeof of>;
    assert.deepEqual(kept, { ...of('sig'), model: 'up' });
    const lost = JSON.parse(sent(JSON.stringify(of(foreign)))) as ReturnType<typeof of>;
    assert.deepEqual(lost.messages[1]?.content, [call]);
    assert.equal(lost.thinking, undefined, 'a task whose thinking is lost goes on without thinking');
    const quirks = { wantsReasoningBack: true };
    const refilled = JSON.parse(sent(JSON.stringify(of(foreign)), { quirks })) as ReturnType<typeof of>;
    assert.deepEqual(refilled.messages[1]?.content, [{ type: 'thinking', thinking: '', signature: '' }, call]);
    assert.deepEqual(refilled.thinking, { type: 'adaptive' }, 'a vendor that requires thinking back accepts it empty');
    const off = JSON.stringify({ ...of(foreign), thinking: { type: 'disabled' } });
    assert.deepEqual((JSON.parse(sent(off, { quirks })) as ReturnType<typeof of>).messages[1]?.content, [call]);
    const clearing = { context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] } };
    const other = { type: 'clear_tool_uses_20250919' };
    const managed = (edits: readonly object[], signature: string): unknown =>
      (JSON.parse(sent(JSON.stringify({ ...of(signature), context_management: { edits } }))) as typeof clearing)
        .context_management;
    const edits = [...clearing.context_management.edits, other];
    assert.deepEqual(managed(edits, own), { edits });
    assert.deepEqual(managed(edits, foreign), { edits: [other] }, 'without thinking there is none to clear');
    assert.equal(managed(clearing.context_management.edits, foreign), undefined);
  });

  test('passes the version and the betas of the allow-list', () => {
    const headers = messagesRelay.headers as (of: AttemptPlan) => Readonly<Record<string, string>>;
    assert.deepEqual(headers(plan), { 'anthropic-version': '2023-06-01' });
    const clientHeaders = { 'anthropic-version': '2026-10-21', 'anthropic-beta': 'effort-2025-11-24, oauth-2025-04-20,\u0000' };
    assert.deepEqual(headers({ ...plan, clientHeaders }), {
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'effort-2025-11-24',
    });
  });
});
