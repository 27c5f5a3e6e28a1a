/** Unusual whole responses, headers and refusals of upstreams, and the expected results. */
import { madeCallId, usage } from './stream-shapes/shape.ts';

const github = (path: string): string => `https://github.com/${path}`;

/** A whole chat response of an upstream, and the expected one for the client. */
export interface AnswerShape {
  readonly name: string;
  readonly source?: string;
  readonly sends: object;
  readonly leaves: object;
}

const head = { id: 'c1', object: 'chat.completion', created: 7, model: 'up' };

function answer(message: object, more: object = {}, choice: object = {}): object {
  return {
    ...head,
    choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: 'stop', ...choice }],
    usage,
    ...more,
  };
}

function left(message: object, more: object = {}, choice: object = {}): object {
  return answer(message, { model: 'm', ...more }, choice);
}

const call = (fields: object): object => ({
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' }, ...fields }],
});
const { id: _id, ...withoutId } = answer({ content: 'x' }) as { id: string };
const { created: _created, ...withoutCreated } = answer({ content: 'x' }) as { created: number };

export const answerShapes: readonly AnswerShape[] = [
  {
    name: 'arguments as an object',
    source: github('huggingface/text-generation-inference/issues/2136'),
    sends: answer(call({ function: { name: 'f', arguments: { id: 'T1' } } })),
    leaves: left(call({ function: { name: 'f', arguments: '{"id":"T1"}' } })),
  },
  { name: 'no arguments', sends: answer(call({ function: { name: 'f' } })), leaves: left(call({})) },
  { name: 'arguments of null', sends: answer(call({ function: { name: 'f', arguments: null } })), leaves: left(call({})) },
  {
    name: 'a call without id',
    source: github('ggml-org/llama.cpp/issues/11992'),
    sends: answer(call({ id: undefined })),
    leaves: left(call({ id: `${madeCallId}0` })),
  },
  {
    name: 'a call with an empty id',
    source: github('Arize-ai/openinference/issues/2240'),
    sends: answer(call({ id: '' })),
    leaves: left(call({ id: `${madeCallId}0` })),
  },
  { name: 'a call without type', sends: answer(call({ type: undefined })), leaves: left(call({})) },
  { name: 'no id', sends: withoutId, leaves: left({ content: 'x' }, { id: 'chatcmpl-call' }) },
  { name: 'no created', sends: withoutCreated, leaves: left({ content: 'x' }, { created: 0 }) },
  {
    name: 'the object of a chunk',
    sends: answer({ content: 'x' }, { object: 'chat.completion.chunk' }),
    leaves: left({ content: 'x' }),
  },
  { name: 'no index', sends: answer({ content: 'x' }, {}, { index: undefined }), leaves: left({ content: 'x' }) },
  {
    name: 'content as a list of texts',
    sends: answer({ content: [{ type: 'text', text: 'x' }] }),
    leaves: left({ content: 'x' }),
  },
  {
    name: 'content as thoughts and text',
    source: github('vercel/ai/pull/17779'),
    sends: answer({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
        { type: 'text', text: 'x' },
      ],
    }),
    leaves: left({ content: 'x', reasoning_content: 'hm' }),
  },
];

/** Order of the vectors for three inputs, by their index. */
export const vectorOrders: readonly { readonly source?: string; readonly order: readonly number[] }[] = [
  { source: github('chroma-core/chroma/pull/344'), order: [2, 1, 0] },
  { source: github('cocoindex-io/cocoindex/pull/2381'), order: [1, 0, 2] },
  { source: github('norrietaylor/distillery/pull/601'), order: [2, 0, 1] },
  { source: github('pydantic/pydantic-ai/issues/7284'), order: [0, 2, 1] },
  { order: [1, 2, 0] },
  { order: [0, 1, 2] },
];

/** Retry hints in refusals at 2026-01-01T00:00:00Z, and the resulting milliseconds, at most one minute. */
export const retryHints: readonly {
  readonly source?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ms: number | null;
}[] = [
  { headers: { 'retry-after': '30' }, ms: 30_000 },
  { source: github('austind/retryhttp/issues/8'), headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, ms: 30_000 },
  {
    source: github('NousResearch/hermes-agent/pull/89669'),
    headers: { 'retry-after': 'Thu, 01 Jan 2026 00:05:00 GMT' },
    ms: 60_000,
  },
  { source: github('joshuaswarren/remnic/pull/657'), headers: { 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, ms: 0 },
  { source: github('denoland/std/pull/7299'), headers: { 'retry-after': 'Thursday, 01-Jan-26 00:00:30 GMT' }, ms: 30_000 },
  {
    source: 'https://www.rfc-editor.org/rfc/rfc9110#name-date-time-formats',
    headers: { 'retry-after': 'Thu Jan  1 00:00:30 2026' },
    ms: 30_000,
  },
  {
    source: github('openai/openai-python/blob/main/src/openai/_base_client.py'),
    headers: { 'retry-after-ms': '1500' },
    ms: 1_500,
  },
  { headers: { 'retry-after-ms': '1500', 'retry-after': '2' }, ms: 1_500 },
  { headers: { 'retry-after-ms': 'soon', 'retry-after': '2' }, ms: 2_000 },
  { headers: { 'retry-after-ms': '99999999' }, ms: 60_000 },
  { headers: { 'retry-after': '1.5' }, ms: 1_500 },
  { headers: { 'retry-after': '-5' }, ms: null },
  { headers: { 'retry-after': 'soon' }, ms: null },
  { headers: { 'retry-after': '2026' }, ms: 60_000 },
  { headers: { 'retry-after': '' }, ms: null },
  { headers: {}, ms: null },
];

/** What a refusal of a hundred inputs says about the maximum per request; `null` if it is about something else. */
export const batchRefusals: readonly {
  readonly source?: string;
  readonly status: number;
  readonly words: string;
  readonly most: number | null;
}[] = [
  {
    source: github('memodb-io/memobase/issues/142'),
    status: 400,
    words:
      '<400> InternalError.Algo.InvalidParameter: Value error, batch size is invalid, it should not be larger than 10.: input.contents',
    most: 10,
  },
  {
    source: github('n4ze3m/page-assist/issues/371'),
    status: 400,
    words: 'Value error, batch size is invalid, it should not be larger than 20.: input.contents',
    most: 20,
  },
  {
    source: github('langchain4j/langchain4j/issues/1140'),
    status: 400,
    words: 'batch size is invalid, it should not be larger than 25.: payload.input.contents',
    most: 25,
  },
  {
    source: github('apecloud/ApeRAG/issues/716'),
    status: 413,
    words: 'input batch size 136 > maximum allowed batch size 64',
    most: 64,
  },
  {
    source: github('cohere-ai/cohere-python/pull/141'),
    status: 400,
    words: 'invalid request: total number of texts must be at most 96 - received 100',
    most: 96,
  },
  { status: 400, words: 'input数组最大不得超过64条', most: 64 },
  { status: 400, words: '一次请求的文本数量不能超过 16 个', most: 16 },
  { status: 400, words: 'BatchEmbedContentsRequest.requests: at most 50 requests can be in one batch', most: 50 },
  { status: 422, words: 'batch size 100 > maximum allowed batch size 32', most: 32 },
  { status: 400, words: 'Too many inputs: the maximum number of inputs is 16', most: 16 },
  { status: 400, words: 'The input array must have no more than 8 items', most: 8 },
  { status: 422, words: 'List should have at most 8 items after validation, not 100 (input)', most: 8 },
  { status: 400, words: "This model's maximum context length is 512 tokens, however you requested 900 tokens", most: null },
  { status: 400, words: 'input[3] must be at most 50 characters long', most: null },
  { status: 400, words: 'batch size is invalid, it should not be larger than 2048', most: null },
  { status: 400, words: 'batch size must not be larger than 0', most: null },
  { status: 401, words: 'batch size is invalid, it should not be larger than 10', most: null },
  { status: 429, words: 'at most 10 requests per minute in one batch', most: null },
  { status: 400, words: 'unknown model', most: null },
];

/** How upstreams refuse `stream_options`, and whether that is the reason of the refusal. */
export const streamOptionRefusals: readonly {
  readonly source?: string;
  readonly status: number;
  readonly body: object;
  readonly isRefused: boolean;
}[] = [
  {
    source: github('openai/openai-agents-python/issues/442'),
    status: 422,
    body: {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'stream_options', 'include_usage'],
            msg: 'Extra inputs are not permitted',
            input: true,
          },
        ],
      },
    },
    isRefused: true,
  },
  {
    source: github('CherryHQ/cherry-studio/issues/9214'),
    status: 400,
    body: {
      detail: "Extra parameters ['stream_options'] are not allowed when extra-parameters is not set or set to be 'error'.",
    },
    isRefused: true,
  },
  {
    source: github('openai/openai-python/issues/2296'),
    status: 400,
    body: { error: { message: 'Validation error at #/stream_options: Extra inputs are not permitted' } },
    isRefused: true,
  },
  {
    source: github('anomalyco/opencode/issues/4698'),
    status: 400,
    body: { message: 'stream_options: include_usage is not supported' },
    isRefused: true,
  },
  {
    source: github('BerriAI/litellm/issues/5803'),
    status: 400,
    body: {
      error: { message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.", param: 'stream_options' },
    },
    isRefused: true,
  },
  { status: 400, body: { error: { message: 'Unrecognized request argument supplied: stream_options' } }, isRefused: true },
  { status: 400, body: { error: { message: 'messages must not be empty' } }, isRefused: false },
  { status: 401, body: { error: { message: 'stream_options is not allowed for this key' } }, isRefused: false },
  { status: 429, body: { error: { message: 'slow down, stream_options or not' } }, isRefused: false },
  { status: 500, body: { error: { message: 'stream_options broke us' } }, isRefused: false },
];
