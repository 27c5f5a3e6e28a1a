/** Percent with two decimals as the server rounded it; a dash where nothing is known. */
export function percentOf(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(2)}%`;
}
