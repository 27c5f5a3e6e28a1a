import type { PutOverrideRequest } from '@tollgate/contract/catalogue/operator-models';
import type { PriceOwnerKind } from '@tollgate/contract/enumerations';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { PriceOverride } from '../../../domain/catalog/catalog.ts';
import type { Price } from '../../../domain/catalog/model.ts';
import { versionInForce } from '../../../domain/catalog/price.ts';
import { ownLabel } from '../../../domain/catalog/price-label.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../../control/control-context.ts';
import { catalogIntoForce } from '../../../control/into-force.ts';
import { previewOf, requireCardsKnown, requireMeant } from './price-changes.ts';
import { nextVersion, priceStarts, readModelPrice, readStart, samePrice, showPrice } from './prices.ts';
import type { Principal } from '../../../control/principal.ts';
import { showTime } from '../../../control/show-time.ts';
import { findAccount, requireAccount, requireOperator } from '../../../control/within-scope.ts';

/** The owner and the model of a custom price. */
export interface OverrideTarget {
  readonly ownerKind: PriceOwnerKind;
  readonly ownerId: string;
  readonly model: string;
}

export function overrideSettings(override: PriceOverride) {
  return {
    owner_kind: override.ownerKind,
    owner_id: override.ownerId,
    model: override.model,
    versions: override.versions.map(({ version, fromMs, price }) => ({
      version,
      from: showTime(fromMs),
      price: price === null ? null : showPrice(price),
    })),
  };
}

function current(context: ControlContext, target: OverrideTarget): PriceOverride | undefined {
  return context.catalog.current.overrides.get(`${target.ownerKind}:${target.ownerId}:${target.model}`);
}

/** All current and past custom prices of a plan or account. An account sees its own. @throws {ApiError} 404 */
export function listOverrides(
  context: ControlContext,
  principal: Principal,
  { ownerKind, ownerId }: Omit<OverrideTarget, 'model'>,
): readonly PriceOverride[] {
  if (ownerKind === 'plan') requireOperator(principal, 'plan');
  else requireAccount(principal, ownerId);
  const all = [...context.catalog.current.overrides.values()];
  return all.filter((override) => override.ownerKind === ownerKind && override.ownerId === ownerId);
}

async function requireOwner(
  context: ControlContext,
  principal: Principal,
  { ownerKind, ownerId }: OverrideTarget,
): Promise<void> {
  if (ownerKind === 'plan') found(await context.stores.plans.find(ownerId), 'plan');
  else await findAccount(context, principal, ownerId);
}

interface Version {
  readonly fromMs: number;
  readonly price: Price | null;
}

async function addVersions(
  context: ControlContext,
  principal: Principal,
  target: OverrideTarget,
  versions: readonly Version[],
): Promise<PriceOverride> {
  const before = current(context, target);
  const first = nextVersion(before?.versions ?? []);
  const added = versions.map((version, at) => {
    const number = first + at;
    return { version: number, ...version, label: ownLabel(target, target.model, number) };
  });
  const after: PriceOverride = { ...target, versions: [...(before?.versions ?? []), ...added] };
  const note = {
    action: versions.every(({ price }) => price === null) ? 'price-override.delete' : 'price-override.put',
    objectKind: target.ownerKind,
    objectId: target.ownerId,
    before: before === undefined ? undefined : overrideSettings(before),
    after: overrideSettings(after),
  };
  const origin = { createdAtMs: context.clock.nowMs(), actor: principal.name };
  const drafts = added.map(({ version, fromMs, price }) => ({ ...target, version, fromMs, price, ...origin }));
  await context.stores.catalog.putOverride(drafts, auditEntry(context, principal, note));
  await catalogIntoForce(context);
  return current(context, target) ?? after;
}

/** @throws {ApiError} 400 if the price would end before it starts. */
function readEnd(fromMs: number, text: string | undefined): number | null {
  if (text === undefined) return null;
  const untilMs = Date.parse(text);
  if (untilMs <= fromMs) throw invalid('price_until', 'must be after the start of the price');
  return untilMs;
}

/**
 * Additional versions that a new price needs after its first one. The new price continues past scheduled ends of its predecessor. At its
 * own end, it gives way to the price that would apply without it. A predecessor in force does not return.
 * @throws {ApiError} 409 if another price starts before this one ends
 */
function versionsBehind(
  known: PriceOverride['versions'],
  { fromMs, price }: Version,
  untilMs: number | null,
): readonly Version[] {
  const priceAt = (atMs: number): Price | null => versionInForce(known, atMs)?.price ?? null;
  const later = [...new Set(known.map((version) => version.fromMs))]
    .filter((atMs) => atMs > fromMs && (untilMs === null || atMs < untilMs))
    .toSorted((left, right) => left - right);
  const planned = later.find((atMs) => priceAt(atMs) !== null && !samePrice(priceAt(atMs), price));
  const carried = later
    .filter((atMs) => priceAt(atMs) === null && (planned === undefined || atMs < planned))
    .map((atMs) => ({ fromMs: atMs, price }));
  if (untilMs === null) return carried;
  if (planned !== undefined) throw refusal('other_price_planned', { from: showTime(planned) });
  const then = priceAt(untilMs);
  return [...carried, { fromMs: untilMs, price: samePrice(then, price) ? null : then }];
}

/** A period of a custom price that is current or in the future. */
export interface PriceTerm {
  readonly fromMs: number;
  /** `null` if it has no end. */
  readonly untilMs: number | null;
  readonly price: Price;
  readonly version: number;
  readonly createdAtMs: number;
  readonly actor: string;
}

/** Periods of custom prices by model, with the actor who set them. @throws {ApiError} 404 */
export async function priceTerms(
  context: ControlContext,
  principal: Principal,
  overrides: readonly PriceOverride[],
): Promise<ReadonlyMap<string, readonly PriceTerm[]>> {
  requireOperator(principal, 'price');
  const [first] = overrides;
  if (first === undefined) return new Map();
  const origins = await context.stores.catalog.overrideOrigins(first.ownerKind, first.ownerId);
  const originOf = new Map(origins.map((origin) => [`${String(origin.version)} ${origin.model}`, origin]));
  const nowMs = context.clock.nowMs();
  return new Map(
    overrides.map(({ model, versions }) => [
      model,
      spansOf(versions)
        .filter(({ untilMs }) => untilMs === null || untilMs > nowMs)
        .map((span) => {
          const origin = originOf.get(`${String(span.version)} ${model}`);
          return { ...span, createdAtMs: origin?.createdAtMs ?? span.fromMs, actor: origin?.actor ?? '' };
        }),
    ]),
  );
}

type Span = Omit<PriceTerm, 'createdAtMs' | 'actor'>;

/** Periods of each price; consecutive versions with equal prices form one period. */
function spansOf(versions: PriceOverride['versions']): readonly Span[] {
  const changes = [...new Set(versions.map(({ fromMs }) => fromMs))].toSorted((left, right) => left - right);
  const spans: Span[] = [];
  for (const [at, fromMs] of changes.entries()) {
    const held = versionInForce(versions, fromMs);
    const price = held?.price ?? null;
    if (held === undefined || price === null) continue;
    const untilMs = changes[at + 1] ?? null;
    const last = spans.at(-1);
    if (last?.untilMs === fromMs && samePrice(last.price, price)) spans.splice(-1, 1, { ...last, untilMs });
    else spans.push({ fromMs, untilMs, price, version: held.version });
  }
  return spans;
}

/** A new custom price, and its effect on typical calls. */
export interface PutOverride {
  readonly override: PriceOverride;
  readonly preview: ReturnType<typeof previewOf> | undefined;
}

/** Gives a plan or account a custom price for one model. It replaces the list price and its multipliers. */
export function putOverride(
  context: ControlContext,
  principal: Principal,
  target: OverrideTarget,
  request: PutOverrideRequest,
): Promise<PutOverride> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, target.ownerKind);
    await requireOwner(context, principal, target);
    const model = found(context.catalog.current.models.get(target.model), 'model');
    const price = readModelPrice('price', request.price, model.kind);
    const fromMs = readStart(context, request.price_from);
    const before = current(context, target);
    const known = before?.versions ?? [];
    const standing = versionInForce(known, fromMs);
    const behind = versionsBehind(known, { fromMs, price }, readEnd(fromMs, request.price_until));
    if (before !== undefined && samePrice(standing?.price, price)) {
      const override = behind.length === 0 ? before : await addVersions(context, principal, target, behind);
      return { override, preview: undefined };
    }
    const replaced = standing?.price ?? versionInForce(model.prices, fromMs)?.price ?? null;
    const change = { kind: model.kind, before: replaced, after: price, fromMs };
    requireMeant(change, request.confirm);
    await requireCardsKnown(context, [price]);
    const override = await addVersions(context, principal, target, [{ fromMs, price }, ...behind]);
    return { override, preview: previewOf(change) };
  });
}

/** Withdraws the custom price from now on, including scheduled versions. The list price applies again. */
export function withdrawOverride(context: ControlContext, principal: Principal, target: OverrideTarget): Promise<PriceOverride> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, target.ownerKind);
    await requireOwner(context, principal, target);
    const before = current(context, target);
    if (before === undefined) throw refusal('no_own_price');
    // Nothing changes if the price is already withdrawn and no version is scheduled.
    const nowMs = context.clock.nowMs();
    const ends = priceStarts(before.versions, nowMs).map((fromMs) => ({ fromMs, price: null }));
    return ends.length === 0 ? before : addVersions(context, principal, target, ends);
  });
}
