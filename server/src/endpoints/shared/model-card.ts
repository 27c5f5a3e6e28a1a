import { providersServing } from '../../domain/catalog/providers-serving.ts';
import { rateUnit } from '@tollgate/contract/rate-units';
import { formatExact } from '@tollgate/contract/money';
import { dialectsFor } from '../../domain/catalog/dialects-for.ts';
import { listPricePpm, quote, type Quote } from '../../domain/catalog/price.ts';
import { isKnownTo } from '../../domain/catalog/known-to.ts';
import { isRetired } from '../../domain/catalog/is-retired.ts';
import { shownCard } from '../../domain/catalog/shown-card.ts';
import type { ModelKind } from '@tollgate/contract/enumerations';
import type { Model, Price, Provider } from '../../domain/catalog/model.ts';
import { modelAllowed } from '../../domain/tenants/model-allowed.ts';
import { staysInCountry } from '../../domain/tenants/stays-in-country.ts';
import type { ListedModel } from '../../dialects/dialect.ts';
import type { LocalCall, LocalParts } from '../endpoint.ts';

/** The unit of each rate, by its name. */
function units({ card }: Price): Readonly<Record<string, string>> {
  const names = ['input', 'cached_input', 'output', 'per_call', ...(card?.rates.keys() ?? [])];
  return Object.fromEntries(names.map((name) => [name, `per ${rateUnit(name)}`]));
}

/** Decimal CNY per 1,000,000 tokens, including the account's multiplier. */
function pricing({ price, multiplierPpm }: Quote): object {
  const own = (amount: bigint): string => formatExact((amount * multiplierPpm) / listPricePpm);
  return {
    currency: 'CNY',
    unit: 'per 1,000,000 tokens',
    input: own(price.input),
    cached_input: own(price.cachedInput),
    output: own(price.output),
    per_call: own(price.perCall),
    ...shownCard(price.card, own),
    units: units(price),
  };
}

/** A model in the format of this API's model list, with further data for buyers. */
function modelCard(model: Model, priced: Quote, alternatives: readonly string[]) {
  return {
    id: model.name,
    aliases: model.aliases,
    object: 'model',
    created: Math.floor(model.createdAtMs / 1000),
    owned_by: model.ownedBy,
    shutdown_date: model.retirementDate,
    kind: model.kind,
    context_length: model.contextLength,
    max_output_tokens: model.outputLimit,
    features: model.features,
    supported_parameters: model.supportedParameters,
    tier: model.tier,
    alternatives,
    pricing: pricing(priced),
  };
}

function serves(provider: Provider, kind: ModelKind, domesticOnly: boolean): boolean {
  if (!provider.enabled || dialectsFor(provider, kind).length === 0) return false;
  return !domesticOnly || provider.routes.some(({ region }) => region === 'domestic');
}

/** The card of a model for this key; `null` if it is not on the key's lists, has no price or cannot be called. */
export function cardFor(
  { catalog, kinds, calendar }: LocalParts,
  call: LocalCall,
  model: Model,
): (ListedModel & ReturnType<typeof modelCard>) | null {
  const { key, account, subAccount } = call.entry;
  const domesticOnly = staysInCountry(call.entry);
  if (!modelAllowed(model, key.modelAllowList, subAccount?.subAccount.modelAllowList ?? null)) return null;
  const served = providersServing(catalog.current, model.name, account.account)
    .flat()
    .some((provider) => serves(provider, model.kind, domesticOnly));
  if (!served || !kinds.has(model.kind) || isRetired(model, calendar.at(call.atMs).day)) return null;
  const priced = quote(catalog.current, model, account.account, call.atMs);
  if (priced === null) return null;
  const alternatives = model.alternatives.filter((name) => isKnownTo(catalog.current, name, account.account.id));
  return modelCard(model, priced, alternatives);
}
