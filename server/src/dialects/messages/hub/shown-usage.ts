import type { Usage } from '@tollgate/contract/usage';

/** Usage in this protocol, in which cached tokens are no part of `input_tokens`. */
export function messagesUsage({ inputTokens, cachedTokens, outputTokens, reasoningTokens, more }: Usage): object {
  const written = (more?.cache_write ?? 0) + (more?.cache_write_1h ?? 0) + (more?.cache_write_24h ?? 0);
  return {
    input_tokens: Math.max(0, inputTokens - cachedTokens - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cachedTokens,
    output_tokens: outputTokens,
    ...(reasoningTokens === 0 ? {} : { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  };
}
