import { formatExact, type NanoCny } from '@tollgate/contract/money';
import type { LocalCall, LocalParts } from '../endpoint.ts';

/** Figures of the whole account: the charges so far, and the amount that is neither charged nor reserved. */
export async function accountFigures(
  { accountId, keyId, entry }: LocalCall,
  { coordination }: LocalParts,
): Promise<{ readonly usedNano: NanoCny; readonly availableNano: NanoCny }> {
  const [figures] = await coordination.figures(accountId, keyId, [accountId]);
  const used = figures?.used ?? 0n;
  return { usedNano: used, availableNano: entry.account.credits - used - (figures?.held ?? 0n) };
}

/** For clients that expect amounts as JSON numbers; they only display them. */
export function asNumber(amount: NanoCny): number {
  return Number(formatExact(amount));
}
