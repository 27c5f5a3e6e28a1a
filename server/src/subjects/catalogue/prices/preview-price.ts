import type { PreviewPriceRequest, PricePreviewAnswer } from '@tollgate/contract/catalogue/operator-models';
import { formatExact } from '@tollgate/contract/money';
import type { Usage } from '@tollgate/contract/usage';
import { versionInForce, cost } from '../../../domain/catalog/price.ts';
import type { Price } from '../../../domain/catalog/model.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import { showTime } from '../../../control/show-time.ts';
import { requireOperator } from '../../../control/within-scope.ts';
import { requireChargeable } from './largest-charge.ts';
import { examplesOf, requireCardsKnown, tenfoldChange } from './price-changes.ts';
import { nextVersion, priceStarts, readModelPrice, readStart, samePrice } from './prices.ts';

/** The nonzero quantities of a usage, by their API names. */
function quantitiesOf(usage: Usage): Readonly<Record<string, number>> {
  const all = {
    input_tokens: usage.inputTokens,
    cached_tokens: usage.cachedTokens,
    output_tokens: usage.outputTokens,
    ...usage.more,
  };
  return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount > 0));
}

/**
 * The effect of a price if it were set now: the next version, the cost of typical calls, and the cost at each provider.
 * @throws {ApiError} 400 and 409 as for setting the price.
 */
export async function previewPrice(
  context: ControlContext,
  principal: Principal,
  request: PreviewPriceRequest,
): Promise<PricePreviewAnswer> {
  requireOperator(principal, 'model');
  const { model: name, kind } = request;
  const { models, providersByModel, overrides } = context.catalog.current;
  const versions = models.get(name)?.prices ?? [];
  const after = readModelPrice('price', request.price, kind);
  const fromMs = readStart(context, request.price_from);
  await requireChargeable(context, 'price', { price: after });
  await requireCardsKnown(context, [after]);
  const before = versionInForce(versions, fromMs)?.price ?? null;
  const change = { kind, before, after, fromMs };
  const at = { requestTimeMs: fromMs, serviceTier: null };
  const costOf = (price: Price, usage: Usage): string => formatExact(cost(price, usage, undefined, at));
  const offers = (providersByModel.get(name) ?? []).flatMap((provider) => {
    const known = provider.models.find((one) => one.model === name)?.cost ?? null;
    return known === null ? [] : [{ provider: provider.name, known }];
  });
  const tenfold = tenfoldChange(change);
  const nowMs = context.clock.nowMs();
  const own = [...overrides.values()].filter((one) => one.model === name && priceStarts(one.versions, nowMs).length > 0);
  return {
    version: samePrice(before, after) ? null : nextVersion([...versions, ...(await context.stores.catalog.pricesOf(name))]),
    from: showTime(fromMs),
    calls: examplesOf(change).map(({ call, usage }) => ({
      call,
      usage: quantitiesOf(usage),
      before: before === null ? null : costOf(before, usage),
      after: costOf(after, usage),
      costs: offers.map(({ provider, known }) => ({ provider, cost: costOf(known, usage) })),
    })),
    tenfold:
      tenfold === null
        ? null
        : {
            line: tenfold.line,
            usage: tenfold.example === null ? null : quantitiesOf(tenfold.example.usage),
            before: formatExact(tenfold.before),
            after: formatExact(tenfold.after),
          },
    custom_prices: own.map(({ ownerKind, ownerId }) => ({ owner_kind: ownerKind, owner_id: ownerId })),
  };
}
