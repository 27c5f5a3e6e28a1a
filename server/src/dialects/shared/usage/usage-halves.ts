/** The missing half of a report. */
export type Half = 'input' | 'output';

/** The field names of each half and its parts. */
const namesOf: Readonly<Record<Half, readonly string[]>> = {
  input: [
    ...['prompt_tokens', 'input_tokens', 'inputTokenCount', 'prompt_tokens_details', 'input_tokens_details'],
    ...['cached_tokens', 'num_cached_tokens', 'prompt_cache_hit_tokens', 'prompt_cache_miss_tokens'],
    ...['cache_read_input_tokens', 'cache_creation_input_tokens', 'cache_creation', 'cacheReadInputTokenCount'],
    ...['cacheWriteInputTokenCount', 'claude_cache_creation_5_m_tokens', 'claude_cache_creation_1_h_tokens'],
  ],
  output: [
    ...['completion_tokens', 'output_tokens', 'outputTokenCount', 'completion_tokens_details', 'output_tokens_details'],
    'reasoning_tokens',
  ],
};

/** The usage report without the fields of its input or its output. */
export function withoutHalf(report: object, half: Half): object {
  return Object.fromEntries(Object.entries(report).filter(([name]) => !namesOf[half].includes(name)));
}

/**
 * A report combined from two frames: fields missing in the second come from the first. A total describes only its own frame and is dropped.
 * @param lacking the half that `later` lacks.
 */
export function joinHalves(earlier: object, later: object, lacking: Half): object {
  const kept = Object.entries(earlier).filter(([name]) => namesOf[lacking].includes(name));
  const { total_tokens: _, ...joined } = { ...earlier, ...withoutHalf(later, lacking), ...Object.fromEntries(kept) } as Record<
    string,
    unknown
  >;
  return joined;
}
