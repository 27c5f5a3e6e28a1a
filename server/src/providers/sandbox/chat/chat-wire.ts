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
  const call = toolCall(frame);
  const message = {
    role: 'assistant',
    content: call === null ? answer.text : null,
    ...(call === null ? {} : { tool_calls: [call] }),
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
  const { outputTokens } = answer;
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
}

function toolCall({ answer, id }: Frame): object | null {
  if (answer.toolCall === null) return null;
  return { id: `call_${id.slice(-16)}`, type: 'function', function: answer.toolCall };
}

function* toolFragments({ answer, id }: Frame): Generator<object> {
  if (answer.toolCall === null) return;
  const { name, arguments: json } = answer.toolCall;
  yield { index: 0, id: `call_${id.slice(-16)}`, type: 'function', function: { name, arguments: '' } };
  let from = 0;
  while (from < json.length) {
    const to = from + argumentCharacters;
    const end = isLowSurrogate(json.charCodeAt(to)) ? to + 1 : to;
    yield { index: 0, function: { arguments: json.slice(from, end) } };
    from = end;
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
