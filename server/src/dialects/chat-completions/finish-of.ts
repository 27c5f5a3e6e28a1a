import type { Finish } from '../shared/hub/hub-event.ts';
import { isNaturalEnd } from './finish-reason.ts';

const lengths: ReadonlySet<string> = new Set([
  ...['length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded'],
  ...['error_limit', 'time_limit'],
]);

/**
 * A finish reason of chat as the hub's. Unless something cut the answer, tool calls decide, because some upstreams end them with `stop`.
 * @param reason `null` if the upstream sent none, although its answer is complete.
 */
export function finishOf(reason: string | null, hasCalls: boolean): Finish {
  const word = reason?.toLowerCase() ?? 'stop';
  if (lengths.has(word)) return 'length';
  if (word === 'pause_turn') return 'pause';
  if (!isNaturalEnd(word) && isRefusing(word)) return 'refused';
  // An unknown reason completes an answer, like for chat clients.
  return hasCalls ? 'tools' : 'stop';
}

/** A filter ended the answer. */
function isRefusing(word: string): boolean {
  return /filter|sensitive|safety|recitation|prohibited|blocklist|spii|language|refusal|toxic|armor|guardrail/.test(word);
}
