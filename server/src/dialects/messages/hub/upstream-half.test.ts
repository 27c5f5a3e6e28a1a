import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { noUsage } from '@tollgate/contract/usage';
import { count } from '../../../../test/proofs/counts.ts';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../../test/scanned.ts';
import { LongText, RawJson } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { HubEvent } from '../../shared/hub/hub-event.ts';
import type { HubPart, HubRequest, HubTool } from '../../shared/hub/hub-request.ts';
import { wrapSeal } from '../../shared/hub/seal.ts';
import { messagesClientHalf } from './client-half.ts';
import { MessagesWriter } from './messages-writer.ts';
import { messagesUpstreamHalf } from './upstream-half.ts';
import { joined } from '../../../../test/corpus/hub-events.ts';
import { plainRequest as plain } from '../../../../test/corpus/plain-request.ts';

const plan: AttemptPlan = {
  ...attemptPlan,
  model: 'm',
  upstreamModel: 'u',
  callId: '00000000-0000-7000-8000-000000000000',
  outputLimit: 8_192,
};
const origin = { dialect: 'messages', provider: 'p', upstreamModel: 'u' };

type Sent = Record<string, unknown> & { readonly messages: { role: string; content: Record<string, unknown>[] }[] };

function bytesFor(request: Partial<HubRequest>, own: Partial<AttemptPlan> = {}): Buffer {
  return messagesUpstreamHalf.toUpstream({ ...plain, ...request }, { ...plan, ...own });
}

function sent(request: Partial<HubRequest>, own: Partial<AttemptPlan> = {}): Sent {
  return JSON.parse(bytesFor(request, own).toString()) as Sent;
}

const text = (words: string): HubPart => ({ kind: 'text', text: words });
const call = (id: string, json = '{}'): HubPart => ({
  kind: 'toolCall',
  id,
  name: 'f',
  namespace: null,
  args: { form: 'object', json: new RawJson(Buffer.from(json)) },
});
const result = (id: string, words = 'ok'): HubPart => ({
  kind: 'toolResult',
  id,
  parts: [{ kind: 'text', text: words }],
  isError: false,
});
const thought = (seal: string): HubPart => ({ kind: 'reasoning', text: 'hm', isSummary: false, seal });
const tool: HubTool = {
  name: 'f',
  namespace: null,
  description: 'Does it',
  parameters: { form: 'schema', schema: new RawJson(Buffer.from('{"properties":{"n":{"maximum":1.0}}}')), strict: true },
  isDeferred: false,
};
const noMarks = { quirks: { refusesCacheMarks: true } };

describe('a Messages upstream', () => {
  test('gets alternating turns, results first and in one turn of the user, with accepted IDs and exact arguments', () => {
    const bytes = bytesFor(
      {
        turns: [
          { role: 'system', parts: [text('Be brief.')] },
          { role: 'assistant', parts: [text('Hi'), text(' ')] },
          { role: 'assistant', parts: [call('a.b:c|d', '{"n":1.0,"big":1152921504606846976}'), call('b')] },
          { role: 'user', parts: [text('and'), result('b')] },
          { role: 'user', parts: [result('a.b:c|d', '')] },
          { role: 'system', parts: [text('Note')] },
          { role: 'assistant', parts: [text('Prefilled \n')] },
        ],
      },
      noMarks,
    );
    assert.match(bytes.toString(), /"input":\{"n":1\.0,"big":1152921504606846976\}/);
    const { system, messages } = JSON.parse(bytes.toString()) as Sent;
    assert.deepEqual(system, [{ type: 'text', text: 'Be brief.' }]);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant'],
    );
    const [begin, said, results, prefill] = messages.map(({ content }) => content);
    assert.deepEqual(begin, [{ type: 'text', text: '(no content)' }]);
    const ids = (said ?? []).flatMap(({ type, id }) => (type === 'tool_use' ? [String(id)] : []));
    assert.ok(ids.every((id) => /^[a-zA-Z0-9_-]{1,64}$/.test(id)) && new Set(ids).size === 2);
    assert.deepEqual(results, [
      { type: 'tool_result', tool_use_id: ids[0] },
      { type: 'tool_result', tool_use_id: ids[1], content: [{ type: 'text', text: 'ok' }] },
      { type: 'text', text: 'and' },
      { type: 'text', text: '<system-reminder>\nNote\n</system-reminder>' },
    ]);
    assert.deepEqual(prefill, [{ type: 'text', text: 'Prefilled' }]);
  });

  test('gets back only thinking that it sealed; a running task that lost its thinking goes on without', () => {
    const reasoning = { effort: 'high', budgetTokens: null, isAdaptive: false };
    const own = { supportedParameters: ['thinking_budget', 'tool_choice', 'stop'], outputLimit: 64_000, ...noMarks };
    const turnsWith = (seal: string): HubRequest['turns'] => [
      { role: 'user', parts: [text('x')] },
      { role: 'assistant', parts: [thought(seal), call('a')] },
      { role: 'user', parts: [result('a')] },
    ];
    const kept = sent({ reasoning, turns: turnsWith(wrapSeal(origin, 'sig')) }, own);
    assert.deepEqual(kept.thinking, { type: 'enabled', budget_tokens: 24_576 });
    assert.deepEqual(kept.messages[1]?.content[0], { type: 'thinking', thinking: 'hm', signature: 'sig' });
    const redacted = sent({ reasoning, turns: turnsWith(wrapSeal(origin, 'redacted.data')) }, own);
    assert.deepEqual(redacted.messages[1]?.content[0], { type: 'redacted_thinking', data: 'data' });
    const unsigned = sent({ reasoning, turns: turnsWith(wrapSeal(origin, '')) }, own);
    assert.deepEqual(unsigned.messages[1]?.content[0], { type: 'thinking', thinking: 'hm', signature: '' });
    for (const seal of [wrapSeal({ ...origin, upstreamModel: 'other' }, 'sig'), 'sig']) {
      const lost = sent({ reasoning, turns: turnsWith(seal) }, own);
      assert.deepEqual([lost.thinking, lost.messages[1]?.content.length], [{ type: 'disabled' }, 1]);
    }
    const over = [...turnsWith('sig'), { role: 'assistant', parts: [text('y')] }, { role: 'user', parts: [text('z')] }] as const;
    assert.deepEqual(sent({ reasoning, turns: over }, own).thinking, kept.thinking);
  });

  test('thinks by effort or by a budget below the limit, and not together with a forced tool or sampling', () => {
    const reasoning = { effort: 'max', budgetTokens: null, isAdaptive: false };
    const adaptive = { supportedParameters: ['reasoning_effort', 'temperature', 'tool_choice'] };
    const sampling = { temperature: 1.7, top_p: 0.5 };
    const byEffort = sent({ reasoning, sampling }, adaptive);
    assert.deepEqual([byEffort.thinking, byEffort.output_config], [{ type: 'adaptive' }, { effort: 'max' }]);
    assert.deepEqual([byEffort.temperature, byEffort.max_tokens], [undefined, 8_192]);
    assert.deepEqual(sent({ reasoning }).thinking, { type: 'enabled', budget_tokens: 6_144 }, 'room is left for the answer');
    const stated = { effort: null, budgetTokens: 20_000, isAdaptive: false };
    assert.deepEqual(sent({ reasoning: stated }).thinking, { type: 'enabled', budget_tokens: 8_191 });
    const unknown = sent({ reasoning: stated }, { outputLimit: null });
    assert.deepEqual([unknown.max_tokens, unknown.thinking], [28_192, { type: 'enabled', budget_tokens: 20_000 }]);
    const strict = sent({ reasoning: stated }, { outputLimit: null, outputTokensMax: 3_000 });
    assert.deepEqual([strict.max_tokens, strict.thinking], [3_000, { type: 'enabled', budget_tokens: 2_999 }]);
    const prefilled = sent({ reasoning, turns: [{ role: 'assistant', parts: [text('So')] }] }, adaptive);
    assert.equal(prefilled.thinking, undefined, 'an answer that the request begins goes on without thinking');
    assert.equal(sent({ reasoning, outputTokensMax: 1_000 }).thinking, undefined);
    const forced = sent({ reasoning, sampling, tools: [tool], toolChoice: { kind: 'required' } }, adaptive);
    assert.deepEqual([forced.thinking, forced.tool_choice, forced.temperature], [undefined, { type: 'any' }, 1]);
    assert.equal(forced.top_p, undefined);
    assert.deepEqual(sent({}, { outputLimit: null }).max_tokens, 8_192);
    assert.deepEqual(sent({ outputTokensMax: 9 }, { outputLimit: 4 }).max_tokens, 4);
  });

  test('gets no blank text, however long, and no blank at the end of an answer that it continues', () => {
    const long = (words: string): HubPart => ({ kind: 'text', text: new LongText(Buffer.from(words)) });
    const blank = long(' \\n'.repeat(700));
    const { messages } = sent({
      turns: [
        { role: 'user', parts: [blank, text(' \n'), long('x'.repeat(1_100))] },
        { role: 'assistant', parts: [text('one'), text('two \n'), blank, text(' ')] },
      ],
    });
    const texts = messages.map(({ content }) => content.map((block) => block.text));
    assert.deepEqual(texts, [['x'.repeat(1_100)], ['one', 'two']]);
  });

  test('gets tools whose schema is an object, the choice among them, and no blank stop sequence', () => {
    const free: HubTool = { ...tool, name: 'exec', namespace: 'functions', parameters: { form: 'free', format: null } };
    const request: Partial<HubRequest> = {
      tools: [tool, free, { ...tool, name: 'g', isDeferred: true }],
      toolChoice: { kind: 'tool', name: 'exec', namespace: 'functions' },
      parallelTools: false,
      stop: [' \n', 'END'],
      user: 'u-1',
    };
    const body = sent(request, noMarks);
    const [first, second, third] = body.tools as Record<string, unknown>[];
    assert.match(bytesFor(request).toString(), /"input_schema":\{"type":"object","properties":\{"n":\{"maximum":1\.0\}\}\}/);
    assert.deepEqual([first?.name, second?.name, third?.defer_loading], ['f', 'functions__exec', true]);
    assert.deepEqual(body.tool_choice, { type: 'tool', name: 'functions__exec', disable_parallel_tool_use: true });
    assert.deepEqual([body.stop_sequences, body.metadata], [['END'], { user_id: 'u-1' }]);
    assert.deepEqual(sent({ tools: [tool], parallelTools: false }).tool_choice, {
      type: 'auto',
      disable_parallel_tool_use: true,
    });
  });

  test('gets the breakpoints of the client, the last four; else after tools, system and the last two turns of the user', () => {
    const marked = (ttl: '1h' | null): HubPart => ({ kind: 'text', text: 'x', cache: { ttl } });
    const own = sent({ turns: [{ role: 'user', parts: [marked('1h'), ...Array.from({ length: 4 }, () => marked(null))] }] });
    const marks = own.messages[0]?.content.map(({ cache_control: mark }) => mark);
    assert.deepEqual(marks, [undefined, ...Array.from({ length: 4 }, () => ({ type: 'ephemeral' }))]);
    const usual: Partial<HubRequest> = {
      tools: [tool],
      system: [{ kind: 'text', text: 's' }],
      turns: ['user', 'assistant', 'user', 'assistant', 'user'].map(
        (role) => ({ role, parts: [text('x')] }) as HubRequest['turns'][0],
      ),
    };
    const added = sent(usual);
    const isMarked = (blocks: unknown): boolean => JSON.stringify(blocks).includes('cache_control');
    assert.deepEqual([added.tools, added.system, ...added.messages].map(isMarked), [true, true, false, false, true, false, true]);
    assert.equal(isMarked(sent(usual, noMarks)), false);
  });
});

function event(data: { readonly type: string; readonly [name: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

const blocks = [
  { type: 'thinking', thinking: 'Let me think', signature: 'sig' },
  { type: 'redacted_thinking', data: 'data' },
  { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
  { type: 'text', text: 'Hello "you"' },
  { type: 'tool_use', id: 'same', name: 'f', input: { a: 1 } },
  { type: 'tool_use', id: 'same', name: 'g', input: {} },
] as const;

const stream = Buffer.from(
  [
    event({ type: 'message_start', message: { id: 'x', model: 'u', content: [], usage: { input_tokens: 3, output_tokens: 1 } } }),
    ...blocks.flatMap((block, index) => [
      event({
        type: 'content_block_start',
        index,
        content_block: {
          ...block,
          ...('thinking' in block && { thinking: '', signature: '' }),
          ...('text' in block && { text: '' }),
        },
      }),
      ...('thinking' in block
        ? [
            ...block.thinking.split(/(?= )/).map((thinking) => ({ type: 'thinking_delta', thinking })),
            { type: 'signature_delta', signature: 'sig' },
          ]
        : 'text' in block
          ? block.text.split('').map((letter) => ({ type: 'text_delta', text: letter }))
          : []
      ).map((delta) => event({ type: 'content_block_delta', index, delta })),
      event({ type: 'content_block_stop', index }),
    ]),
    event({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } }),
    event({ type: 'message_stop' }),
  ].join(''),
);

function read(bytes: Buffer, size: number): { readonly events: HubEvent[]; readonly state: string } {
  const events: HubEvent[] = [];
  const reader = messagesUpstreamHalf.createStreamReader(plan, plain, (each) => events.push(each));
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  return { events: joined(events), state: reader.state };
}

describe('an answer of a Messages upstream', () => {
  test('streams events that do not depend on where its bytes are split; no part is empty, and server tools are left out', () => {
    const { events, state } = read(stream, stream.length);
    assert.equal(state, 'complete');
    const ids = events.flatMap((each) => (each.kind === 'open' && each.part === 'toolCall' ? [each.id] : []));
    assert.equal(new Set(ids).size, 2, 'calls of one ID get different ones');
    assert.deepEqual(events, [
      { kind: 'open', at: 0, part: 'reasoning' },
      { kind: 'text', at: 0, text: 'Let me think' },
      { kind: 'seal', at: 0, seal: wrapSeal(origin, 'sig') },
      { kind: 'close', at: 0 },
      { kind: 'open', at: 1, part: 'reasoning' },
      { kind: 'seal', at: 1, seal: wrapSeal(origin, 'redacted.data') },
      { kind: 'close', at: 1 },
      { kind: 'open', at: 2, part: 'text' },
      { kind: 'text', at: 2, text: 'Hello "you"' },
      { kind: 'close', at: 2 },
      { kind: 'open', at: 3, part: 'toolCall', id: ids[0], name: 'f', namespace: null, isFree: false },
      { kind: 'text', at: 3, text: '{"a":1}' },
      { kind: 'close', at: 3 },
      { kind: 'open', at: 4, part: 'toolCall', id: ids[1], name: 'g', namespace: null, isFree: false },
      { kind: 'close', at: 4 },
      { kind: 'finish', reason: 'tools', stopSequence: null },
    ]);
    for (let size = 1; size < 300; size += 1) assert.deepEqual(read(stream, size), { events, state }, String(size));
  });

  test('never finishes if it was cut off, wherever that happened', () => {
    for (let end = 0; end < stream.length - 2; end += 1) {
      const { events, state } = read(stream.subarray(0, end), end || 1);
      assert.equal(state, 'broken', String(end));
      assert.ok(!events.some(({ kind }) => kind === 'finish'));
    }
  });

  test('says as a whole what it says as a stream, with exact arguments', () => {
    const body = JSON.stringify({
      id: 'x',
      content: blocks,
      stop_reason: 'tool_use',
      usage: { input_tokens: 3, output_tokens: 5 },
    });
    const reading = messagesUpstreamHalf.readWhole(Buffer.from(body.replace('{"a":1}', '{"a":1.0}')), plan, plain);
    let step = reading.next();
    while (step.done !== true) step = reading.next();
    assert.ok(step.value.ok);
    const { answer } = step.value;
    assert.deepEqual(
      answer.parts.map(({ kind }) => kind),
      ['reasoning', 'reasoning', 'text', 'toolCall', 'toolCall'],
    );
    const [, , , first] = answer.parts;
    assert.ok(first?.kind === 'toolCall' && first.args.form === 'object' && first.args.json.text === '{"a":1.0}');
    assert.equal(answer.finish, 'tools');
  });

  const part = fc.oneof(
    fc.record({
      part: fc.constant('text' as const),
      texts: fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1 }),
    }),
    fc.record({ part: fc.constant('toolCall' as const), texts: fc.array(fc.constantFrom('{"a":', '1.0', '}', '"\\u4f60"')) }),
  );
  const reasons = fc.constantFrom('length', 'tools');
  test('round trip: what the gateway writes in this protocol reads as the same events (2,000 generated answers)', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.integer({ min: 1, max: 400 }), reasons, (parts, size, reason) => {
        const events: HubEvent[] = parts.flatMap(({ part: kind, texts }, at): HubEvent[] => [
          kind === 'text'
            ? { kind: 'open', at, part: 'text' }
            : { kind: 'open', at, part: 'toolCall', id: `id${String(at)}`, name: 'f', namespace: null, isFree: false },
          ...texts.map((words) => ({ kind: 'text' as const, at, text: words })),
          { kind: 'close', at },
        ]);
        events.push({ kind: 'finish', reason, stopSequence: null });
        const writer = new MessagesWriter(plan);
        const out = events.map((each) => {
          writer.write(each);
          return writer.take() ?? Buffer.alloc(0);
        });
        const again = read(Buffer.concat([...out, writer.tail(noUsage)]), size);
        // Arguments that were cut before their beginning begin, so that they are not taken for complete.
        const [end, last] = [events.length - 2, parts.at(-1)];
        if (reason === 'length' && last?.part === 'toolCall' && last.texts.length === 0)
          events.splice(end, 0, { kind: 'text', at: parts.length - 1, text: '{' });
        assert.deepEqual(again, { events: joined(events), state: 'complete' });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a request in Messages', () => {
  const words = fc.string({ minLength: 1, maxLength: 12 }).map((made) => `a${made}`);
  const mark = fc.option(fc.constant({ type: 'ephemeral' }), { nil: undefined });
  const input = fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(fc.double({ noNaN: true }), words));
  const textBlock = fc.record({ type: fc.constant('text'), text: words, cache_control: mark });
  const turn = fc.array(fc.record({ input, name: fc.constantFrom('f', 'g'), cache_control: mark }), { maxLength: 3 });
  const conversation = fc.record({
    system: fc.array(textBlock, { maxLength: 2 }),
    opening: fc.array(textBlock, { minLength: 1, maxLength: 2 }),
    turns: fc.array(
      fc.record({ said: fc.array(textBlock, { maxLength: 2 }), calls: turn, asked: fc.array(textBlock, { maxLength: 2 }) }),
    ),
    tools: fc.array(fc.constantFrom('f', 'g'), { maxLength: 2 }),
  });

  test('comes back as it was after it passed the hub, apart from breakpoints beyond four', () => {
    fc.assert(
      fc.property(conversation, ({ system, opening, turns, tools }) => {
        let count = 0;
        const messages: object[] = [{ role: 'user', content: opening }];
        for (const { said, calls, asked } of turns) {
          const uses = calls.map((each) => ({ type: 'tool_use', id: `toolu_${String((count += 1))}`, ...each }));
          const results = uses.map(({ id }) => ({
            type: 'tool_result',
            tool_use_id: id,
            content: [{ type: 'text', text: 'ok' }],
          }));
          if (said.length + uses.length === 0 || asked.length + results.length === 0) continue;
          messages.push({ role: 'assistant', content: [...said, ...uses] }, { role: 'user', content: [...results, ...asked] });
        }
        const body = {
          model: 'u',
          max_tokens: 100,
          messages,
          system,
          tools: [...new Set(tools)].map((name) => ({ name, description: 'd', input_schema: { type: 'object' } })),
          stream: true,
        };
        const request = messagesClientHalf.fromClient(scanned(body));
        const back = messagesUpstreamHalf.toUpstream(request, { ...plan, ...noMarks });
        const again = messagesClientHalf.fromClient(scanned(back));
        assert.deepEqual({ ...unmarked(again), features: 0 }, { ...unmarked(request), features: 0 });
        const marks = (bytes: string): number => bytes.split('"cache_control":{').length - 1;
        assert.equal(marks(back.toString()), Math.min(4, marks(JSON.stringify(body))));
      }),
      { numRuns: count('conversations') },
    );
  });
});

/** Without breakpoints, which are counted. */
function unmarked(request: HubRequest): object {
  return JSON.parse(JSON.stringify(request, (name, value: unknown) => (name === 'cache' ? undefined : value))) as object;
}
