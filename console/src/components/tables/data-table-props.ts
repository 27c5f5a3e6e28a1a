import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean;
  /** Width of the column: `120px`, `20%`. Columns without a width share the rest. */
  readonly width?: string;
  /** Hidden next to open details and on narrow screens. */
  readonly isOptional?: boolean;
  /** Contains actions and does not open the row. */
  readonly isActions?: boolean;
}

export interface DataTableProps<Row> {
  /** Describes the rows for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined before the first response. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** The page that a row opens; its first cell is the link. */
  readonly linkOf?: (row: Row) => string;
  /** The row with open details; J and K then move through details. */
  readonly openKey?: string | undefined;
  /** The row on phones, in two lines: name and amount, then state and time. */
  readonly narrow: (row: Row) => ReactNode;
  /** Actions of the row on phones, below its link. */
  readonly narrowActs?: (row: Row) => ReactNode;
  /** Text that replaces the cells from one column on: the cause of a refusal uses the empty columns. */
  readonly instead?: (row: Row) => { readonly from: string; readonly count: number; readonly content: ReactNode } | null;
  /** A new heading appears when this value changes, for example the day. */
  readonly groupOf?: (row: Row) => string;
  /** Shows the list of phones everywhere, for narrow places. */
  readonly isList?: boolean;
  readonly rowHeight?: number;
  /** Loads the next rows when the end comes near. */
  readonly more?: { readonly hasMore: boolean; readonly isLoading: boolean; readonly load: () => void } | undefined;
  readonly error?: unknown;
  /** Error message, if loading failed. */
  readonly failed: string;
  readonly onRetry?: () => void;
  /** Shown without rows: one sentence, and the next step. */
  readonly empty: ReactNode;
  readonly emptyAction?: ReactNode;
  /** Totals, as a row of cells for the whole table. */
  readonly foot?: ReactNode;
}
