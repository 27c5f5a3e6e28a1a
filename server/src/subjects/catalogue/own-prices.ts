import type { Model } from '../../domain/catalog/model.ts';
import { quote, type Quote } from '../../domain/catalog/price.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import { publicModels } from './public-models.ts';
import { findAccount } from '../../control/within-scope.ts';

export interface PricedModel {
  readonly model: Model;
  /** `null` if no price is in force. */
  readonly quote: Quote | null;
}

/**
 * Models that the account can call now, each at its current price: the account's custom price, the plan's, or the list price with both
 * multipliers. @throws {ApiError} 404
 */
export async function listOwnPrices(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<readonly PricedModel[]> {
  const { account } = await findAccount(context, principal, accountId);
  const nowMs = context.clock.nowMs();
  const { current } = context.catalog;
  return publicModels(context).map((model) => ({ model, quote: quote(current, model, account, nowMs) }));
}
