import { isMeasured } from '@tollgate/contract/calls/measured-quantities';
import type { CatalogSnapshot } from '../../domain/catalog/catalog.ts';
import type { Price } from '../../domain/catalog/model.ts';
import { versionInForce } from '../../domain/catalog/price.ts';
import type { Logger } from '../../platform/logger.ts';

/** Names of all rates except the standard lines, unless they are zero. */
function ratesOf({ card }: Price): readonly string[] {
  const all = card === null ? [] : [card.rates, ...card.variants.map(({ rates }) => rates)];
  return [...new Set(all.flatMap((rates) => [...rates].flatMap(([name, rate]) => (rate > 0n ? [name] : []))))];
}

/** Reports prices from an earlier version that accepted rates which are never charged. They stay in force; the log lists them. */
export function warnOfUnmeasured(logger: Logger, { models }: Pick<CatalogSnapshot, 'models'>, nowMs: number): void {
  for (const { name: model, kind, prices } of models.values()) {
    const price = versionInForce(prices, nowMs)?.price;
    const rates = price === undefined ? [] : ratesOf(price).filter((name) => !isMeasured(name, kind));
    if (rates.length > 0)
      logger.warn({ model, rates }, 'a price has rates that no provider of the model reports; they are never charged');
  }
}
