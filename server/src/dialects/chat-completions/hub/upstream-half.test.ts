import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { LongText, RawJson } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { HubEvent } from '../../shared/hub/hub-event.ts';
import type { HubRequest, HubTool } from '../../shared/hub/hub-request.ts';
import { wrapSeal } from '../../shared/hub/seal.ts';
import { chatUpstreamHalf } from './upstream-half.ts';
import { joined } from '../../../../test/corpus/hub-events.ts';
import { plainRequest as plain } from '../../../../test/corpus/plain-request.ts';

const plan: AttemptPlan = {
  ...attemptPlan,
  model: 'm',
  upstreamModel: 'u',
  callId: '00000000-0000-7000-8000-000000000000',
  outputLimit: 8_192,
};
const seal = wrapSeal({ dialect: 'chat-completions', provider: 'p', upstreamModel: 'u' }, '');

const shell: HubTool = {
  name: 'exec',
  namespace: 'functions',
  description: 'Runs it',
  parameters: { form: 'free', format: null },
  isDeferred: false,
};

function sent(request: Partial<HubRequest>, own: Partial<AttemptPlan> = {}): Record<string, unknown> {
  const bytes = chatUpstreamHalf.toUpstream({ ...plain, ...request }, { ...plan, ...own });
  return JSON.parse(bytes.toString()) as Record<string, unknown>;
}

function streamOf(...frames: readonly object[]): Buffer {
  const events = frames.map(
    (frame) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'u', ...frame })}\n\n`,
  );
  return Buffer.from(`${events.join('')}data: [DONE]\n\n`);
}

const delta = (own: object, reason: string | null = null): object => ({
  choices: [{ index: 0, delta: own, finish_reason: reason }],
});

function read(
  stream: Buffer,
  size: number,
  request: HubRequest = plain,
): { readonly events: HubEvent[]; readonly state: string } {
  const events: HubEvent[] = [];
  const reader = chatUpstreamHalf.createStreamReader(plan, request, (event) => events.push(event));
  for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
  reader.end();
  return { events: joined(events), state: reader.state };
}

describe('a chat upstream', () => {
  test('gets texts, calls and results in its form: results first, files of a result in a message after it', () => {
    const long = new LongText(Buffer.from('x\\n'.repeat(600)));
    const { messages, max_completion_tokens: bound } = sent({
      system: [
        { kind: 'text', text: 'Be brief.' },
        { kind: 'text', text: long },
      ],
      outputTokensMax: 64_000,
      turns: [
        { role: 'user', parts: [{ kind: 'text', text: 'Look' }] },
        {
          role: 'assistant',
          parts: [
            { kind: 'reasoning', text: 'mine', isSummary: false, seal },
            {
              kind: 'toolCall',
              id: 'a',
              name: 'f',
              namespace: null,
              args: { form: 'object', json: new RawJson(Buffer.from('{"n":1.0}')) },
            },
            { kind: 'toolCall', id: 'b', name: 'exec', namespace: 'functions', args: { form: 'free', text: 'ls' } },
          ],
        },
        {
          role: 'user',
          parts: [
            { kind: 'text', text: 'and' },
            {
              kind: 'toolResult',
              id: 'a',
              parts: [
                {
                  kind: 'media',
                  media: 'image',
                  source: { in: 'base64', data: 'AA==', mediaType: 'image/png' },
                  fileName: null,
                  detail: null,
                },
              ],
              isError: false,
            },
          ],
        },
        { role: 'system', parts: [{ kind: 'text', text: 'Note' }] },
        {
          role: 'assistant',
          parts: [
            { kind: 'text', text: 'Done' },
            { kind: 'reasoning', text: 'foreign', isSummary: false, seal: 'x' },
          ],
        },
      ],
    });
    assert.equal(bound, 8_192, 'no more than the model writes');
    assert.deepEqual(messages, [
      { role: 'system', content: `Be brief.\n\n${'x\n'.repeat(600)}` },
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'mine',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'f', arguments: '{"n":1.0}' } },
          { id: 'b', type: 'function', function: { name: 'functions__exec', arguments: '{"input":"ls"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'The result is in the next message.' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: The call was interrupted and has no result.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Result of the tool call a:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
          { type: 'text', text: 'and' },
        ],
      },
      { role: 'user', content: '<system-reminder>\nNote\n</system-reminder>' },
      { role: 'assistant', content: 'Done', reasoning_content: '' },
    ]);
  });

  test('gets an empty `reasoning_content` in every turn after a tool call, if it requires one', () => {
    const turns: HubRequest['turns'] = [
      { role: 'assistant', parts: [{ kind: 'text', text: 'Hi' }] },
      { role: 'user', parts: [{ kind: 'text', text: 'Look' }] },
      {
        role: 'assistant',
        parts: [{ kind: 'toolCall', id: 'a', name: 'f', namespace: null, args: { form: 'text', json: '{}' } }],
      },
      { role: 'user', parts: [{ kind: 'toolResult', id: 'a', parts: [], isError: false }] },
      { role: 'assistant', parts: [{ kind: 'text', text: 'Done' }] },
    ];
    const thoughts = (quirks: AttemptPlan['quirks']): unknown[] =>
      (sent({ turns }, { quirks }).messages as Record<string, unknown>[])
        .filter(({ role }) => role === 'assistant')
        .map(({ reasoning_content: thought }) => thought);
    assert.deepEqual(thoughts({}), [undefined, undefined, undefined]);
    assert.deepEqual(thoughts({ wantsReasoningBack: true }), [undefined, '', '']);
  });

  test('gets tools under flat names, and fields that few upstreams know only if the model lists them', () => {
    const request: Partial<HubRequest> = {
      tools: [shell],
      toolChoice: { kind: 'tool', name: 'exec', namespace: 'functions' },
      parallelTools: false,
      reasoning: { effort: 'max', budgetTokens: null, isAdaptive: true },
      cacheKey: 'k',
      sampling: { temperature: 1, seed: 7 },
    };
    const body = sent(request);
    assert.deepEqual(body.tool_choice, { type: 'function', function: { name: 'functions__exec' } });
    assert.deepEqual([body.parallel_tool_calls, body.temperature, body.seed], [false, 1, 7]);
    assert.deepEqual([body.reasoning_effort, body.prompt_cache_key], [undefined, undefined]);
    const listed = sent(request, { supportedParameters: ['reasoning_effort', 'prompt_cache_key'] });
    assert.deepEqual([listed.reasoning_effort, listed.prompt_cache_key, listed.seed], ['high', 'k', undefined]);
  });

  const stream = streamOf(
    delta({ role: 'assistant', content: '' }),
    delta({ reasoning_content: 'Let me' }),
    delta({ reasoning_content: ' think' }),
    delta({ content: 'Hel' }),
    delta({ content: 'lo', tool_calls: [] }),
    delta({ tool_calls: [{ index: 0, id: 'same', type: 'function', function: { name: 'f', arguments: '' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
    delta({
      tool_calls: [
        { index: 1, id: 'same', type: 'function', function: { name: 'functions__exec', arguments: '{"input":"ls"}' } },
      ],
    }),
    delta({}, 'stop'),
    { choices: [], usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 } },
  );

  test('streams events that do not depend on where its bytes are split; parts open in order and none is empty', () => {
    const request = { ...plain, tools: [shell] };
    const { events, state } = read(stream, stream.length, request);
    assert.equal(state, 'complete');
    const ids = events.flatMap((event) => (event.kind === 'open' && event.part === 'toolCall' ? [event.id] : []));
    assert.equal(new Set(ids).size, 2, 'calls of one ID get different ones');
    assert.deepEqual(events, [
      { kind: 'open', at: 0, part: 'reasoning' },
      { kind: 'text', at: 0, text: 'Let me think' },
      { kind: 'seal', at: 0, seal },
      { kind: 'close', at: 0 },
      { kind: 'open', at: 1, part: 'text' },
      { kind: 'text', at: 1, text: 'Hello' },
      { kind: 'close', at: 1 },
      { kind: 'open', at: 2, part: 'toolCall', id: ids[0], name: 'f', namespace: null, isFree: false },
      { kind: 'text', at: 2, text: '{"a":1}' },
      { kind: 'open', at: 3, part: 'toolCall', id: ids[1], name: 'exec', namespace: 'functions', isFree: true },
      { kind: 'close', at: 2 },
      { kind: 'text', at: 3, text: 'ls' },
      { kind: 'close', at: 3 },
      { kind: 'finish', reason: 'tools', stopSequence: null },
    ]);
    for (let size = 1; size < 300; size += 1) assert.deepEqual(read(stream, size, request), { events, state }, String(size));
  });

  test('never finishes an answer that was cut off, wherever that happened', () => {
    for (let end = 0; end < stream.length; end += 1) {
      const { events, state } = read(stream.subarray(0, end), end || 1);
      const isWhole = state === 'complete';
      assert.equal(
        events.some(({ kind }) => kind === 'finish'),
        isWhole,
        String(end),
      );
      if (isWhole) assert.ok(stream.subarray(end).toString().trim() === '' || end > stream.length - 4);
    }
  });

  test('answers as a whole with the same parts', () => {
    const message = {
      role: 'assistant',
      content: 'Hello',
      reasoning_content: 'hm',
      tool_calls: [{ id: 'x', type: 'function', function: { name: 'functions__exec', arguments: '{"input":"ls"}' } }],
    };
    const body = {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'u',
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    };
    const { value } = chatUpstreamHalf.readWhole(Buffer.from(JSON.stringify(body)), plan, { ...plain, tools: [shell] }).next();
    assert.ok(value?.ok === true);
    assert.deepEqual(value.answer, {
      parts: [
        { kind: 'reasoning', text: 'hm', isSummary: false, seal },
        { kind: 'text', text: 'Hello' },
        { kind: 'toolCall', id: 'x', name: 'exec', namespace: 'functions', args: { form: 'free', text: 'ls' } },
      ],
      finish: 'tools',
      stopSequence: null,
    });
  });
});
