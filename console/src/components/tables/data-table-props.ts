import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean;
  /** Width of the column: `120px`, `20%`; columns without one share the rest. */
  readonly width?: string;
  /** Left out next to an open detail and on narrow screens. */
  readonly isOptional?: boolean;
  /** Not a link to the row: actions. */
  readonly isActions?: boolean;
}

export interface DataTableProps<Row> {
  /** The name of the rows. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined before the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** The destination of a row; the whole row opens it, its first cell is the link. */
  readonly linkOf?: (row: Row) => string;
  /** The row whose detail is open: J and K then walk through details. */
  readonly openKey?: string | undefined;
  /** The row on a phone: two lines, name and amount; then state and time. */
  readonly narrow: (row: Row) => ReactNode;
  /** Text in place of the cells from one column on: the cause of a refusal takes the empty columns. */
  readonly instead?: (row: Row) => { readonly from: string; readonly count: number; readonly content: ReactNode } | null;
  /** A new heading appears where this changes: the day. */
  readonly groupOf?: (row: Row) => string;
  readonly rowHeight?: number;
  /** The next rows, fetched when the end comes near. */
  readonly more?: { readonly hasMore: boolean; readonly isLoading: boolean; readonly load: () => void } | undefined;
  readonly error?: unknown;
  /** The failure, if there is one. */
  readonly failed: string;
  readonly onRetry?: () => void;
  /** One sentence, and the one next step. */
  readonly empty: ReactNode;
  readonly emptyAction?: ReactNode;
  /** Sums, as a row of cells for the whole table. */
  readonly foot?: ReactNode;
}
