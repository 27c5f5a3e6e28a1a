/** A chunk of a chat stream. */
export const delta = (fields: object, reason: string | null = null): object => ({
  id: '1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'u',
  choices: [{ index: 0, delta: fields, finish_reason: reason }],
});
/** A whole answer of a chat upstream. */
export const chatWhole = (
  message: object,
  reason: string,
  usage: object = { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107, prompt_tokens_details: { cached_tokens: 80 } },
): object => ({
  id: '1',
  object: 'chat.completion',
  created: 1,
  model: 'u',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: reason }],
  usage,
});
/** A whole answer of a Messages upstream. */
export const messagesWhole = (content: readonly object[], reason: string): object => ({
  ...{ id: 'm', type: 'message', role: 'assistant', model: 'u', content, stop_reason: reason, stop_sequence: null },
  usage: { input_tokens: 20, cache_read_input_tokens: 80, cache_creation_input_tokens: 0, output_tokens: 7 },
});
