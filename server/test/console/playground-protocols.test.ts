/**
 * Goal: the playground sends a conversation in every chat protocol as the same conversation, and shows the same answer, whichever protocol
 * it comes in.
 *
 * Method: the console's half of each protocol against the server's.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import type { Usage } from '@tollgate/contract/usage';
import fc from 'fast-check';
import type { ChatRequest } from '../../../console/src/pages/catalogue/playground/chat/chat-request.ts';
import type { Answer } from '../../../console/src/pages/catalogue/playground/chat/chat-turn.ts';
import { readEvents } from '../../../console/src/pages/catalogue/playground/calls/read-events.ts';
import type { ChatProtocol, Step } from '../../../console/src/pages/catalogue/playground/chat/protocols/protocol.ts';
import { protocols, type ProtocolName } from '../../../console/src/pages/catalogue/playground/chat/protocols/protocols.ts';
import { chatClientHalf } from '../../src/dialects/chat-completions/hub/client-half.ts';
import { chatUpstreamHalf } from '../../src/dialects/chat-completions/hub/upstream-half.ts';
import type { AttemptPlan } from '../../src/dialects/dialect.ts';
import { messagesClientHalf } from '../../src/dialects/messages/hub/client-half.ts';
import { responsesClientHalf } from '../../src/dialects/responses/hub/client-half.ts';
import type { ClientHalf, StreamWriter } from '../../src/dialects/shared/hub/halves.ts';
import type { Finish, HubEvent } from '../../src/dialects/shared/hub/hub-event.ts';
import type { HubPart } from '../../src/dialects/shared/hub/hub-request.ts';
import { modelEndpoints } from '../../src/endpoints/registry.ts';
import { RawJson } from '../../src/json/spanned.ts';
import { attemptPlan } from '../corpus/attempt-plan.ts';
import { scanned } from '../scanned.ts';

const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const usage: Usage = { inputTokens: 9, cachedTokens: 0, outputTokens: 7, reasoningTokens: 3, more: null };
const halves: Readonly<Record<ProtocolName, ClientHalf>> = {
  chat: chatClientHalf,
  messages: messagesClientHalf,
  responses: responsesClientHalf,
};

const parameters = { type: 'object', properties: { city: { type: 'string' } } };
const answerFormat = { name: 'answer', strict: true, schema: parameters };
const chat: ChatRequest = {
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      ],
    },
    {
      role: 'assistant',
      content: 'Hm',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":"上海"}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: '21 °C' },
    { role: 'user', content: 'And now?' },
  ],
  tools: [{ type: 'function', function: { name: 'weather', description: 'Weather', parameters } }],
  temperature: 0.5,
  top_p: 0.9,
  max_tokens: 50,
  response_format: { type: 'json_schema', json_schema: answerFormat },
};

function planFor(body: ReturnType<typeof scanned>): AttemptPlan {
  return {
    ...attemptPlan,
    model: 'm',
    upstreamModel: 'm',
    stream: false,
    includeUsage: false,
    body,
  };
}

interface Said {
  readonly part: 'text' | 'reasoning' | 'toolCall';
  readonly pieces: readonly string[];
}

/** Reasoning comes first and there is at most one text, as models answer. */
const said: fc.Arbitrary<readonly Said[]> = fc
  .record({
    reasoning: fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 3 }),
    text: fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 4 }),
    calls: fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })), { maxLength: 3 }),
  })
  .map(({ reasoning, text, calls }) => [
    ...(reasoning.length === 0 ? [] : [{ part: 'reasoning', pieces: reasoning } as const]),
    ...(text.length === 0 ? [] : [{ part: 'text', pieces: text } as const]),
    ...calls.map((input) => {
      const json = JSON.stringify(input);
      return { part: 'toolCall', pieces: [json.slice(0, 3), json.slice(3)].filter((piece) => piece !== '') } as const;
    }),
  ]);

const callAt = (at: number) => ({ id: `call_${String(at)}`, name: `tool_${String(at)}`, namespace: null });

function eventsOf(parts: readonly Said[], reason: Finish): readonly HubEvent[] {
  const events = parts.flatMap(({ part, pieces }, at): HubEvent[] => [
    part === 'toolCall' ? { kind: 'open', at, part, isFree: false, ...callAt(at) } : { kind: 'open', at, part },
    ...pieces.map((text) => ({ kind: 'text', at, text }) as const),
    { kind: 'close', at },
  ]);
  return [...events, { kind: 'finish', reason, stopSequence: null }];
}

function partOf({ part, pieces }: Said, at: number): HubPart {
  const text = pieces.join('');
  if (part === 'text') return { kind: 'text', text };
  if (part === 'reasoning') return { kind: 'reasoning', text, isSummary: false, seal: null };
  return { kind: 'toolCall', ...callAt(at), args: { form: 'object', json: new RawJson(Buffer.from(text)) } };
}

function expected(parts: readonly Said[]): Omit<Answer, 'finishReason'> {
  const textOf = (wanted: Said['part']): string => parts.flatMap(({ part, pieces }) => (part === wanted ? pieces : [])).join('');
  const toolCalls = parts.flatMap(({ part, pieces }, at) => {
    const { id, name } = callAt(at);
    return part === 'toolCall' ? [{ id, name, input: pieces.join('') }] : [];
  });
  return { text: textOf('text'), reasoning: textOf('reasoning'), refusal: '', toolCalls };
}

/** The last step of the reader of a stream; `undefined` if the stream just stops. */
async function readStream(protocol: ChatProtocol, writer: StreamWriter, end: () => Buffer): Promise<Step | undefined> {
  const read = protocol.createReader();
  const bytes = writer.take() ?? Buffer.alloc(0);
  for await (const data of readEvents(new Blob([Buffer.concat([bytes, end()])]).stream())) {
    const step = read(data);
    if (step.kind !== 'more') return step;
  }
  return undefined;
}

/** How the page shows an end. */
const shownEnds: Readonly<Record<Exclude<Finish, 'pause'>, string | null>> = {
  stop: null,
  tools: null,
  length: 'length',
  refused: 'content_filter',
};

function assertShown({ finishReason, ...answer }: Answer, parts: readonly Said[], reason: Exclude<Finish, 'pause'>): void {
  assert.deepEqual(answer, expected(parts));
  assert.equal(finishReason === 'length' || finishReason === 'content_filter' ? finishReason : null, shownEnds[reason]);
}

const ends = fc.constantFrom<Exclude<Finish, 'pause'>[]>('stop', 'tools', 'length', 'refused');

for (const name of Object.keys(halves) as ProtocolName[])
  describe(protocols[name].name, () => {
    const protocol: ChatProtocol = protocols[name];
    const half = halves[name];
    const body = scanned(protocol.request(chat, null));
    const request = half.fromClient(body);

    test('the endpoint accepts the conversation, and a chat provider receives it as it was', () => {
      const endpoint = modelEndpoints.find(({ path }) => path === protocol.path);
      assert.equal(endpoint?.read(body).outputTokensMax, chat.max_tokens);
      const sent = JSON.parse(chatUpstreamHalf.toUpstream(request, planFor(body)).toString()) as ChatRequest;
      const { max_tokens: limit, ...others } = chat;
      // Messages has neither a name nor strictness for a schema.
      const { name: _name, strict: _strict, ...schema } = answerFormat;
      const received = sent.response_format as { readonly json_schema: object };
      assert.deepEqual(
        { ...sent, response_format: { ...received, json_schema: { ...answerFormat, ...received.json_schema, ...schema } } },
        { ...others, max_completion_tokens: limit },
      );
    });

    test(`an answer is read as the model gave it, streamed and whole (seed ${String(seed)})`, async () => {
      await fc.assert(
        fc.asyncProperty(said, ends, async (parts, reason) => {
          const writer = half.createStreamWriter({ ...planFor(body), stream: true }, request);
          for (const event of eventsOf(parts, reason)) writer.write(event);
          const last = await readStream(protocol, writer, () => writer.tail(usage));
          assert.ok(last?.kind === 'complete');
          assertShown(last.answer, parts, reason);
          const answer = { parts: parts.map(partOf), finish: reason, stopSequence: null };
          const whole = half.whole(answer, usage, planFor(body), request);
          assertShown(protocol.readWhole(JSON.parse(whole.toString())), parts, reason);
        }),
        { seed, numRuns: 300 },
      );
    });

    test('an error in a stream names its code, before and after the answer began', async () => {
      for (const parts of [[], [{ part: 'text', pieces: ['Hello'] }]] as const) {
        const writer = half.createStreamWriter({ ...planFor(body), stream: true }, request);
        for (const event of eventsOf(parts, 'stop').slice(0, -1)) writer.write(event);
        const last = await readStream(protocol, writer, () => writer.errorTail(new ApiError('upstream_unavailable')));
        assert.ok(last?.kind === 'failed');
        assert.equal((last.body as { readonly error: { readonly code: unknown } }).error.code, 'upstream_unavailable');
      }
    });

    test('an answer without an end is not complete', async () => {
      const writer = half.createStreamWriter({ ...planFor(body), stream: true }, request);
      for (const event of eventsOf([{ part: 'text', pieces: ['Hello'] }], 'stop')) writer.write(event);
      assert.equal(await readStream(protocol, writer, () => Buffer.alloc(0)), undefined);
    });
  });
