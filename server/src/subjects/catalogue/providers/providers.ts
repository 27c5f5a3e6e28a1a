import type { CreateProviderRequest, PatchProviderRequest } from '@tollgate/contract/catalogue/providers';
import { readQuirks } from '@tollgate/contract/catalogue/quirks';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { isCalledPlainly } from '../../../domain/catalog/is-called-plainly.ts';
import { isInMaintenance, maintenanceOf } from '../../../domain/catalog/maintenance.ts';
import { isPlain } from '../../../domain/catalog/plain-key.ts';
import type { Price, Provider, ProviderModel } from '../../../domain/catalog/model.ts';
import { auditEntry, found, type ControlContext } from '../../../control/control-context.ts';
import { catalogIntoForce } from '../../../control/into-force.ts';
import { requireIsolationKnown, requireServedAccount } from './own-upstreams.ts';
import { omitUndefined } from '../../../control/omit-undefined.ts';
import type { RecordSource } from '../catalog-ports.ts';
import { requireCardsKnown } from '../prices/price-changes.ts';
import type { Principal } from '../../../control/principal.ts';
import {
  providerRevision,
  providerSettings,
  readDialects,
  readOffers,
  readRoutes,
  requireChatDialects,
} from './provider-settings.ts';
import { requireOperator } from '../../../control/within-scope.ts';

function refuseTakenName(context: ControlContext, name: string, ownId: string | null): void {
  const taken = context.catalog.current.providers.find((provider) => provider.name === name);
  if (taken !== undefined && taken.id !== ownId) throw refusal('provider_name_taken', { name });
}

/** @throws {ApiError} 404; 409 for a built-in provider, which is not stored in the database. */
async function changeable(context: ControlContext, id: string): Promise<Provider> {
  const provider = found(
    context.catalog.current.providers.find((one) => one.id === id),
    'provider',
  );
  const { providers } = await context.stores.catalog.sources();
  if (!providers.has(id)) throw refusal('provider_built_in', { name: provider.name });
  return provider;
}

function note(action: string, id: string, before: Provider | null, after: Provider | null) {
  return {
    action,
    objectKind: 'provider',
    objectId: id,
    before: before === null ? undefined : providerSettings(before),
    after: after === null ? undefined : providerSettings(after),
  };
}

function costOf({ cost }: ProviderModel): Price | null {
  return cost;
}

/** Why each part requires newer versions: older ones would misread it. */
const reasonWithout = {
  addresses: 'route_addresses_need_upgrade',
  keys: 'route_keys_need_upgrade',
  dialects: 'provider_dialects_need_upgrade',
  maintenance: 'route_maintenance_needs_upgrade',
} as const;

async function requireNodesWith({ stores }: ControlContext, part: keyof typeof reasonWithout, isUsed: boolean): Promise<void> {
  const nodes = isUsed ? await stores.catalog.nodesWithout(part) : [];
  if (nodes.length > 0) throw refusal(reasonWithout[part], { nodes });
}

/** Refuses parts that older versions would charge or call wrongly. @throws {ApiError} 409 naming their nodes. */
async function requireKnown(context: ControlContext, provider: Provider): Promise<void> {
  const { models, routes, accountId, chatDialects } = provider;
  await requireIsolationKnown(context, accountId !== undefined);
  await requireCardsKnown(context, models.map(costOf));
  await requireNodesWith(context, 'addresses', !routes.every(isCalledPlainly));
  await requireNodesWith(context, 'keys', !routes.every(({ keys }) => isPlain(keys)));
  await requireNodesWith(context, 'dialects', chatDialects.length > 1);
  await requireNodesWith(
    context,
    'maintenance',
    routes.some((route) => isInMaintenance(provider, route)),
  );
}

const defaults = { dialects: {}, mediaHosts: [], priority: 100, weight: 1, enabled: true, routes: [], models: [], quirks: {} };

/** Merges the requested changes into the current provider. */
function changed(context: ControlContext, request: PatchProviderRequest, before: Provider): Provider {
  const parts = omitUndefined({
    name: request.name,
    priority: request.priority,
    weight: request.weight,
    enabled: request.enabled,
    mediaHosts: request.media_hosts,
  });
  const { accountId: servedBefore, maintenance, ...others } = before;
  const accountId = request.account_id === undefined ? servedBefore : (request.account_id ?? undefined);
  return {
    ...others,
    ...(accountId === undefined ? {} : { accountId }),
    ...maintenanceOf(request.maintenance ?? maintenance),
    ...parts,
    ...readDialects(context, request),
    routes: request.routes === undefined ? before.routes : readRoutes(context, request.routes, before.routes),
    models: request.models === undefined ? before.models : readOffers(context, request.models),
    quirks: { ...before.quirks, ...readQuirks(request.quirks ?? {}) },
  };
}

function fresh(context: ControlContext, request: CreateProviderRequest): Provider {
  const chatDialects = requireChatDialects(context, request);
  return changed(context, request, { id: context.ids.named('prv'), name: request.name, chatDialects, ...defaults });
}

/** Protocols of chat that an upstream may speak, for one that nobody has asked yet. */
function knownChatDialects({ dialects }: ControlContext): string[] {
  return [...dialects].filter(([, kind]) => kind === 'chat').map(([name]) => name);
}

/** A provider as it would be stored; without protocols of chat it has all of them. @throws {ApiError} 400, 409 for a taken name */
export async function draftProvider(
  context: ControlContext,
  principal: Principal,
  request: Omit<CreateProviderRequest, 'models'>,
): Promise<Provider> {
  requireOperator(principal, 'provider');
  refuseTakenName(context, request.name, null);
  const isNamed = request.dialect !== undefined || request.chat_dialects !== undefined;
  const spoken = isNamed ? {} : { chat_dialects: knownChatDialects(context) };
  const provider = fresh(context, { ...request, ...spoken, models: [] });
  if (provider.accountId !== undefined) await requireServedAccount(context, principal, provider.accountId);
  return provider;
}

/** All providers, including the built-in one. */
export function listProviders(context: ControlContext, principal: Principal): readonly Provider[] {
  requireOperator(principal, 'provider');
  return context.catalog.current.providers;
}

/** @throws {ApiError} 404 */
export function findProvider(context: ControlContext, principal: Principal, id: string): Provider {
  return found(
    listProviders(context, principal).find((one) => one.id === id),
    'provider',
  );
}

/** Adds a provider. It can list models that do not exist yet. */
export function createProvider(context: ControlContext, principal: Principal, request: CreateProviderRequest): Promise<Provider> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'provider');
    refuseTakenName(context, request.name, null);
    const provider = fresh(context, request);
    if (provider.accountId !== undefined) await requireServedAccount(context, principal, provider.accountId);
    await requireKnown(context, provider);
    const origin = { source: 'admin' as const, atMs: context.clock.nowMs() };
    const entry = auditEntry(context, principal, note('provider.create', provider.id, null, provider));
    await context.stores.catalog.putProvider(provider, origin, entry);
    await catalogIntoForce(context);
    return provider;
  });
}

/** @throws {ApiError} 409 if someone else has changed the provider since. */
function requireUnchanged(before: Provider, { if_revision: revision }: PatchProviderRequest): void {
  const isSame = revision === undefined || providerRevision(before) === revision;
  if (!isSame) throw refusal('provider_changed', { name: before.name });
}

/** Replaces the parts in the request; all others stay unchanged. */
export function patchProvider(
  context: ControlContext,
  principal: Principal,
  id: string,
  request: PatchProviderRequest,
): Promise<Provider> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'provider');
    const before = await changeable(context, id);
    requireUnchanged(before, request);
    if (request.name !== undefined) refuseTakenName(context, request.name, id);
    const after = changed(context, request, before);
    if (after.accountId !== undefined) await requireServedAccount(context, principal, after.accountId);
    await requireKnown(context, after);
    const origin = { source: 'admin' as const, atMs: context.clock.nowMs() };
    const entry = auditEntry(context, principal, note('provider.patch', id, before, after));
    await context.stores.catalog.putProvider(after, origin, entry);
    await catalogIntoForce(context);
    return after;
  });
}

export function deleteProvider(context: ControlContext, principal: Principal, id: string): Promise<Provider> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'provider');
    const before = await changeable(context, id);
    await context.stores.catalog.removeProvider(id, auditEntry(context, principal, note('provider.delete', id, before, null)));
    await catalogIntoForce(context);
    return before;
  });
}

/** A provider that the service itself defines at start-up. */
export interface KnownProvider {
  readonly request: CreateProviderRequest;
  readonly source: Exclude<RecordSource, 'admin'>;
}

interface PlannedProvider {
  readonly before: Provider | null;
  readonly after: Provider;
}

/** The planned change to a predefined provider. It is the provider itself if nothing changes or an administrator changed it. */
async function planOf(context: ControlContext, known: KnownProvider): Promise<PlannedProvider> {
  const before = context.catalog.current.providers.find(({ name }) => name === known.request.name) ?? null;
  if (before !== null) {
    const { providers } = await context.stores.catalog.sources();
    if (providers.get(before.id) === 'admin') return { before, after: before };
  }
  const after = before === null ? fresh(context, known.request) : changed(context, known.request, before);
  return { before, after: before !== null && sameProvider(before, after) ? before : after };
}

/** Whether `ensureProvider` would change something. */
export async function wouldChangeProvider(context: ControlContext, principal: Principal, known: KnownProvider): Promise<boolean> {
  requireOperator(principal, 'provider');
  const { before, after } = await planOf(context, known);
  return before !== after;
}

/**
 * Creates or updates a predefined provider, for example after its key changed in the environment. Skips it if nothing changed or an
 * administrator changed it.
 */
export function ensureProvider(context: ControlContext, principal: Principal, known: KnownProvider): Promise<Provider> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'provider');
    const { before, after } = await planOf(context, known);
    if (before === after) return after;
    await requireKnown(context, after);
    const origin = { source: known.source, atMs: context.clock.nowMs() };
    const action = before === null ? 'provider.create' : 'provider.patch';
    await context.stores.catalog.putProvider(
      after,
      origin,
      auditEntry(context, principal, note(action, after.id, before, after)),
    );
    await catalogIntoForce(context);
    return after;
  });
}

/** Offers have no order; the database returns them in any order. */
function sameProvider(left: Provider, right: Provider): boolean {
  const comparable = (provider: Provider): string => {
    const models = provider.models.toSorted((one, other) => (one.model < other.model ? -1 : 1));
    return JSON.stringify([
      providerSettings({ ...provider, models }),
      provider.routes.map(({ keys }) => keys.map(({ apiKey }) => apiKey)),
    ]);
  };
  return comparable(left) === comparable(right);
}
