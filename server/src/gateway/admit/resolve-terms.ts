import type { Model } from '../../domain/catalog/model.ts';
import { quote, type Quote } from '../../domain/catalog/price.ts';
import type { AuthenticatedCall, Filling, ReadCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { findModel, notOnSale } from './find-model.ts';

type Parts = Pick<GatewayContext, 'calendar' | 'catalog' | 'endpoints'>;

function priceOf(context: Parts, call: AuthenticatedCall, model: Model): Quote {
  const { account } = call.entry.account;
  const found = quote(context.catalog.current, model, account, call.requestTimeMs);
  if (found === null) {
    throw notOnSale(model.name, 'the model has no price in force');
  }
  return found;
}

/**
 * Determines the model, its price and whether the call is strict, from the account and the catalogue as they are now.
 * @throws {ApiError} 400, 403 or 404.
 */
export function resolveTerms(context: Parts, call: Filling<ReadCall>): void {
  const model = findModel(context, call, call.endpoint, call.wants.model);
  call.model = model;
  call.strict = call.entry.key.strict || call.entry.account.account.plan.strict;
  call.quote = priceOf(context, call, model);
}
