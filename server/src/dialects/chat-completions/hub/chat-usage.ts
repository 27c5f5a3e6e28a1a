import type { Usage } from '@tollgate/contract/usage';

/** Usage in this protocol, in which cached tokens are a part of the prompt and reasoning is a part of the completion. */
export function chatUsage({ inputTokens, cachedTokens, outputTokens, reasoningTokens, more }: Usage): object {
  const written = (more?.cache_write ?? 0) + (more?.cache_write_1h ?? 0) + (more?.cache_write_24h ?? 0);
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens, ...(written === 0 ? {} : { cache_write_tokens: written }) },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}
