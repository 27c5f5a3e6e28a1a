import type { PriceProposalsAnswer, PriceProposalsQuery } from '@tollgate/contract/catalogue/price-proposals';
import { priceWarningWords } from '@tollgate/contract/catalogue/price-list-words';
import { priceRequest } from '@tollgate/contract/catalogue/prices';
import { ApiError } from '@tollgate/contract/errors';
import type { ModelKind } from '@tollgate/contract/enumerations';
import type { ControlContext } from '../../control/control-context.ts';
import type { ListedProposals, Operated } from '../../control/operations-ports.ts';
import type { Principal } from '../../control/principal.ts';
import type { Model } from '../../domain/catalog/model.ts';
import { versionInForce } from '../../domain/catalog/price.ts';
import { listModels, revisionOf } from './models.ts';
import { readModelPrice, showPrice } from './prices/prices.ts';

const kinds: ReadonlySet<ModelKind> = new Set(['chat', 'embedding', 'rerank']);

type Answer = PriceProposalsAnswer;
type Unusable = Answer['unusable'][number];

function presentOf(model: Model, nowMs: number) {
  const price = versionInForce(model.prices, nowMs)?.price;
  return price === undefined ? null : showPrice(price);
}

/** The price of a list under the rules for setting it, or why it cannot be set. */
function readProposed(model: Model, proposed: unknown): Answer['proposals'][number]['proposed'] | Unusable {
  const read = priceRequest.safeParse(proposed);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = ['price', ...(issue?.path ?? [])].join('.');
    return { model: model.name, field, reason: issue?.message ?? '', warning: null };
  }
  try {
    return showPrice(readModelPrice('price', read.data, model.kind));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { model: model.name, field: error.param, reason: error.message, warning: null };
  }
}

function answerOf(models: ReadonlyMap<string, Model>, listed: ListedProposals, nowMs: number): Answer {
  const { format, usd_cny, margin_percent, cannot_say, unchanged, notListed } = listed;
  const unusable: Unusable[] = listed.unusable.map(({ model, warning }) => ({
    model,
    field: null,
    reason: priceWarningWords(warning, 'en'),
    warning,
  }));
  const proposals = listed.proposals.flatMap(({ model: name, seller, proposed, warnings }) => {
    const model = models.get(name);
    if (model === undefined) return [];
    const after = readProposed(model, proposed);
    if ('reason' in after) {
      unusable.push(after);
      return [];
    }
    const { kind } = model;
    const now = { model: name, kind, revision: revisionOf(model), present: presentOf(model, nowMs) };
    return [{ ...now, seller, proposed: after, warnings: [...warnings] }];
  });
  const head = { format, usd_cny, margin_percent, cannot_say };
  return { ...head, proposals, unchanged: [...unchanged], not_listed: [...notListed], unusable };
}

/**
 * What a public price list would change. Changes nothing.
 * @throws {ApiError} 400 naming what is wrong with the list.
 */
export async function proposePrices(
  context: ControlContext,
  principal: Principal,
  { operations, bytes, query }: Operated & { readonly bytes: Buffer; readonly query: PriceProposalsQuery },
): Promise<PriceProposalsAnswer> {
  const nowMs = context.clock.nowMs();
  const sold = listModels(context, principal).filter(({ kind }) => kinds.has(kind));
  const { providersByModel } = context.catalog.current;
  const models = sold.map((model) => ({
    name: model.name,
    kind: model.kind,
    ownedBy: model.ownedBy,
    price: presentOf(model, nowMs),
    providers: (providersByModel.get(model.name) ?? []).flatMap(({ name, models: offers }) =>
      offers.filter((offer) => offer.model === model.name).map(({ upstreamModel }) => ({ name, upstreamModel })),
    ),
  }));
  const listed = await operations.readPriceList({ bytes, models, query, nowMs });
  return answerOf(new Map(sold.map((model) => [model.name, model])), listed, nowMs);
}
