import { formatAmount, formatExact } from '@tollgate/contract/money';
import { nano, withPlaces } from '../../../components/money/money-text.ts';
import type { ReceiptLine } from '../../../components/money/receipt.tsx';
import { momentText } from '../../../components/time/time-text.ts';
import { countText } from '../../../ui/number-text.ts';
import type { Statement } from '../billing.ts';
import type { texts } from './texts.ts';

export type StatementTexts = typeof texts.zh;
export const partNames = ['model', 'key', 'sub_account'] as const;
export type PartName = (typeof partNames)[number];

/** Further lines are combined in one; the files contain all. */
const linesMax = 100;
export const places = 4;

type Part = Statement['by_model'];
type Bucket = Statement['credit_lines'][number]['bucket'];

function partOf(statement: Statement, by: PartName): Part {
  if (by === 'model') return statement.by_model;
  return by === 'key' ? statement.by_key : statement.by_sub_account;
}

function negative(amount: string): string {
  return formatExact(-nano(amount));
}

/** Corrections have both signs and hide each other in a sum, so up to this many of a source have a line each. */
const singleMax = 20;
const corrections: readonly Bucket[] = ['adjustment', 'refund', 'payout'];

/** Credits by source, one line each, in the order in which sources are spent; corrections singly with their time. */
function creditLines(statement: Statement, t: StatementTexts): readonly ReceiptLine[] {
  const buckets: readonly Bucket[] = ['trial', 'paid', 'adjustment', 'refund', 'payout'];
  const lines = buckets.flatMap((bucket) => {
    const own = statement.credit_lines.filter((line) => line.bucket === bucket);
    if (own.length === 0) return [];
    if (corrections.includes(bucket) && own.length <= singleMax)
      return own.map(({ amount, at }) => ({
        label: t.buckets[bucket],
        reckoning: momentText(at, statement.time_zone),
        amount,
      }));
    const sum = own.reduce((total, { amount }) => total + nano(amount), 0n);
    return [{ label: t.buckets[bucket], reckoning: t.entries(countText(own.length)), amount: formatExact(sum) }];
  });
  const rest = statement.credit_rest;
  return rest === null ? lines : [...lines, { label: t.rest(countText(rest.lines)), amount: rest.amount }];
}

function nameOf(by: PartName, { id, name }: Part['lines'][number], t: StatementTexts): string {
  if (id !== '') return name;
  return by === 'sub_account' ? t.noSubAccount : t.noModel;
}

function usageLines(statement: Statement, by: PartName, t: StatementTexts): readonly ReceiptLine[] {
  const { lines, rest } = partOf(statement, by);
  const shown = lines.slice(0, linesMax).map((line) => ({
    label: nameOf(by, line, t),
    reckoning: t.calls(countText(Number.parseInt(line.calls, 10))),
    amount: negative(line.amount),
  }));
  const hidden = lines.slice(linesMax);
  const count = hidden.length + (rest?.lines ?? 0);
  if (count === 0) return shown;
  const sum = hidden.reduce((total, { amount }) => total + nano(amount), nano(rest?.amount ?? '0'));
  return [...shown, { label: t.rest(countText(count)), amount: formatExact(-sum) }];
}

/** Lines below a heading with their total, which is not a line to add; empty if there are none. */
function headed(label: string, total: string, lines: readonly ReceiptLine[]): readonly ReceiptLine[] {
  return lines.length === 0 ? [] : [{ label, isHead: true, reckoning: total }, ...lines];
}

const rounded = (amount: string): bigint => nano(formatAmount(nano(amount), places));

/**
 * From the opening to the closing balance. The difference from rounding to 4 decimals has its line, so that the statement visibly adds up.
 */
export function linesOf(statement: Statement, by: PartName, t: StatementTexts): readonly ReceiptLine[] {
  const lines: readonly ReceiptLine[] = [
    { label: t.opening, amount: statement.opening },
    ...headed(t.credits, t.sum(withPlaces(statement.credits, places)), creditLines(statement, t)),
    ...headed(t.usageBy[by], t.sum(withPlaces(statement.usage, places)), usageLines(statement, by, t)),
  ];
  const shown = lines.reduce((sum, { amount = '0' }) => sum + rounded(amount), 0n);
  const difference = rounded(statement.closing) - shown;
  return difference === 0n ? lines : [...lines, { label: t.rounding, amount: formatExact(difference) }];
}
