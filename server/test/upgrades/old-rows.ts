/** Integers that can be large are bigint. */
export type OldCell = string | number | bigint | Uint8Array | null;
export type OldRow = Readonly<Record<string, OldCell>>;

/** Rows of one table as left by a version of the program, all with the same columns; omits what the engine numbers. */
export interface OldTable {
  readonly table: string;
  readonly rows: readonly OldRow[];
}

/** Everything a version of the program left behind. */
export interface OldData {
  /** In an order in which each row finds the rows it refers to. */
  readonly tables: readonly OldTable[];
  /** Files of the data folder, except the database. */
  readonly files: Readonly<Record<string, string | Buffer>>;
}

/** An integer of a row; 0 if there is none. */
export function wholeOf(cell: OldCell | undefined): bigint {
  return typeof cell === 'bigint' || typeof cell === 'number' ? BigInt(cell) : 0n;
}
