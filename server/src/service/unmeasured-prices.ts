import { isMeasured } from '@tollgate/contract/measured-quantities';
import type { CatalogSnapshot } from '../domain/catalog/catalog.ts';
import type { Price } from '../domain/catalog/model.ts';
import { versionInForce } from '../domain/catalog/price.ts';
import { baseFields } from '../domain/catalog/shown-card.ts';
import type { Logger } from '../platform/logger.ts';

/** Names of all lines that are not zero. */
function linesOf(price: Price): readonly string[] {
  const base = Object.entries(baseFields).flatMap(([name, field]) => (price[field] > 0n ? [name] : []));
  // Without a rate of its own, cached input has that of input.
  const own = base.filter((name) => name !== 'cached_input' || price.cachedInput !== price.input);
  const cards = price.card === null ? [] : [price.card.rates, ...price.card.variants.map(({ rates }) => rates)];
  return [...own, ...cards.flatMap((rates) => [...rates].flatMap(([name, rate]) => (rate > 0n ? [name] : [])))];
}

/**
 * Prices in force from an earlier version, which took rates that nothing is ever charged by: they stay, and the operator hears of them.
 */
export function warnOfUnmeasured(logger: Logger, { models }: Pick<CatalogSnapshot, 'models'>, nowMs: number): void {
  for (const { name: model, kind, prices } of models.values()) {
    const price = versionInForce(prices, nowMs)?.price;
    const rates = price === undefined ? [] : linesOf(price).filter((name) => !isMeasured(name, kind));
    if (rates.length > 0) logger.warn({ model, rates }, 'a price has rates for what no provider reports; they are never charged');
  }
}
