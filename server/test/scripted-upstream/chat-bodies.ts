import type { RecordedRequest } from './scripted-exchange.ts';

/** The bytes of valid and invalid chat responses, as strings. Times and ids are fixed. */
export interface UsageFigures {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly total_tokens?: unknown;
  readonly [name: string]: unknown;
}

export const goodUsage: UsageFigures = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 };

const id = 'chatcmpl-scripted';
const created = 1_790_000_000;

export interface ChatOptions {
  /** `null` for no report. Default `goodUsage`. */
  readonly usage?: UsageFigures | null;
  readonly finishReason?: string;
  /** Added to the message or the first delta, for example tool calls. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** The service tier that the upstream reports. */
  readonly serviceTier?: string;
}

export function wholeChat(
  request: RecordedRequest,
  text: string,
  { usage = goodUsage, finishReason = 'stop', extra, serviceTier }: ChatOptions = {},
): string {
  return JSON.stringify({
    id,
    object: 'chat.completion',
    created,
    model: request.model,
    choices: [{ index: 0, message: { role: 'assistant', content: text, ...extra }, finish_reason: finishReason, logprobs: null }],
    ...(usage === null ? {} : { usage }),
    ...(serviceTier === undefined ? {} : { service_tier: serviceTier }),
  });
}

/** One event, ended by a blank line. */
export function event(data: object | string): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

export const doneEvent = event('[DONE]');

export function deltaEvent(request: RecordedRequest, delta: object, finishReason: string | null = null): string {
  return event({ ...frame(request), choices: [{ index: 0, delta, finish_reason: finishReason, logprobs: null }] });
}

export function usageEvent(request: RecordedRequest, usage: UsageFigures): string {
  return event({ ...frame(request), choices: [], usage });
}

/** The end of a stream after its text: finish reason, usage if requested, and the terminal event. */
export function streamTail(request: RecordedRequest, { usage = goodUsage, finishReason = 'stop' }: ChatOptions = {}): string {
  const usagePart = usage !== null && wantsUsage(request) ? usageEvent(request, usage) : '';
  return deltaEvent(request, {}, finishReason) + usagePart + doneEvent;
}

/** A whole stream as one string, with one delta per part of the text. */
export function chatEvents(request: RecordedRequest, pieces: readonly string[], options: ChatOptions = {}): string {
  return (
    streamHead(request, options) +
    pieces.map((content) => deltaEvent(request, { content })).join('') +
    streamTail(request, options)
  );
}

export function streamHead(request: RecordedRequest, { extra }: ChatOptions = {}): string {
  return deltaEvent(request, { role: 'assistant', content: '', ...extra });
}

function frame(request: RecordedRequest): object {
  return { id, object: 'chat.completion.chunk', created, model: request.model };
}

function wantsUsage(request: RecordedRequest): boolean {
  const options = request.body.stream_options as Readonly<Record<string, unknown>> | null | undefined;
  return options?.include_usage === true;
}
