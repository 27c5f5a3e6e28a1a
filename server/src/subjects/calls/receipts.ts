import type { CallReceipt } from '@tollgate/contract/calls/operator-calls';
import { formatExact } from '@tollgate/contract/money';
import { explain, type PricedRow, type Receipt } from '../../domain/catalog/explain.ts';
import { findPriceVersion } from '../../domain/catalog/find-price-version.ts';
import { showMultiplier } from '../../control/amounts.ts';
import type { ControlContext } from '../../control/control-context.ts';

/** The pricing data of a log row. */
export type ExplainedRow = PricedRow & { readonly accountId: string };

/** Formats an amount in units of 10^-`decimals` as exact CNY, without trailing zeros. */
function showFine(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  const text = digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`);
  return amount < 0n ? `-${text}` : text;
}

const decimalsOfLines = 15;
const decimalsOfRounding = 21;

function showReceipt({ lines, variants, sum, multiplierPpm, rounding, worth }: Receipt): CallReceipt {
  return {
    lines: lines.map(({ name, quantity, rate, per, amount }) => ({
      quantity: name,
      unit: per,
      count: quantity,
      rate: formatExact(rate),
      amount: showFine(amount, decimalsOfLines),
    })),
    variants: [...variants],
    sum: showFine(sum, decimalsOfLines),
    multiplier: showMultiplier(multiplierPpm),
    rounding: showFine(rounding, decimalsOfRounding),
    total: formatExact(worth),
  };
}

/** Explains the charge of a call, or why it cannot be explained. */
export async function receiptOf(
  context: Pick<ControlContext, 'catalog' | 'stores'>,
  row: ExplainedRow,
): Promise<{ readonly receipt: CallReceipt | null; readonly unexplained: string | null }> {
  const { catalog, stores } = context;
  const version = await findPriceVersion(catalog.current, row, (model) => stores.catalog.pricesOf(model));
  const { receipt, unexplained } = explain(row, version);
  return { receipt: receipt === null ? null : showReceipt(receipt), unexplained };
}
