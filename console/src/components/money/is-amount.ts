import { AmountError, parseAmount } from '@tollgate/contract/money';

/** Whether a text is a non-negative amount or multiplier that the service accepts. */
export function isAmount(text: string, decimalsMax = 9): boolean {
  try {
    return parseAmount(text, { decimalsMax }) >= 0n;
  } catch (error) {
    if (error instanceof AmountError) return false;
    throw error;
  }
}
