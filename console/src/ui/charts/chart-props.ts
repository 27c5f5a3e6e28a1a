export interface ChartSeries {
  readonly name: string;
  /** For drawing only; exact amounts are in the table next to it. */
  readonly values: readonly number[];
  /** For groups beyond the six colours. */
  readonly isOther?: boolean;
  /** A state colour; never used for a model. */
  readonly look?: 'quiet' | 'amber' | 'stop';
}

export interface ChartProps {
  /** Description for screen readers; the figures follow in a hidden table. */
  readonly label: string;
  /** Columns for totals, lines for rates. */
  readonly kind: 'columns' | 'lines';
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Formats a value; on an axis with enough decimals to distinguish the ticks. */
  readonly format: (value: number, places?: number) => string;
  /** Whether values are integers. */
  readonly isWhole?: boolean;
  readonly height?: number;
  /** Whether the last period is unfinished. */
  readonly isLastPartial?: boolean;
  /** Hides the axes, for a strip above a list. */
  readonly isStrip?: boolean;
  readonly onPick?: (index: number, series: string) => void;
}
