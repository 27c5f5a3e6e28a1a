import { AmountError, parseAmount } from '@tollgate/contract/money';

/** Whether a text is an amount, or a factor, that the service accepts; none below 0. */
export function isAmount(text: string, decimalsMax = 9): boolean {
  try {
    return parseAmount(text, { decimalsMax }) >= 0n;
  } catch (error) {
    if (error instanceof AmountError) return false;
    throw error;
  }
}
