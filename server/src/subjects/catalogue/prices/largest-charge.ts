import { amountLimit, nanoPerCny, type NanoCny } from '@tollgate/contract/money';
import { quantityKind, quotesPerCallMax } from '@tollgate/contract/quantities';
import { tokenCountLimit } from '@tollgate/contract/usage';
import type { Price } from '../../../domain/catalog/model.ts';
import { listPricePpm, worstCost } from '../../../domain/catalog/price.ts';
import { readMultiplier } from '../../../control/amounts.ts';
import { invalid, type ControlContext } from '../../../control/control-context.ts';

/** One of the three factors of a charge, with its new value. */
export interface ChargeChange {
  readonly price?: Price;
  readonly accountPpm?: bigint;
  readonly planPpm?: bigint;
}

/** Maximum plausible cost of all non-token quantities in one call, at the highest rates. */
function largestMore({ card }: Price): bigint {
  const rates = [...(card?.worst.own ?? [])].filter(([name]) => quantityKind(name)?.partOf === null);
  return rates.reduce((sum, [, rate]) => sum + rate * BigInt(quotesPerCallMax), 0n);
}

/** Each prompt is priced as a separate call. */
const promptsMax = 20;

/** Maximum cost of one call: the largest possible token counts at the highest rates. */
export function largestCharge(price: Price, multiplierPpm: bigint): NanoCny {
  const tokens = tokenCountLimit - 1;
  const cachedTokens = price.cachedInput > price.input ? tokens : 0;
  const usage = { inputTokens: tokens, cachedTokens, outputTokens: tokens, reasoningTokens: 0, more: null };
  return worstCost(price, usage, multiplierPpm, promptsMax) + (largestMore(price) * multiplierPpm) / listPricePpm + 1n;
}

function largest(values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most), 0n);
}

/** The product of the largest account multiplier and the largest plan multiplier, since any account can join any plan. */
async function multiplierMax(context: ControlContext, { accountPpm, planPpm }: ChargeChange): Promise<bigint> {
  const { accounts, plans } = context.stores;
  const ofAccounts = accountPpm ?? largest([listPricePpm, (await accounts.multiplierMax()) ?? 0n]);
  const ofPlans = planPpm ?? largest([listPricePpm, ...(await plans.list()).map(({ plan }) => plan.priceMultiplierPpm)]);
  return (ofAccounts * ofPlans) / listPricePpm;
}

/**
 * Refuses a list price or multiplier with which one call could cost more than the books can hold: its record would be quarantined after the
 * response. Custom prices and costs have no multiplier, so their range is limited enough.
 * @throws {ApiError} 400 naming `param`.
 */
export async function requireChargeable(context: ControlContext, param: string, change: ChargeChange): Promise<void> {
  const multiplierPpm = await multiplierMax(context, change);
  const listed = [...context.catalog.current.models.values()].flatMap(({ prices }) => prices.map(({ price }) => price));
  const prices = change.price === undefined ? listed : [change.price];
  if (prices.every((price) => largestCharge(price, multiplierPpm) < amountLimit)) return;
  const most = String(amountLimit / nanoPerCny);
  throw invalid(
    param,
    `is too large: together with the list prices and the factors of accounts and plans one call could cost ${most} CNY or more, which the books cannot hold`,
  );
}

/** Parses the multiplier of a request; `undefined` if it has none. @throws {ApiError} 400 naming it. */
export async function readChargeableMultiplier(
  context: ControlContext,
  text: string | undefined,
  of: 'accountPpm' | 'planPpm',
): Promise<bigint | undefined> {
  if (text === undefined) return undefined;
  const multiplierPpm = readMultiplier('price_multiplier', text);
  await requireChargeable(context, 'price_multiplier', { [of]: multiplierPpm });
  return multiplierPpm;
}
