import type { PutOverrideRequest } from '@tollgate/contract/admin/models';
import type { PriceOwnerKind } from '@tollgate/contract/enumerations';
import { ApiError } from '@tollgate/contract/errors';
import type { PriceOverride } from '../domain/catalog/catalog.ts';
import type { Price } from '../domain/catalog/model.ts';
import { versionInForce } from '../domain/catalog/price.ts';
import { ownLabel } from '../domain/catalog/price-label.ts';
import { auditEntry, found, type ControlContext } from './control-context.ts';
import { catalogIntoForce } from './into-force.ts';
import { previewOf, requireCardsKnown, requireMeant } from './price-changes.ts';
import { nextVersion, priceStarts, readModelPrice, readStart, samePrice, showPrice } from './prices.ts';
import type { Principal } from './principal.ts';
import { showTime } from './tenant-settings.ts';
import { findAccount, requireAccount, requireOperator } from './within-scope.ts';

/** Whose own price it is, and for which model. */
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

/** All prices of its own that a plan or an account has, or had. An account sees those of its own. @throws {ApiError} 404 */
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

async function addVersion(
  context: ControlContext,
  principal: Principal,
  target: OverrideTarget,
  version: Version,
): Promise<PriceOverride> {
  const before = current(context, target);
  const number = nextVersion(before?.versions ?? []);
  const added = { version: number, ...version, label: ownLabel(target, target.model, number) };
  const after: PriceOverride = { ...target, versions: [...(before?.versions ?? []), added] };
  const note = {
    action: version.price === null ? 'price-override.delete' : 'price-override.put',
    objectKind: target.ownerKind,
    objectId: target.ownerId,
    before: before === undefined ? undefined : overrideSettings(before),
    after: overrideSettings(after),
  };
  const draft = { ...target, version: number, ...version, createdAtMs: context.clock.nowMs(), actor: principal.name };
  await context.stores.catalog.putOverride(draft, auditEntry(context, principal, note));
  await catalogIntoForce(context);
  return current(context, target) ?? after;
}

/** An own price that was put, and what it makes of typical calls. */
export interface PutOverride {
  readonly override: PriceOverride;
  readonly preview: ReturnType<typeof previewOf> | undefined;
}

/** Gives a plan or account a price of its own for one model, in place of the list price and its multipliers. */
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
    const standing = before === undefined ? undefined : versionInForce(before.versions, fromMs);
    if (before !== undefined && samePrice(standing?.price, price)) return { override: before, preview: undefined };
    const replaced = standing?.price ?? versionInForce(model.prices, fromMs)?.price ?? null;
    const change = { kind: model.kind, before: replaced, after: price, fromMs };
    requireMeant(change, request.confirm);
    await requireCardsKnown(context, [price]);
    const override = await addVersion(context, principal, target, { fromMs, price });
    return { override, preview: previewOf(change) };
  });
}

/** Withdraws it from now on, what was planned included; the list price holds again. */
export function withdrawOverride(context: ControlContext, principal: Principal, target: OverrideTarget): Promise<PriceOverride> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, target.ownerKind);
    await requireOwner(context, principal, target);
    const before = current(context, target);
    if (before === undefined) throw new ApiError('not_found', { message: 'There is no price of its own for this model.' });
    // One that was withdrawn and has nothing planned stays as it is.
    const nowMs = context.clock.nowMs();
    let after = before;
    for (const fromMs of priceStarts(before.versions, nowMs))
      after = await addVersion(context, principal, target, { fromMs, price: null });
    return after;
  });
}
