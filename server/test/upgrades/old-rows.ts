/** Whole numbers that may be large are bigint. */
export type OldCell = string | number | bigint | Uint8Array | null;
export type OldRow = Readonly<Record<string, OldCell>>;

/** Rows of one table as a version of the program left them, all with the same columns; what the engine numbers is left out. */
export interface OldTable {
  readonly table: string;
  readonly rows: readonly OldRow[];
}

/** All that a version of the program left behind. */
export interface OldData {
  /** In an order in which each row finds what it refers to. */
  readonly tables: readonly OldTable[];
  /** Files of the data folder, the database apart. */
  readonly files: Readonly<Record<string, string | Buffer>>;
}

/** A whole number of a row; 0 where there is none. */
export function wholeOf(cell: OldCell | undefined): bigint {
  return typeof cell === 'bigint' || typeof cell === 'number' ? BigInt(cell) : 0n;
}
