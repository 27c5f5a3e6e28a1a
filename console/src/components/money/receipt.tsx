import type { ReactNode } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { exactText, moneyText, nano, placesOf, withPlaces } from './money-text.ts';
import './receipt.css';

const texts = defineTexts({ zh: { sum: '合计', charged: '收费' }, en: { sum: 'Sum', charged: 'Charged' } });

export interface ReceiptLine {
  readonly label: ReactNode;
  /** The name of the lines below it. */
  readonly isHead?: boolean;
  /** Muted text below the label. */
  readonly note?: ReactNode;
  /** How the amount came about: `1,454 × 9`. */
  readonly reckoning?: string;
  /** Exact, as the books have it; none for a factor. */
  readonly amount?: string;
}

interface ReceiptProps {
  /** At the left and right of the head. */
  readonly head?: ReactNode;
  readonly headRight?: ReactNode;
  readonly lines: readonly ReceiptLine[];
  /** Exact. The lines add up to it. */
  readonly total: string;
  readonly totalLabel?: string;
  /** Decimals of the large figure: 4 for calls, 2 for bills. */
  readonly decimals?: 2 | 4;
  /** Decimals of the lines; by default as many as are exact. A caller that sets it must make sure that they add up. */
  readonly places?: number;
  readonly note?: ReactNode;
}

/** The composition of an amount, on paper with a torn edge: everything is aligned at the decimal point and adds up visibly. */
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
              <th scope="row">{t.sum}</th>
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

/** Something was charged, though the decimals cannot say how much. */
function shownTotal(total: string, decimals: 2 | 4): string {
  const isTooSmall = decimals === 4 && nano(total) > 0n && nano(total) < 50_000n;
  return isTooSmall ? '<¥0.0001' : moneyText(total, decimals);
}
