import { AmountError, formatAmount, formatExact, parseAmount, type AmountRules, type NanoCny } from '@tollgate/contract/money';
import { invalid } from './control-context.ts';

/** Price multipliers are stored in parts per million, amounts in parts per billion. */
const nanoPerPpm = 1_000n;

/** @throws {ApiError} 400 that names the field. */
export function readAmount(param: string, text: string, rules: AmountRules = {}): NanoCny {
  try {
    return parseAmount(text, rules);
  } catch (error) {
    if (error instanceof AmountError) throw invalid(param, error.message);
    throw error;
  }
}

/** A stored cap; `null` if there is none. */
export function readCap(param: string, text: string | null): NanoCny | null {
  return text === null ? null : readAmount(param, text, { decimalsMax: 4 });
}

/** Shows every stored digit, and at least the 4 decimals that people see everywhere. */
export function showAmount(amount: NanoCny): string {
  const exact = formatExact(amount);
  const decimals = exact.split('.')[1]?.length ?? 0;
  return decimals < 4 ? formatAmount(amount, 4) : exact;
}

export function showCap(cap: NanoCny | null): string | null {
  return cap === null ? null : showAmount(cap);
}

/** A factor such as `"0.85"`, in parts per million. */
export function readMultiplier(param: string, text: string): bigint {
  return readAmount(param, text, { decimalsMax: 6 }) / nanoPerPpm;
}

export function showMultiplier(multiplierPpm: bigint): string {
  return formatExact(multiplierPpm * nanoPerPpm);
}
