import type { AttemptPlan } from '../dialect.ts';

const defaultVersion = '2023-06-01';
const version = /^20\d\d-\d\d-\d\d$/;

/**
 * Beginnings of the betas that change only the request or the answer. Others would give access to what our account stores or runs there.
 */
const passedBetas: readonly string[] = [
  ...['claude-code-', 'interleaved-thinking-', 'thinking-token-count-', 'effort-', 'fine-grained-tool-streaming-'],
  ...['context-management-', 'context-1m-', 'output-128k-', 'output-300k-', 'mid-conversation-', 'advanced-tool-use-'],
  ...['tool-search-tool-', 'tool-examples-', 'token-efficient-tools-', 'structured-outputs-', 'prompt-caching-'],
  ...['extended-cache-ttl-', 'pdfs-', 'search-results-', 'compact-', 'model-context-window-exceeded-'],
];
const betaCharactersMax = 100;

/** The headers of a client that an upstream of the same protocol receives. */
export function requestHeaders({ clientHeaders }: AttemptPlan): Readonly<Record<string, string>> {
  const { 'anthropic-version': stated = '', 'anthropic-beta': betas = '' } = clientHeaders;
  const headers = { 'anthropic-version': version.test(stated) ? stated : defaultVersion };
  if (betas === '') return headers;
  const passed = betas
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => beta.length <= betaCharactersMax && /^[a-z0-9-]+$/.test(beta))
    .filter((beta) => passedBetas.some((beginning) => beta.startsWith(beginning)));
  return passed.length === 0 ? headers : { ...headers, 'anthropic-beta': passed.join(',') };
}

/** The headers for a request that the gateway wrote. */
export const ownHeaders: Readonly<Record<string, string>> = { 'anthropic-version': defaultVersion };
