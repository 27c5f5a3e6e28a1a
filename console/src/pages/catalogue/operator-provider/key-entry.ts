/** Keys from pasted text: each line once. */
export function keysIn(text: string): readonly string[] {
  return [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
}

/** A limit as it is typed; undefined if it is none, null for no limit. */
export function limitOf(text: string, max = 1_000_000): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= max ? value : undefined;
}

/** The largest limit of tokens. */
export const tokensMax = 1_000_000_000;

/** A weight as it is typed; undefined if it is none. */
export function weightOf(text: string): number | undefined {
  const value = Number(text);
  return text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= 1_000_000 ? value : undefined;
}

/** The most keys that a route takes. */
export const keysMax = 100;
