import type { ReactNode } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { exactText, moneyText, nano, placesOf, withPlaces } from './money-text.ts';
import './receipt.css';

const texts = defineTexts({
  zh: { sum: '合计', charged: '收费', exactly: (label: string, places: number) => `${label}（${String(places)} 位小数）` },
  en: { sum: 'Sum', charged: 'Charged', exactly: (label: string, places: number) => `${label}, ${String(places)} decimals` },
});

export interface ReceiptLine {
  readonly label: ReactNode;
  /** Marks a heading for the lines below it. */
  readonly isHead?: boolean;
  /** Muted text below the label. */
  readonly note?: ReactNode;
  /** How the amount was calculated: `1,454 × 9`. */
  readonly reckoning?: string;
  /** Exact, as in the books; omitted for a multiplier. */
  readonly amount?: string;
}

interface ReceiptProps {
  /** Shown at the left and right of the heading. */
  readonly head?: ReactNode;
  readonly headRight?: ReactNode;
  readonly lines: readonly ReceiptLine[];
  /** The exact total of the lines. */
  readonly total: string;
  readonly totalLabel?: string;
  /** Decimals of the large figure: 4 for calls, 2 for bills. */
  readonly decimals?: 2 | 4;
  /** Decimals of the lines; by default, as many as needed. A caller that sets it must ensure that the lines add up. */
  readonly places?: number;
  readonly note?: ReactNode;
}

/** The parts of an amount on a receipt with a torn edge, aligned at the decimal point so that they visibly add up. */
export function Receipt({ head, headRight, lines, total, totalLabel, decimals = 4, places: given, note }: ReceiptProps) {
  const t = useTexts(texts);
  const places = given ?? placesOf([total, ...lines.flatMap(({ amount }) => (amount === undefined ? [] : [amount]))]);
  const isRounded = exactText(total) !== exactText(withoutGroups(withPlaces(total, decimals)));
  return (
    <div className="receipt">
      {head === undefined && headRight === undefined ? null : (
        <div className="receipt-head">
          <span>{head}</span>
          <span className="quiet">{headRight}</span>
        </div>
      )}
      <table>
        <tbody>
          {lines.map((line, index) => (
            <tr key={String(index)} className={line.isHead === true ? 'part' : undefined}>
              <th scope="row">
                {line.label}
                {line.note === undefined ? null : <small>{line.note}</small>}
              </th>
              <td>{line.reckoning}</td>
              <td className="sum" {...(line.amount === undefined ? {} : { title: line.amount })}>
                {line.amount === undefined ? '' : withPlaces(line.amount, places)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {isRounded ? (
            <tr className="exact">
              <th scope="row">{totalLabel === undefined || decimals !== 2 ? t.sum : t.exactly(totalLabel, places)}</th>
              <td />
              <td className="sum">{withPlaces(total, places)}</td>
            </tr>
          ) : null}
          <tr className="total">
            <th scope="row">{totalLabel ?? t.charged}</th>
            <td />
            <td className="sum">{shownTotal(total, decimals)}</td>
          </tr>
        </tfoot>
      </table>
      {note === undefined ? null : <p>{note}</p>}
    </div>
  );
}

function withoutGroups(text: string): string {
  return text.replaceAll(',', '').replace('−', '-');
}

/** Marks a charge that is too small for the decimals. */
function shownTotal(total: string, decimals: 2 | 4): string {
  const isTooSmall = decimals === 4 && nano(total) > 0n && nano(total) < 50_000n;
  return isTooSmall ? '<¥0.0001' : moneyText(total, decimals);
}
