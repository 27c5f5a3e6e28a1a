import { formatAmount } from '@tollgate/contract/money';
import type { Column } from '../tables/data-table-props.ts';
import { callCharge, exactText, grouped, nano, priceText } from './money-text.ts';
import './money.css';

interface MoneyProps {
  /** Decimal string in CNY. */
  readonly amount: string;
  /** `balance`: 2 decimals, for balances, bills, sums. `call`: 4, zeros in front quiet. `price`: as quoted. */
  readonly kind?: 'balance' | 'call' | 'price';
  /** With ¥ in front; in a column the head says it. */
  readonly hasSign?: boolean;
  /** The main figure of a strip: its fraction is smaller. The surrounding element sets the size. */
  readonly isLarge?: boolean;
  /** False inside a link or button, which is focused itself. */
  readonly canFocus?: boolean;
}

document.addEventListener('copy', copyExact);

/** A copied amount has all its digits. */
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

/** An amount of money. Rounded only to be read: hovering, focusing and copying give every digit. */
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

/** The amount of each row, in yuan: the head says so. */
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
  const { quiet, loud } = callCharge(amount);
  return (
    <>
      {hasSign ? <i>¥</i> : null}
      <u>{quiet}</u>
      {loud}
    </>
  );
}
