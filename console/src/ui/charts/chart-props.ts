export interface ChartSeries {
  readonly name: string;
  /** For drawing only; sums of money are in the table next to it. */
  readonly values: readonly number[];
  /** For the groups beyond the six colours. */
  readonly isOther?: boolean;
  /** One of the lights of the road, for states: never for a model. */
  readonly look?: 'quiet' | 'amber' | 'stop';
}

export interface ChartProps {
  /** Its description for screen readers; the figures follow in a hidden table. */
  readonly label: string;
  /** Columns for sums, lines for rates. */
  readonly kind: 'columns' | 'lines';
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  /** The text of a value; on an axis with the decimals that distinguish its ticks. */
  readonly format: (value: number, places?: number) => string;
  /** The counted things are indivisible. */
  readonly isWhole?: boolean;
  readonly height?: number;
  /** The last place is not over yet. */
  readonly isLastPartial?: boolean;
  /** Without axes: a strip above a list. */
  readonly isStrip?: boolean;
  readonly onPick?: (index: number, series: string) => void;
}
