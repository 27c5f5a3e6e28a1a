/** The bytes the scripted upstream sends, made once: a realistic answer with usage, and the events of a stream. */
import type { ChatProtocol } from './load-plan.ts';
import { monotonicMicros, stampDigits, stampMark, type Embedding } from './upstream-script.ts';

const identity = { id: 'chatcmpl-bench', created: 1_790_000_000, model: 'bench-upstream', system_fingerprint: 'fp_bench' };
const usage = {
  prompt_tokens: 142,
  completion_tokens: 96,
  total_tokens: 238,
  prompt_tokens_details: { cached_tokens: 64 },
  completion_tokens_details: { reasoning_tokens: 0 },
};
const sentence = 'A gateway relays what the model says, counts what it used and writes down what it cost. ';

function answerJson(): string {
  const message = { role: 'assistant', content: sentence.repeat(5), refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: 'stop' }];
  return JSON.stringify({ ...identity, object: 'chat.completion', choices, usage });
}

function whole(type: string, body: string): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${String(Buffer.byteLength(body))}\r\n\r\n`;
  return Buffer.from(head + body);
}

function chunked(payload: string): string {
  return `${Buffer.byteLength(payload).toString(16)}\r\n${payload}\r\n`;
}

function event(fields: object): string {
  return `data: ${JSON.stringify({ ...identity, object: 'chat.completion.chunk', ...fields })}\n\n`;
}

function delta(content: object, finish: string | null = null): string {
  return event({ choices: [{ index: 0, delta: content, logprobs: null, finish_reason: finish }], usage: null });
}

export const answerBytes = whole('application/json', answerJson());

/** As many as the usual models for embeddings have. */
const dimensions = 1_536;

/** Vectors as models have them: numbers of 32 bits, written with up to ten digits. */
export function embeddingBytes({ inputs, form }: Embedding): Buffer {
  const data = Array.from({ length: inputs }, (_, index) => {
    const numbers = Float32Array.from({ length: dimensions }, (_value, at) => Math.sin(at * 7.3 + index) / 30);
    const embedding =
      form === 'base64'
        ? Buffer.from(numbers.buffer).toString('base64')
        : Array.from(numbers, (value) => Number(value.toFixed(10)));
    return { object: 'embedding', index, embedding };
  });
  const tokens = 20 * inputs;
  const used = { prompt_tokens: tokens, total_tokens: tokens };
  return whole('application/json', JSON.stringify({ object: 'list', data, model: identity.model, usage: used }));
}

const streamHead =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n';

/** The text of a content event: the moment at which it is sent, and a few words. */
const stamped = `@${'0'.repeat(stampDigits)} tokens `;

/** The payloads of a stream. */
interface Stream {
  readonly head: readonly string[];
  readonly content: string;
  readonly tail: readonly string[];
}

const ofChat: Stream = {
  head: [delta({ role: 'assistant', content: '' })],
  content: delta({ content: stamped }),
  tail: [delta({}, 'stop'), event({ choices: [], usage }), 'data: [DONE]\n\n'],
};

/** An event of Messages or Responses, which states its type twice. */
function typed(data: { readonly type: string; readonly [name: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

const answered = { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens };
const started = { id: 'msg_bench', type: 'message', role: 'assistant', model: identity.model, content: [], usage: answered };

const ofMessages: Stream = {
  head: [
    typed({ type: 'message_start', message: started }),
    typed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ],
  content: typed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: stamped } }),
  tail: [
    typed({ type: 'content_block_stop', index: 0 }),
    typed({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: answered }),
    typed({ type: 'message_stop' }),
  ],
};

const response = { id: 'resp_bench', object: 'response', created_at: identity.created, model: identity.model };
const place = { item_id: 'msg_bench', output_index: 0 };
const item = { id: 'msg_bench', type: 'message', role: 'assistant' };
const text = { type: 'output_text', text: sentence, annotations: [] };

const ofResponses: Stream = {
  head: [
    typed({ type: 'response.created', response: { ...response, status: 'in_progress', output: [] }, sequence_number: 0 }),
    typed({ type: 'response.output_item.added', ...place, item: { ...item, content: [] }, sequence_number: 1 }),
    typed({ type: 'response.content_part.added', ...place, content_index: 0, part: { ...text, text: '' }, sequence_number: 2 }),
  ],
  content: typed({
    type: 'response.output_text.delta',
    ...place,
    content_index: 0,
    delta: stamped,
    logprobs: [],
    sequence_number: 3,
    obfuscation: 'a1b2c3d4',
  }),
  tail: [
    typed({ type: 'response.output_item.done', ...place, item: { ...item, content: [text] }, sequence_number: 4 }),
    typed({
      type: 'response.completed',
      response: { ...response, status: 'completed', output: [{ ...item, content: [text] }], usage: answered },
      sequence_number: 5,
    }),
  ],
};

/** The bytes of streams of a protocol. */
export class StreamBytes {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly #content: Buffer;
  readonly #stampAt: number;

  constructor({ head, content, tail }: Stream) {
    this.head = Buffer.from(streamHead + head.map(chunked).join(''));
    this.tail = Buffer.from(`${tail.map(chunked).join('')}0\r\n\r\n`);
    this.#content = Buffer.from(chunked(content));
    this.#stampAt = this.#content.indexOf(stampMark) + stampMark.length;
  }

  /** One content event, stamped with the present moment. */
  stamped(): Buffer {
    const chunk = Buffer.from(this.#content);
    chunk.write(String(monotonicMicros()).padStart(stampDigits, '0'), this.#stampAt, 'latin1');
    return chunk;
  }
}

export const streamBytes: Readonly<Record<ChatProtocol, StreamBytes>> = {
  chat: new StreamBytes(ofChat),
  messages: new StreamBytes(ofMessages),
  responses: new StreamBytes(ofResponses),
};
