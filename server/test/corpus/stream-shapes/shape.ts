import type { Quirks } from '@tollgate/contract/catalogue/quirks';

/** An unusual chat stream, and the expected stream for the client. */
export interface StreamShape {
  readonly name: string;
  /** Where it was reported or documented. */
  readonly source?: string;
  readonly quirks?: Quirks;
  readonly includeUsage?: true;
  /** The bytes of the upstream. */
  readonly sends: string;
  /** The frames for the client, in order; `[DONE]` follows if the stream is complete. */
  readonly leaves: readonly object[];
  readonly isBroken?: true;
}

/** The call id in the test plans. */
export const madeId = 'chatcmpl-call';
export const madeCallId = 'call_call';

export const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };

export const head = { id: 'c1', object: 'chat.completion.chunk', created: 7, model: 'up' };

export function sent(choices: unknown, more: object = {}): object {
  return { ...head, choices, ...more };
}

/** The same for the client, with its own name of the model. */
export function seen(choices: unknown, more: object = {}): object {
  return { ...head, model: 'm', choices, ...more };
}

/** Formats frames as an event stream; a string is a literal such as `[DONE]`. */
export function sse(...events: readonly (object | string)[]): string {
  return events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
}

export const done = '[DONE]';

/** A choice that continues. */
export function says(delta: unknown, more: object = {}): object {
  return { index: 0, delta, finish_reason: null, ...more };
}

/** The first delta of a choice, which names the role. */
export function first(delta: object): object {
  return says({ role: 'assistant', ...delta });
}

export function ends(reason: string | null = 'stop', delta: object = {}): object {
  return { index: 0, delta, finish_reason: reason };
}

/** Usual start and end of streams. */
export const opening = sent([first({ content: '' })]);
export const opened = seen([first({ content: '' })]);
export const closing = sent([ends()]);
export const closed = seen([ends()]);
