/** A percentage with two decimals, as rounded by the server; a dash if unknown. */
export function percentOf(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(2)} %`;
}
