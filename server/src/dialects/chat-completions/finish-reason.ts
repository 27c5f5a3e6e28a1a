import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import { readInnerRefusal } from '../shared/read-refusal.ts';
import type { ReportedError } from '../shared/reported-error.ts';

/**
 * The meaning of upstreams' finish reasons. `end`: the model was done. `cut`: a limit, a filter or its own mistake ended the answer, which
 * is complete and charged like any other. `fault`: the upstream did not finish.
 */
export type EndMeaning = 'end' | 'cut' | 'fault';

/** The only list, in lower case. A reason that is missing here completes an answer and notifies operators. */
const words: Readonly<Record<EndMeaning, readonly string[]>> = {
  end: [
    'stop',
    'tool_calls',
    'function_call',
    'end_turn',
    'stop_sequence',
    'tool_use',
    'eos',
    'eos_token',
    'complete',
    'completed',
  ],
  cut: [
    ...[
      'length',
      'max_tokens',
      'max_output_tokens',
      'model_length',
      'model_context_window_exceeded',
      'error_limit',
      'time_limit',
    ],
    ...['content_filter', 'sensitive', 'safety', 'recitation', 'prohibited_content', 'blocklist', 'spii', 'language', 'refusal'],
    ...['error_toxic', 'image_safety', 'model_armor', 'guardrail_intervened', 'function_call_filter'],
    ...['malformed_function_call', 'unexpected_tool_call', 'pause_turn'],
  ],
  fault: [
    ...['error', 'network_error', 'insufficient_system_resource', 'abort', 'aborted', 'cancel', 'cancelled', 'canceled'],
    ...['user_cancel', 'timeout', 'internal_error', 'server_error', 'api_error', 'failed', 'overloaded'],
  ],
};

const meanings: ReadonlyMap<string, EndMeaning> = new Map(
  (Object.keys(words) as EndMeaning[]).flatMap((meaning) => words[meaning].map((word) => [word, meaning] as const)),
);

/** Some upstreams use upper case, and some add a detail after a colon. */
function normal(reason: string): string {
  const [word = ''] = reason.slice(0, 100).toLowerCase().split(':');
  return word.trim().replaceAll('-', '_');
}

export function meaningOfEnd(reason: string): EndMeaning | 'unknown' {
  return meanings.get(reason) ?? meanings.get(normal(reason)) ?? 'unknown';
}

/** The reason for the log and for operators: a word, never text that could be part of an answer. */
export function shownWord(reason: string): string {
  return /^[\w .:-]{1,40}$/.test(reason) ? reason : 'a text that is no word';
}

/** Whether an answer ended naturally. */
export function isNaturalEnd(reason: unknown): boolean {
  return typeof reason === 'string' && meaningOfEnd(reason) === 'end';
}

type Fault = Pick<ReportedError, 'fault'> & Partial<ReportedError>;

/**
 * Checks a choice that reports its end or contains an error.
 * @returns `null` if the upstream finished the choice.
 */
export function findEndFault(choice: Readonly<Record<string, unknown>>, quirks: Quirks): Fault | null {
  const { error, finish_reason: reason, native_finish_reason: native } = choice;
  if (error) return { fault: 'the upstream reported an error inside a choice', refusal: readInnerRefusal({ error }) };
  // The reason that an aggregator received counts like the one it reports itself.
  for (const word of [reason, native]) {
    if (typeof word !== 'string' || word === '') continue;
    const meaning = meaningOfEnd(word);
    if (meaning === 'fault') return { fault: `the upstream ended its answer with "${shownWord(word)}"` };
    if (meaning === 'unknown' && word === reason && quirks.unknownFinishBreaks === true)
      return { fault: `the upstream ended its response with an unknown reason: ${shownWord(word)}` };
  }
  return null;
}
