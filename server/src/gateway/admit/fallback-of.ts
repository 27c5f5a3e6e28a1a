import { isRetired } from '../../domain/catalog/is-retired.ts';
import { quote } from '../../domain/catalog/price.ts';
import { modelAllowed } from '../../domain/tenants/model-allowed.ts';
import { isKnownTo } from '../../domain/catalog/known-to.ts';
import { mayFallBack } from '../../domain/catalog/may-fall-back.ts';
import type { Fallback, ReadCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { estimateOf } from './estimate-of.ts';

type Parts = Pick<GatewayContext, 'calendar' | 'catalog' | 'typicalOutput'>;

/** The terms of a model that may answer in place of the requested one; `null` if the key may not call it, or nobody can for now. */
function termsOf(context: Parts, call: ReadCall, name: string): Pick<ReadCall, 'model' | 'quote'> | null {
  const { key, subAccount, account } = call.entry;
  const { current } = context.catalog;
  const model = isKnownTo(current, name, account.account.id) ? current.models.get(name) : undefined;
  if (model?.kind !== call.model.kind || isRetired(model, context.calendar.at(call.requestTimeMs).day)) return null;
  if (!modelAllowed(model, key.modelAllowList, subAccount?.subAccount.modelAllowList ?? null)) return null;
  const priced = quote(current, model, account.account, call.requestTimeMs);
  return priced === null ? null : { model, quote: priced };
}

/** Only if the key may call it, too; a strict call pays for nothing but the model that it names. */
export function fallbackOf(context: Parts, call: ReadCall): Fallback | null {
  const { fallback } = call.model;
  const { kind, isReplaceable = true } = call.endpoint;
  const mayTake = isReplaceable && mayFallBack(kind) && !call.strict;
  const terms = fallback === null || !mayTake ? null : termsOf(context, call, fallback);
  if (terms === null) return null;
  const { body, endpoint, entry, wants } = call;
  return { ...terms, estimate: estimateOf(context, { body, endpoint, entry, wants, ...terms }, null) };
}
