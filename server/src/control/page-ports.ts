/** One page of a list: at most `limit` rows behind `after`, or the first ones. */
export interface Page<Position> {
  readonly limit: number;
  readonly after: Position | null;
}

/** Position in a list that runs from the newest to the oldest row. */
export interface TimePosition {
  readonly atMs: number;
  readonly id: string;
}

/** Reads a list page by page. The right to read was checked before; no page contains rows outside the scope. */
export type Pages<Row, Position> = (page: Page<Position>) => Promise<readonly Row[]>;
