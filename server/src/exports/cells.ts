/** A cell of a table. Numbers come as digits, so that none is rounded on the way. */
export type Cell = string | { readonly digits: string } | null;

export function digits(value: number | bigint | string): { readonly digits: string } {
  return { digits: String(value) };
}
