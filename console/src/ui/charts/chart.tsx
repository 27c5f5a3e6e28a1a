import { lazy, Suspense, type ReactNode } from 'react';
import type { ChartProps } from './chart-props.ts';
import './chart.css';

const DrawnChart = lazy(() => import('./drawn-chart.tsx'));

/** Totals as stacked columns, rates as lines. The chart library is loaded only when there is data to draw. */
export function Chart(props: ChartProps) {
  const { label, height = 236 } = props;
  return (
    <figure className="chart">
      <div role="img" aria-label={label} style={{ height }}>
        <Suspense>
          <DrawnChart {...props} height={height} />
        </Suspense>
      </div>
      <HiddenTable {...props} />
    </figure>
  );
}

function HiddenTable({ label, labels, series, format }: ChartProps) {
  return (
    <div className="sr">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((place, index) => (
            <tr key={place}>
              <th scope="row">{place}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LegendProps {
  readonly rows: readonly {
    readonly name: string;
    readonly isOther?: boolean;
    readonly sum: ReactNode;
    readonly share?: string;
  }[];
  readonly total: { readonly label: string; readonly sum: ReactNode };
}

/** The legend, as a table with totals. */
export function ChartLegend({ rows, total }: LegendProps) {
  return (
    <table className="legend">
      <tbody>
        {rows.map(({ name, isOther = false, sum, share }, index) => (
          <tr key={name}>
            <td>
              <span className={isOther ? 'swatch s0' : `swatch s${String((index % 6) + 1)}`} />
              <span className="mono">{name}</span>
            </td>
            <td className="n">{sum}</td>
            <td className="n quiet">{share}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{total.label}</td>
          <td className="n">{total.sum}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}
