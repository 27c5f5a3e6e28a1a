/** The bytes the scripted upstream sends, made once: a realistic answer with usage, and the events of a stream. */
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

export const streamHeadBytes = Buffer.from(
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n' +
    chunked(delta({ role: 'assistant', content: '' })),
);

export const streamTailBytes = Buffer.from(
  chunked(delta({}, 'stop')) + chunked(event({ choices: [], usage })) + chunked('data: [DONE]\n\n') + '0\r\n\r\n',
);

const template = Buffer.from(chunked(delta({ content: `@${'0'.repeat(stampDigits)} tokens ` })));
const stampAt = template.indexOf(stampMark) + stampMark.length;

/** One content event, stamped with the present moment. */
export function stampedChunk(): Buffer {
  const chunk = Buffer.from(template);
  chunk.write(String(monotonicMicros()).padStart(stampDigits, '0'), stampAt, 'latin1');
  return chunk;
}
