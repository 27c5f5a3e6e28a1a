import { createHash } from 'node:crypto';
import type { ModelAnswer, PutModelRequest } from '@tollgate/contract/catalogue/operator-models';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { noModelFacts, type Model, type Provider } from '../../domain/catalog/model.ts';
import { mayFallBack } from '../../domain/catalog/may-fall-back.ts';
import { versionInForce } from '../../domain/catalog/price.ts';
import { listLabel } from '../../domain/catalog/price-label.ts';
import { isRetired } from '../../domain/catalog/is-retired.ts';
import { auditEntry, found, invalid, type ControlContext, required } from '../../control/control-context.ts';
import { catalogIntoForce } from '../../control/into-force.ts';
import { requireChargeable } from './prices/largest-charge.ts';
import { dialectsFor } from '../../domain/catalog/dialects-for.ts';
import { omitUndefined } from '../../control/omit-undefined.ts';
import type { ModelDraft, PriceDraft, RecordSource } from './catalog-ports.ts';
import { previewOf, requireCardsKnown, requireMeant, type PriceChange } from './prices/price-changes.ts';
import { readMusic, showMusic } from './music-facts.ts';
import { nextVersion, priceStarts, readModelPrice, readStart, samePrice, showPrice } from './prices/prices.ts';
import type { Principal } from '../../control/principal.ts';
import { showTime } from '../../control/show-time.ts';
import { requireOperator } from '../../control/within-scope.ts';

/** The facts and list prices of a model, in API terms. */
export function modelSettings(model: Model) {
  return {
    name: model.name,
    aliases: [...model.aliases],
    kind: model.kind,
    owned_by: model.ownedBy,
    prices: model.prices.map(({ version, fromMs, price }) => ({ version, from: showTime(fromMs), price: showPrice(price) })),
    context_length: model.contextLength,
    output_limit: model.outputLimit,
    typical_output: model.typicalOutput,
    max_tokens_includes_reasoning: model.maxTokensIncludesReasoning,
    supported_parameters: [...model.supportedParameters],
    features: [...model.features],
    tier: model.tier,
    alternatives: [...model.alternatives],
    fallback_model: model.fallback,
    retirement_date: model.retirementDate,
    ...(model.music === undefined ? {} : { music: showMusic(model.music) }),
  };
}

/** A hash that changes with every change of the model. */
export function revisionOf(model: Model): string {
  return createHash('sha256')
    .update(JSON.stringify(modelSettings(model)))
    .digest('base64url')
    .slice(0, 16);
}

/** @throws {ApiError} 409 if someone else has changed the model since. */
function requireUnchanged(name: string, before: Model | undefined, { if_revision: revision }: PutModelRequest): void {
  const isSame = revision === undefined || (before !== undefined && revisionOf(before) === revision);
  if (!isSame) throw refusal('model_changed', { model: name });
}

/** All models, including those that cannot be called. */
export function listModels(context: ControlContext, principal: Principal): readonly Model[] {
  requireOperator(principal, 'model');
  return [...context.catalog.current.models.values()];
}

/** The enabled providers of a model, highest priority first. */
export function providersOf(context: ControlContext, model: Model): readonly Provider[] {
  return (context.catalog.current.providersByModel.get(model.name) ?? []).filter(({ enabled }) => enabled);
}

type Missing = ModelAnswer['missing'][number];

/** What a model needs before it can be called; empty if it can. */
export function missingFor(context: ControlContext, model: Model): readonly Missing[] {
  const enabled = providersOf(context, model);
  const isSpoken = enabled.some((provider) => dialectsFor(provider, model.kind).length > 0);
  return [
    ...(versionInForce(model.prices, context.clock.nowMs()) === undefined ? (['price'] as const) : []),
    ...(enabled.length === 0 ? (['provider'] as const) : isSpoken ? [] : (['dialect'] as const)),
    ...(isRetired(model, context.calendar.now().day) ? (['retired'] as const) : []),
    ...(context.kinds.has(model.kind) ? [] : (['operation'] as const)),
  ];
}

/** The same, as sentences. */
export function missingTexts({ kind, retirementDate }: Model, missing: readonly Missing[]): string[] {
  const texts: Readonly<Record<Missing, string>> = {
    price: 'it has no price in force',
    provider: 'no enabled provider serves it',
    dialect: `no provider of it speaks a protocol of kind "${kind}": set its \`dialects\``,
    retired: `it was retired on ${retirementDate ?? ''}`,
    operation: `no operation of this version calls models of kind "${kind}"`,
  };
  return missing.map((name) => texts[name]);
}

/** Creates a new version only if the price changed. */
async function newPrice(
  context: ControlContext,
  principal: Principal,
  { name, request }: Pick<KnownModel, 'name' | 'request'>,
): Promise<PriceDraft | null> {
  if (request.price === undefined) {
    if (request.price_from === undefined) return null;
    throw required('price', '`price` is required with `price_from`.');
  }
  const price = readModelPrice('price', request.price, request.kind);
  const fromMs = readStart(context, request.price_from);
  const versions = context.catalog.current.models.get(name)?.prices ?? [];
  if (samePrice(versionInForce(versions, fromMs)?.price, price)) return null;
  // The call log can refer to versions of a deleted model with this name, so version numbers must not repeat.
  const version = nextVersion([...versions, ...(await context.stores.catalog.pricesOf(name))]);
  const label = listLabel(name, version);
  return { version: { version, fromMs, price, label }, createdAtMs: context.clock.nowMs(), actor: principal.name };
}

function unknownModel(context: ControlContext, name: string): Omit<Model, 'kind' | 'prices'> {
  return { ...noModelFacts, name, aliases: [], ownedBy: context.makerOf(name), createdAtMs: context.clock.nowMs() };
}

/** A name must refer to one model only, or allow-lists and prices would be ambiguous. @throws {ApiError} 400 naming the alias. */
function readAliases(context: ControlContext, name: string, request: readonly string[]): readonly string[] {
  const { models, aliases, providersByModel } = context.catalog.current;
  for (const [position, alias] of request.entries()) {
    const param = `aliases[${String(position)}]`;
    const other = aliases.get(alias);
    if (alias === name || models.has(alias) || providersByModel.has(alias)) throw invalid(param, 'is the name of a model');
    if (other !== undefined && other.name !== name) throw invalid(param, `is an alias of "${other.name}" already`);
    if (request.indexOf(alias) < position) throw invalid(param, 'is listed twice');
  }
  return [...request];
}

/** @throws {ApiError} 409 */
function refuseAliasOfOther(context: ControlContext, name: string): void {
  const other = context.catalog.current.aliases.get(name);
  if (other !== undefined && !context.catalog.current.models.has(name))
    throw refusal('alias_of_other_model', { name, model: other.name });
}

/** It may be described later, like an alternative; one of another kind is never used. */
function readFallback(name: string, { kind, fallback_model: fallback }: PutModelRequest): string | null | undefined {
  if (typeof fallback !== 'string') return fallback;
  if (fallback === name) throw invalid('fallback_model', 'must be another model');
  if (!mayFallBack(kind)) throw invalid('fallback_model', `cannot be set for models of kind "${kind}"`);
  return fallback;
}

/** Omitted facts stay unchanged; `null` removes a fact. */
function draftOf(
  context: ControlContext,
  name: string,
  request: PutModelRequest,
  before: Model | undefined,
): Omit<Model, 'prices'> {
  const facts = omitUndefined({
    aliases: request.aliases === undefined ? undefined : readAliases(context, name, request.aliases),
    ownedBy: request.owned_by,
    contextLength: request.context_length,
    outputLimit: request.output_limit,
    typicalOutput: request.typical_output,
    maxTokensIncludesReasoning: request.max_tokens_includes_reasoning,
    supportedParameters: request.supported_parameters,
    features: request.features,
    tier: request.tier,
    alternatives: request.alternatives,
    fallback: readFallback(name, request),
    retirementDate: request.retirement_date,
    music: request.music === undefined ? undefined : readMusic(request.music),
  });
  return { ...(before ?? unknownModel(context, name)), ...facts, kind: request.kind };
}

async function putInLine(context: ControlContext, principal: Principal, draft: ModelDraft): Promise<Model> {
  const before = context.catalog.current.models.get(draft.model.name);
  const added = draft.price === null ? [] : [draft.price.version];
  const after: Model = { ...draft.model, prices: [...(before?.prices ?? []), ...added] };
  const note = {
    action: 'model.put',
    objectKind: 'model',
    objectId: draft.model.name,
    before: before === undefined ? undefined : modelSettings(before),
    after: modelSettings(after),
  };
  await context.stores.catalog.putModel(draft, auditEntry(context, principal, note));
  await catalogIntoForce(context);
  return context.catalog.current.models.get(draft.model.name) ?? after;
}

/** The change from the version in force at the start of the new one. */
function changeOf(model: Model | undefined, kind: Model['kind'], { version }: PriceDraft): PriceChange {
  const { price: after, fromMs } = version;
  return { kind, before: versionInForce(model?.prices ?? [], fromMs)?.price ?? null, after, fromMs };
}

/** A stored model, and the effect of its new price on typical calls. */
export interface PutModel {
  readonly model: Model;
  readonly preview: ReturnType<typeof previewOf> | undefined;
}

/** Creates or updates a model: replaces the listed facts and adds a changed price as a new version. */
export function putModel(
  context: ControlContext,
  principal: Principal,
  name: string,
  request: PutModelRequest,
): Promise<PutModel> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'model');
    refuseAliasOfOther(context, name);
    const before = context.catalog.current.models.get(name);
    requireUnchanged(name, before, request);
    const price = await newPrice(context, principal, { name, request });
    const change = price === null ? null : changeOf(before, request.kind, price);
    if (change !== null) {
      await requireChargeable(context, 'price', { price: change.after });
      requireMeant(change, request.confirm);
      await requireCardsKnown(context, [change.after]);
    }
    const draft = draftOf(context, name, request, before);
    const updatedAtMs = context.clock.nowMs();
    const model = await putInLine(context, principal, { model: draft, source: 'admin', updatedAtMs, price });
    return { model, preview: change === null ? undefined : previewOf(change) };
  });
}

/** Owners of custom prices for a model, current or scheduled. */
function ownPricesOf(context: ControlContext, model: string): readonly string[] {
  const own = [...context.catalog.current.overrides.values()].filter((override) => override.model === model);
  const standing = own.filter(({ versions }) => priceStarts(versions, context.clock.nowMs()).length > 0);
  return standing.map(({ ownerKind, ownerId }) => `${ownerKind} ${ownerId}`);
}

/** Deletes a model. Running calls and past calls keep the price at which they were admitted. */
export function deleteModel(context: ControlContext, principal: Principal, name: string): Promise<Model> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'model');
    const { catalog } = context.stores;
    const before = found(context.catalog.current.models.get(name), 'model');
    const providers = context.catalog.current.providersByModel.get(name) ?? [];
    const { providers: kept } = await catalog.sources();
    if (providers.some(({ id }) => !kept.has(id))) throw refusal('model_built_in', { model: name });
    if (providers.length > 0) {
      throw refusal('model_served', { model: name, providers: providers.map((provider) => provider.name) });
    }
    const owners = ownPricesOf(context, name);
    if (owners.length > 0) throw refusal('model_has_own_prices', { model: name, owners });
    const note = { action: 'model.delete', objectKind: 'model', objectId: name, before: modelSettings(before) };
    const removal = { atMs: context.clock.nowMs(), nextVersion: nextVersion(await catalog.pricesOf(name)) };
    await catalog.removeModel(name, removal, auditEntry(context, principal, note));
    await catalogIntoForce(context);
    return before;
  });
}

/** A model that the service itself defines at start-up. */
export interface KnownModel {
  readonly name: string;
  readonly request: PutModelRequest;
  readonly source: Exclude<RecordSource, 'admin'>;
}

/** The change to a predefined model; `null` if nothing changes, or an administrator changed or deleted the model. */
async function planOf(context: ControlContext, principal: Principal, known: KnownModel): Promise<ModelDraft | null> {
  const before = context.catalog.current.models.get(known.name);
  const { models } = await context.stores.catalog.sources();
  if (models.get(known.name) === 'admin') return null;
  const price = await newPrice(context, principal, known);
  const model = draftOf(context, known.name, known.request, before);
  const shown = before === undefined ? '' : JSON.stringify(modelSettings(before));
  if (before !== undefined && price === null && JSON.stringify(modelSettings({ ...model, prices: before.prices })) === shown)
    return null;
  return { model, source: known.source, updatedAtMs: context.clock.nowMs(), price };
}

/** Whether `ensureModel` would change something. */
export async function wouldChangeModel(context: ControlContext, principal: Principal, known: KnownModel): Promise<boolean> {
  requireOperator(principal, 'model');
  return (await planOf(context, principal, known)) !== null;
}

/** Stores a predefined model, unless it is unchanged or an administrator changed or deleted it. */
export function ensureModel(context: ControlContext, principal: Principal, known: KnownModel): Promise<Model | undefined> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'model');
    const plan = await planOf(context, principal, known);
    return plan === null ? context.catalog.current.models.get(known.name) : await putInLine(context, principal, plan);
  });
}
