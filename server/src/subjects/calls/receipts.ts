import type { CallDetail, CallReceipt } from '@tollgate/contract/calls/operator-calls';
import { unexplainedReasons } from '@tollgate/contract/calls/unexplained';
import { formatExact } from '@tollgate/contract/money';
import { explain, type PricedRow, type Receipt } from '../../domain/catalog/explain.ts';
import { findPriceVersion } from '../../domain/catalog/find-price-version.ts';
import type { PriceVersion } from '../../domain/catalog/model.ts';
import { readLabel } from '../../domain/catalog/price-label.ts';
import { showMultiplier } from '../../control/amounts.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { showTime } from '../../control/show-time.ts';

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

function showPrice(version: PriceVersion | null): CallDetail['price'] {
  const label = version === null ? null : readLabel(version.label);
  if (version === null || label === null) return null;
  return { of: label.owner.kind, version: label.version, from: version.fromMs > 0 ? showTime(version.fromMs) : null };
}

/** Explains the charge of a call, or why it cannot be explained. */
export async function receiptOf(
  context: Pick<ControlContext, 'catalog' | 'stores'>,
  row: ExplainedRow,
): Promise<Pick<CallDetail, 'receipt' | 'unexplained' | 'unexplained_code' | 'price'>> {
  const { catalog, stores } = context;
  const version = await findPriceVersion(catalog.current, row, (model) => stores.catalog.pricesOf(model));
  const { receipt, unexplained } = explain(row, version);
  const unexplainedCode = unexplained === null ? null : (unexplainedReasons.read(unexplained)?.code ?? null);
  return {
    receipt: receipt === null ? null : showReceipt(receipt),
    unexplained,
    unexplained_code: unexplainedCode,
    price: showPrice(version),
  };
}
