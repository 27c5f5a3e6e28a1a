/** The ends of an answer that is over by itself; others tell of a bound, a filter or a fault. */
const naturalReasons: ReadonlySet<unknown> = new Set(['stop', 'tool_calls', 'function_call']);

export function isNaturalEnd(finishReason: unknown): boolean {
  return naturalReasons.has(finishReason);
}
