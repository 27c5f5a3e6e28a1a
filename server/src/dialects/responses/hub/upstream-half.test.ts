import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { noUsage } from '@tollgate/contract/usage';
import { joined } from '../../../../test/corpus/hub-events.ts';
import { attemptPlan as plan } from '../../../../test/corpus/attempt-plan.ts';
import { plainRequest as plain } from '../../../../test/corpus/plain-request.ts';
import { scanned } from '../../../../test/scanned.ts';
import { RawJson } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { HubEvent } from '../../shared/hub/hub-event.ts';
import type { HubPart, HubRequest, HubTool } from '../../shared/hub/hub-request.ts';
import { wrapSeal } from '../../shared/hub/seal.ts';
import { responsesClientHalf } from './client-half.ts';
import { ResponsesWriter } from './responses-writer.ts';
import { responsesUpstreamHalf } from './upstream-half.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);
const origin = { dialect: 'responses', provider: 'p', upstreamModel: 'up' };

type Fields = Record<string, unknown>;

function bytesFor(request: Partial<HubRequest>, own: Partial<AttemptPlan> = {}): Buffer {
  return responsesUpstreamHalf.toUpstream({ ...plain, ...request }, { ...plan, ...own });
}

function sent(request: Partial<HubRequest>, own: Partial<AttemptPlan> = {}): Fields {
  return JSON.parse(bytesFor(request, own).toString()) as Fields;
}

const text = (words: string): HubPart => ({ kind: 'text', text: words });
const call = (id: string, json = '{}'): HubPart => ({
  kind: 'toolCall',
  id,
  name: 'f',
  namespace: null,
  args: { form: 'object', json: new RawJson(Buffer.from(json)) },
});
const result = (id: string, ...parts: readonly HubPart[]): HubPart => ({
  kind: 'toolResult',
  id,
  parts: parts as Extract<HubPart, { kind: 'toolResult' }>['parts'],
  isError: false,
});
const thought = (seal: string): HubPart => ({ kind: 'reasoning', text: 'hm', isSummary: false, seal });
const image: HubPart = {
  kind: 'media',
  media: 'image',
  source: { in: 'base64', data: 'QUJD', mediaType: 'image/png' },
  fileName: null,
  detail: null,
};
const tool: HubTool = {
  name: 'f',
  namespace: null,
  description: 'Does it',
  parameters: { form: 'schema', schema: new RawJson(Buffer.from('{"properties":{"n":{"maximum":1.0}}}')), strict: null },
  isDeferred: false,
};

describe('a Responses upstream', () => {
  test('gets items in order, exact arguments, each result behind its call, and pictures inside results', () => {
    const bytes = bytesFor({
      system: [
        { kind: 'text', text: 'One.' },
        { kind: 'text', text: 'Two.' },
      ],
      turns: [
        { role: 'user', parts: [text('See'), image] },
        { role: 'assistant', parts: [text('Hi'), call('a', '{"n":1.0,"big":1152921504606846976}'), call('b')] },
        { role: 'user', parts: [text('and'), result('b', text('ok'), image)] },
        { role: 'system', parts: [text('Note')] },
      ],
    });
    assert.match(bytes.toString(), /"arguments":"\{\\"n\\":1\.0,\\"big\\":1152921504606846976\}"/);
    const { instructions, input, store } = JSON.parse(bytes.toString()) as Fields;
    assert.deepEqual([instructions, store], ['One.\n\nTwo.', false]);
    const picture = { type: 'input_image', image_url: 'data:image/png;base64,QUJD' };
    const said = (words: string): object => ({ type: 'input_text', text: words });
    const called = { type: 'function_call', name: 'f' };
    assert.deepEqual(input, [
      { type: 'message', role: 'user', content: [said('See'), picture] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
      { ...called, call_id: 'a', arguments: '{"n":1.0,"big":1152921504606846976}' },
      { ...called, call_id: 'b', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'Error: The call was interrupted and has no result.' },
      { type: 'function_call_output', call_id: 'b', output: [said('ok'), picture] },
      { type: 'message', role: 'user', content: [said('and')] },
      { type: 'message', role: 'developer', content: [said('Note')] },
    ]);
  });

  test('gets back only reasoning that it sealed, without an ID, and none that nothing follows', () => {
    const inputWith = (seal: string, ...parts: readonly HubPart[]): unknown => {
      const turns = [{ role: 'assistant', parts: [thought(seal), ...parts] }] as const;
      return (sent({ turns }).input as Fields[])[0];
    };
    const own = wrapSeal(origin, 'sealed');
    const summary = [{ type: 'summary_text', text: 'hm' }];
    assert.deepEqual(inputWith(own, call('a')), { type: 'reasoning', summary, encrypted_content: 'sealed' });
    for (const seal of [wrapSeal({ ...origin, upstreamModel: 'other' }, 'sealed'), 'sealed', wrapSeal(origin, '')])
      assert.equal((inputWith(seal, call('a')) as Fields).type, 'function_call', seal);
    assert.equal(inputWith(own), undefined);
  });

  test('thinks with a summary and a seal if the client wants thinking, and not more than it accepts', () => {
    const reasoning = { effort: 'xhigh', budgetTokens: null, isAdaptive: false };
    const seals = ['reasoning.encrypted_content'];
    const of = (body: Fields): unknown[] => [body.reasoning, body.include];
    assert.deepEqual(of(sent({ reasoning })), [{ effort: 'high', summary: 'auto' }, seals]);
    assert.deepEqual(of(sent({})), [undefined, undefined]);
    assert.deepEqual(of(sent({}, { supportedParameters: ['reasoning_effort'] })), [undefined, seals]);
    assert.deepEqual(of(sent({ reasoning: { ...reasoning, effort: 'none' } })), [{ effort: 'none' }, undefined]);
    const quirks = { refusesReasoningExtras: true };
    assert.deepEqual(of(sent({ reasoning }, { quirks })), [{ effort: 'high' }, undefined]);
    const refused = (message: string, own: Partial<AttemptPlan> = {}): unknown =>
      responsesUpstreamHalf.readQuirks?.(400, Buffer.from(JSON.stringify({ error: { message } })), { ...plan, ...own });
    for (const message of [
      'Encrypted content is not supported with this model.',
      'Your organization must be verified to generate reasoning summaries.',
      "Unsupported parameter: 'include' is not supported.",
    ])
      assert.deepEqual(refused(message), quirks, message);
    assert.deepEqual([refused('Invalid input'), refused('include', { quirks })], [null, null]);
  });

  test('gets all tools and which of them are allowed, custom ones as they are, and limits it accepts', () => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' };
    const free: HubTool = { ...tool, name: 'exec', parameters: { form: 'free', format } };
    const turns: HubRequest['turns'] = [
      {
        role: 'assistant',
        parts: [{ kind: 'toolCall', id: 'a', name: 'exec', namespace: null, args: { form: 'free', text: 'a "b"' } }],
      },
      { role: 'user', parts: [result('a', text('ok'))] },
    ];
    const tools = [{ name: 'exec', namespace: null }];
    const body = sent({
      turns,
      tools: [tool, free],
      toolChoice: { kind: 'allowed', tools, isRequired: true },
      parallelTools: false,
      outputTokensMax: 50,
      output: { kind: 'json' },
      verbosity: 'low',
      user: 'u-1',
      cacheKey: 'k',
    });
    assert.match(bytesFor({ tools: [tool] }).toString(), /"parameters":\{"properties":\{"n":\{"maximum":1\.0\}\}\}/);
    const [first, second] = body.tools as Fields[];
    assert.deepEqual([first?.type, first?.strict], ['function', false]);
    assert.deepEqual(second, { type: 'custom', name: 'exec', description: 'Does it', format });
    const allowed = [{ type: 'custom', name: 'exec' }];
    assert.deepEqual(body.tool_choice, { type: 'allowed_tools', mode: 'required', tools: allowed });
    assert.deepEqual(body.input, [
      { type: 'custom_tool_call', call_id: 'a', name: 'exec', input: 'a "b"' },
      { type: 'custom_tool_call_output', call_id: 'a', output: 'ok' },
    ]);
    assert.deepEqual(
      [body.max_output_tokens, body.parallel_tool_calls, body.text, body.safety_identifier, body.prompt_cache_key],
      [50, false, { format: { type: 'json_object' }, verbosity: 'low' }, 'u-1', 'k'],
    );
    assert.equal(sent({ outputTokensMax: 900 }, { outputLimit: 40 }).max_output_tokens, 40);
  });
});

const items = [
  {
    id: 'rs_1',
    type: 'reasoning',
    summary: ['Let me', 'Think "so"'].map((words) => ({ type: 'summary_text', text: words })),
    encrypted_content: 'sealed',
  },
  { id: 'rs_2', type: 'reasoning', summary: [], encrypted_content: 'silent' },
  { id: 'ws_1', type: 'web_search_call', status: 'completed' },
  { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello "you"' }] },
  { id: 'fc_1', type: 'function_call', call_id: 'same', name: 'f', arguments: '{"a":1.0}' },
  { id: 'fc_2', type: 'function_call', call_id: 'same', name: 'g', arguments: '' },
  { id: 'ct_1', type: 'custom_tool_call', call_id: 'free', name: 'exec', input: 'a "b"' },
] as const;

/** How upstreams write an item: in deltas, and again when it is complete. */
function* deltasOf(item: (typeof items)[number], output_index: number): Generator<Fields> {
  const place = { output_index, item_id: item.id };
  const split = (type: string, words: string, own: Fields = {}): Fields[] =>
    words.split(/(?= )/).map((delta) => ({ type: `response.${type}.delta`, ...place, ...own, delta }));
  const bare = { ...item, ...('arguments' in item && { arguments: '' }), ...('input' in item && { input: '' }) };
  yield { type: 'response.output_item.added', output_index, item: { ...bare, summary: [], content: [] } };
  if (item.type === 'reasoning')
    for (const [summary_index, { text: words }] of item.summary.entries())
      yield* split('reasoning_summary_text', words, { summary_index });
  else if (item.type === 'message') yield* split('output_text', item.content[0].text, { content_index: 0 });
  else if (item.type === 'function_call') yield* split('function_call_arguments', item.arguments);
  else if (item.type === 'custom_tool_call') yield* split('custom_tool_call_input', item.input);
}

function streamOf(events: Iterable<Fields>): Buffer {
  const lines = [...events].map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`);
  return Buffer.from(lines.join(''));
}

const response = { id: 'resp_1', status: 'completed', output: items, usage: { input_tokens: 3, output_tokens: 5 } };
const done = (item: object, output_index: number): Fields => ({ type: 'response.output_item.done', output_index, item });
const full = streamOf([
  { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
  ...items.flatMap((item, index) => [...deltasOf(item, index), done(item, index)]),
  { type: 'response.completed', response },
]);

function read(bytes: Buffer, size: number): { readonly events: HubEvent[]; readonly state: string } {
  const events: HubEvent[] = [];
  const reader = responsesUpstreamHalf.createStreamReader(plan, plain, (each) => events.push(each));
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  return { events: joined(events), state: reader.state };
}

describe('an answer of a Responses upstream', () => {
  test('streams events that do not depend on where its bytes are split; no part is empty, and server tools are left out', () => {
    const { events, state } = read(full, full.length);
    assert.equal(state, 'complete');
    const ids = events.flatMap((each) => (each.kind === 'open' && each.part === 'toolCall' ? [each.id] : []));
    assert.equal(new Set(ids).size, 3, 'calls of one ID get different ones');
    const opened = { kind: 'open', part: 'toolCall', namespace: null } as const;
    assert.deepEqual(events, [
      { kind: 'open', at: 0, part: 'summary' },
      { kind: 'text', at: 0, text: 'Let me\n\nThink "so"' },
      { kind: 'seal', at: 0, seal: wrapSeal(origin, 'sealed') },
      { kind: 'close', at: 0 },
      { kind: 'open', at: 1, part: 'summary' },
      { kind: 'seal', at: 1, seal: wrapSeal(origin, 'silent') },
      { kind: 'close', at: 1 },
      { kind: 'open', at: 2, part: 'text' },
      { kind: 'text', at: 2, text: 'Hello "you"' },
      { kind: 'close', at: 2 },
      { ...opened, at: 3, id: ids[0], name: 'f', isFree: false },
      { kind: 'text', at: 3, text: '{"a":1.0}' },
      { kind: 'close', at: 3 },
      { ...opened, at: 4, id: ids[1], name: 'g', isFree: false },
      { kind: 'close', at: 4 },
      { ...opened, at: 5, id: 'free', name: 'exec', isFree: true },
      { kind: 'text', at: 5, text: 'a "b"' },
      { kind: 'close', at: 5 },
      { kind: 'finish', reason: 'tools', stopSequence: null },
    ]);
    for (let size = 1; size < 300; size += 1) assert.deepEqual(read(full, size), { events, state }, String(size));
  });

  test('says the same however its upstream writes it: without deltas, without items, only in the last event, without numbers', () => {
    const { events } = read(full, full.length);
    const last = { type: 'response.completed', response };
    const bare = { ...last, response: { ...response, output: [] } };
    const unnumbered = ({ output_index: _, ...event }: Fields): Fields => event;
    const ways: Readonly<Record<string, readonly Fields[]>> = {
      'only in the last event': [last],
      'without deltas': [...items.map(done), last],
      'without a list at the end': [...items.map(done), bare],
      'without numbers': [...items.flatMap((item, index) => [...deltasOf(item, index), done(item, index)]), last].map(unnumbered),
    };
    for (const [way, written] of Object.entries(ways)) assert.deepEqual(read(streamOf(written), 1_000).events, events, way);
  });

  test('never finishes if it was cut off, wherever that happened', () => {
    for (let end = 0; end < full.length - 2; end += 1) {
      const { events, state } = read(full.subarray(0, end), end || 1);
      assert.equal(state, 'broken', String(end));
      assert.ok(!events.some(({ kind }) => kind === 'finish'));
    }
  });

  test('says as a whole what it says as a stream, with exact arguments', () => {
    const reading = responsesUpstreamHalf.readWhole(Buffer.from(JSON.stringify(response)), plan, plain);
    let step = reading.next();
    while (step.done !== true) step = reading.next();
    assert.ok(step.value.ok);
    const { parts, finish } = step.value.answer;
    const kinds = ['reasoning', 'reasoning', 'text', 'toolCall', 'toolCall', 'toolCall'];
    assert.deepEqual([parts.map(({ kind }) => kind), finish], [kinds, 'tools']);
    const [first, , , called] = parts;
    assert.ok(first?.kind === 'reasoning' && first.isSummary && first.text === 'Let me\n\nThink "so"');
    assert.ok(called?.kind === 'toolCall' && called.args.form === 'text' && called.args.json === '{"a":1.0}');
  });

  test('a limit ends a call that was not complete as a limit, not as a call', () => {
    const cut = { ...response, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] };
    const [item] = items.filter(({ type }) => type === 'function_call');
    assert.ok(item !== undefined);
    const { events } = read(streamOf([...deltasOf(item, 0), { type: 'response.incomplete', response: cut }]), 1_000);
    assert.deepEqual(events.slice(-2), [
      { kind: 'close', at: 0 },
      { kind: 'finish', reason: 'length', stopSequence: null },
    ]);
  });

  const words = fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1 });
  const part = fc.oneof(
    fc.record({ part: fc.constantFrom('text', 'refusal', 'summary'), texts: words }),
    fc.record({
      part: fc.constant('toolCall' as const),
      texts: fc.array(fc.constantFrom('{"a":', '1.0', '}'), { minLength: 1 }),
    }),
  );
  test(`round trip: what the gateway writes in this protocol reads as the same events (2,000 generated answers, seed ${String(seed)})`, () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.integer({ min: 1, max: 400 }), (parts, size) => {
        const events: HubEvent[] = parts.flatMap(({ part: kind, texts }, at): HubEvent[] => [
          kind === 'toolCall'
            ? { kind: 'open', at, part: kind, id: `id${String(at)}`, name: 'f', namespace: null, isFree: false }
            : { kind: 'open', at, part: kind },
          ...texts.map((said) => ({ kind: 'text' as const, at, text: said })),
          { kind: 'close', at },
        ]);
        events.push({ kind: 'finish', reason: 'length', stopSequence: null });
        const writer = new ResponsesWriter(plan, plain);
        const out = events.map((each) => {
          writer.write(each);
          return writer.take() ?? Buffer.alloc(0);
        });
        const again = read(Buffer.concat([...out, writer.tail(noUsage)]), size);
        assert.deepEqual(again, { events: joined(events), state: 'complete' });
      }),
      { seed, numRuns: 2_000 },
    );
  });
});

test('a request of this protocol comes back as it was after it passed the hub (2,000 generated conversations)', () => {
  const words = fc.string({ minLength: 1, maxLength: 12 }).map((made) => `a${made}`);
  const args = fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(fc.double({ noNaN: true }), words));
  const step = fc.record({ said: fc.array(words, { maxLength: 1 }), calls: fc.array(args, { maxLength: 3 }), asked: words });
  const conversation = fc.record({
    instructions: fc.option(words, { nil: undefined }),
    opening: words,
    steps: fc.array(step, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(conversation, ({ instructions, opening, steps }) => {
      const message = (role: string, type: string, said: string): object => ({
        type: 'message',
        role,
        content: [{ type, text: said }],
      });
      let count = 0;
      const input: object[] = [message('user', 'input_text', opening)];
      for (const { said, calls, asked } of steps) {
        const made = calls.map((arguments_) => {
          count += 1;
          return { type: 'function_call', call_id: `call_${String(count)}`, name: 'f', arguments: JSON.stringify(arguments_) };
        });
        if (said.length + made.length === 0) continue;
        input.push(
          ...said.map((each) => message('assistant', 'output_text', each)),
          ...made,
          ...made.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: 'ok' })),
          message('user', 'input_text', asked),
        );
      }
      const body = { model: 'up', ...(instructions !== undefined && { instructions }), input, store: false, stream: true };
      const back = responsesUpstreamHalf.toUpstream(responsesClientHalf.fromClient(scanned(body)), plan);
      assert.deepEqual(JSON.parse(back.toString()), body);
    }),
    { seed, numRuns: 2_000 },
  );
});
