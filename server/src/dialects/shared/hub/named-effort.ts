import type { HubReasoning } from './hub-request.ts';

/** The highest effort that upstreams with named efforts accept. */
const highest: ReadonlySet<string> = new Set(['xhigh', 'max']);

/** The effort of thinking by name; `null` if the client set none. */
export function namedEffort(reasoning: HubReasoning | null): string | null {
  if (reasoning === null) return null;
  const { effort, budgetTokens } = reasoning;
  if (effort !== null) return highest.has(effort) ? 'high' : effort;
  if (budgetTokens === null) return null;
  if (budgetTokens <= 2_048) return 'low';
  return budgetTokens <= 12_288 ? 'medium' : 'high';
}
