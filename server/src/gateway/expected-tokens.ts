import type { EstimatedCall } from './call.ts';

/** What limits of tokens per minute count until the usage is known. */
export function expectedTokens({ estimate: { expected } }: Pick<EstimatedCall, 'estimate'>): number {
  return expected.inputTokens + expected.outputTokens;
}
