import { formatAmount } from '@tollgate/contract/money';
import type { Column } from '../tables/data-table-props.ts';
import { callCharge, exactText, grouped, nano, priceText } from './money-text.ts';
import './money.css';

interface MoneyProps {
  /** Decimal string in CNY. */
  readonly amount: string;
  /** `balance`: 2 decimals, for balances, bills and totals. `call`: 4 decimals with muted leading zeros. `price`: as listed. */
  readonly kind?: 'balance' | 'call' | 'price';
  /** Shows ¥ before the amount; in a column, the heading names the currency. */
  readonly hasSign?: boolean;
  /** The main figure of a strip, with a smaller fraction. The surrounding element sets the size. */
  readonly isLarge?: boolean;
  /** False inside a link or button, which is focusable itself. */
  readonly canFocus?: boolean;
}

document.addEventListener('copy', copyExact);

/** Copies the amount with all its digits. */
function copyExact(event: ClipboardEvent): void {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return;
  const at = selection.getRangeAt(0).commonAncestorContainer;
  const money = (at instanceof Element ? at : at.parentElement)?.closest<HTMLElement>('.m[data-exact]');
  const exact = money?.dataset.exact;
  if (exact === undefined || selection.toString().trim() === '') return;
  event.preventDefault();
  event.clipboardData?.setData('text/plain', exact);
}

/** An amount of money. It is rounded for display; the tooltip, focus and copying show every digit. */
export function Money({ amount, kind = 'balance', hasSign = kind === 'balance', isLarge = false, canFocus = true }: MoneyProps) {
  const exact = exactText(amount);
  const shown = { balance: formatAmount(nano(amount), 2), call: formatAmount(nano(amount), 4), price: exact }[kind];
  const isRounded = kind !== 'price' && nano(shown) !== nano(amount);
  return (
    <span
      className={`m m-${kind}${isLarge ? ' m-large' : ''}`}
      data-exact={exact}
      title={`${exact} CNY`}
      {...(isRounded && canFocus ? { tabIndex: 0 } : {})}
    >
      {kind === 'call' ? (
        <CallDigits amount={amount} hasSign={hasSign} />
      ) : (
        <Digits text={kind === 'price' ? priceText(amount) : grouped(shown)} hasSign={hasSign} />
      )}
    </span>
  );
}

/** The amount of each row; the heading names the currency. */
export function amountColumn<Row extends { readonly amount: string }>(head: string, width: string): Column<Row> {
  return {
    id: 'amount',
    head: `${head} ¥`,
    width,
    isNumber: true,
    cell: ({ amount }) => <Money amount={amount} hasSign={false} />,
  };
}

function Digits({ text, hasSign }: { readonly text: string; readonly hasSign: boolean }) {
  const [whole = '', fraction = ''] = text.split('.');
  const isNegative = whole.startsWith('−');
  return (
    <>
      {isNegative ? '−' : null}
      {hasSign ? <i>¥</i> : null}
      {isNegative ? whole.slice(1) : whole}
      <s>.{fraction}</s>
    </>
  );
}

function CallDigits({ amount, hasSign }: { readonly amount: string; readonly hasSign: boolean }) {
  const { mark, quiet, loud } = callCharge(amount);
  return (
    <>
      {mark}
      {hasSign ? <i>¥</i> : null}
      <u>{quiet}</u>
      {loud}
    </>
  );
}
