import type { ChatAnswer } from './chat-answer.ts';
import type { ChatRequest } from './chat-request.ts';
import { isLowSurrogate } from '../../../json/text-count.ts';
import { piecesOf } from '../token-weight.ts';

/** Answer and request in the wire format of the `chat-completions` dialect. */
export interface Frame {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly request: ChatRequest;
  readonly answer: ChatAnswer;
}

const nonsenseUsage = { prompt_tokens: -1, completion_tokens: 1e18, total_tokens: 'many' };
const argumentCharacters = 16;

export function wholeBody(frame: Frame): Buffer {
  const { answer, request } = frame;
  const calls = answer.toolCalls.map((call, index) => ({ id: callId(frame, index), type: 'function', function: call }));
  const message = {
    role: 'assistant',
    content: calls.length === 0 ? answer.text : null,
    ...(answer.reasoning === '' ? {} : { reasoning_content: answer.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const choices = Array.from({ length: request.choices }, (_, index) => ({
    index,
    message,
    finish_reason: answer.finishReason,
    logprobs: null,
  }));
  const usage = usageOf(frame);
  const { id, created } = frame;
  return Buffer.from(
    JSON.stringify({
      id,
      object: 'chat.completion',
      created,
      model: request.model,
      choices,
      ...(usage === null ? {} : { usage }),
    }),
  );
}

/** The events of a stream, created one at a time. */
export function* streamEvents(frame: Frame): Generator<Buffer> {
  const { request, answer } = frame;
  for (let index = 0; index < request.choices; index += 1) {
    yield deltaEvent(frame, index, { role: 'assistant', content: '' });
    for (const piece of piecesOf(answer.reasoning)) yield deltaEvent(frame, index, { reasoning_content: piece });
    for (const piece of piecesOf(answer.text)) yield deltaEvent(frame, index, { content: piece });
    for (const fragment of toolFragments(frame)) yield deltaEvent(frame, index, { tool_calls: [fragment] });
    yield deltaEvent(frame, index, {}, answer.finishReason);
  }
  const usage = usageOf(frame);
  if (request.includeUsage && usage !== null) yield event({ ...head(frame), choices: [], usage });
  yield Buffer.from('data: [DONE]\n\n');
}

function usageOf({ request, answer }: Frame): object | null {
  if (request.knobs.usage === 'none') return null;
  if (request.knobs.usage === 'nonsense') return nonsenseUsage;
  const { inputTokens } = request;
  const { outputTokens, reasoningTokens } = answer;
  const usage = { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
  return reasoningTokens === 0 ? usage : { ...usage, completion_tokens_details: { reasoning_tokens: reasoningTokens } };
}

/** Differs between the calls of an answer; the first one has always been named like this. */
function callId({ id }: Frame, index: number): string {
  return `call_${index === 0 ? id.slice(-16) : `${String(index)}x${id.slice(-14)}`}`;
}

function* toolFragments(frame: Frame): Generator<object> {
  for (const [index, { name, arguments: json }] of frame.answer.toolCalls.entries()) {
    yield { index, id: callId(frame, index), type: 'function', function: { name, arguments: '' } };
    for (let from = 0; from < json.length;) {
      const to = from + argumentCharacters;
      const end = isLowSurrogate(json.charCodeAt(to)) ? to + 1 : to;
      yield { index, function: { arguments: json.slice(from, end) } };
      from = end;
    }
  }
}

function head({ id, created, request }: Frame): object {
  return { id, object: 'chat.completion.chunk', created, model: request.model };
}

function deltaEvent(frame: Frame, index: number, delta: object, finishReason: string | null = null): Buffer {
  const choices = [{ index, delta, finish_reason: finishReason, logprobs: null }];
  return event({ ...head(frame), choices, ...(frame.request.includeUsage ? { usage: null } : {}) });
}

function event(data: object): Buffer {
  return Buffer.from(`data: ${JSON.stringify(data)}\n\n`);
}
