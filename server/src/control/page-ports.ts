/** One page of a list: at most `limit` rows after `after`, or the first rows. */
export interface Page<Position> {
  readonly limit: number;
  readonly after: Position | null;
}

/** Position in a list that is ordered from newest to oldest. */
export interface TimePosition {
  readonly atMs: number;
  readonly id: string;
}

/** Reads a list page by page. The right to read was checked earlier; no page contains rows outside the scope. */
export type Pages<Row, Position> = (page: Page<Position>) => Promise<readonly Row[]>;
