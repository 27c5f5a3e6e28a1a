import { parseAmount } from '@tollgate/contract/money';
import { defineTexts, useTexts } from '../../i18n/texts.ts';

const texts = defineTexts({
  zh: { wrong: '请输入数字，例如 12.50，最多 4 位小数，不带逗号。' },
  en: { wrong: 'Enter a number such as 12.50, with at most 4 decimals and no commas.' },
});

/** Parses a typed cap: null if empty, undefined if it is not an amount. */
export function readCap(typed: string): string | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  try {
    parseAmount(text, { decimalsMax: 4 });
    return text;
  } catch {
    return undefined;
  }
}

/** The error of a typed cap, if any. */
export function useCapFault(): (typed: string) => string | undefined {
  const t = useTexts(texts);
  return (typed) => (readCap(typed) === undefined ? t.wrong : undefined);
}
