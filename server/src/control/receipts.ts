import type { CallReceipt } from '@tollgate/contract/admin/calls';
import { formatExact } from '@tollgate/contract/money';
import { explain, type PricedRow, type Receipt } from '../domain/catalog/explain.ts';
import type { PriceVersion } from '../domain/catalog/model.ts';
import { readLabel } from '../domain/catalog/price-label.ts';
import { showMultiplier } from './amounts.ts';
import type { ControlContext } from './control-context.ts';

/** A row of the log, as far as it says what it cost and why. */
export type ExplainedRow = PricedRow & { readonly accountId: string };

/** The version of a price that a row names, of models that were deleted and prices that were withdrawn too; `null` if none is. */
async function versionOf(context: Pick<ControlContext, 'catalog' | 'stores'>, row: ExplainedRow): Promise<PriceVersion | null> {
  const label = row.priceVersion === null ? null : readLabel(row.priceVersion);
  if (label === null) return null;
  const { model, owner, version } = label;
  const { models, overrides } = context.catalog.current;
  if (owner.kind === 'list') {
    const isNamed = (one: PriceVersion): boolean => one.version === version;
    return models.get(model)?.prices.find(isNamed) ?? (await context.stores.catalog.pricesOf(model)).find(isNamed) ?? null;
  }
  const ownerId = owner.kind === 'account' ? row.accountId : owner.planId;
  const own = ownerId === null ? undefined : overrides.get(`${owner.kind}:${ownerId}:${model}`);
  const found = own?.versions.find((one) => one.version === version);
  return found === undefined || found.price === null ? null : { ...found, price: found.price };
}

/** An exact amount in CNY, given in units of 10^-`decimals`, without trailing zeros. */
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
      ...{ quantity: name, unit: per, count: quantity, rate: formatExact(rate) },
      amount: showFine(amount, decimalsOfLines),
    })),
    variants: [...variants],
    sum: showFine(sum, decimalsOfLines),
    multiplier: showMultiplier(multiplierPpm),
    rounding: showFine(rounding, decimalsOfRounding),
    total: formatExact(worth),
  };
}

/** Why a call cost what it cost, or why nobody can say it. */
export async function receiptOf(
  context: Pick<ControlContext, 'catalog' | 'stores'>,
  row: ExplainedRow,
): Promise<{ readonly receipt: CallReceipt | null; readonly unexplained: string | null }> {
  const { receipt, unexplained } = explain(row, await versionOf(context, row));
  return { receipt: receipt === null ? null : showReceipt(receipt), unexplained };
}
