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

/** Reads a list page by page. Whether it may be read was asked before; what is outside the scope is in none of its pages. */
export type Pages<Row, Position> = (page: Page<Position>) => Promise<readonly Row[]>;
