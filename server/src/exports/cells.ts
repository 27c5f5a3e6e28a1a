/** A cell of a table. Numbers are passed as digits, so that none is rounded. */
export type Cell = string | { readonly digits: string } | null;

export function digits(value: number | bigint | string): { readonly digits: string } {
  return { digits: String(value) };
}
