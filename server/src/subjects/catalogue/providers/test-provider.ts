import type { ProviderTestAnswer, TestProviderRequest } from '@tollgate/contract/catalogue/provider-tests';
import type { ProviderTryAnswer, TryProviderRequest } from '@tollgate/contract/catalogue/provider-tries';
import type { VendorList } from '@tollgate/contract/catalogue/vendors';
import { modelKinds, type ModelKind } from '@tollgate/contract/enumerations';
import type { UpstreamModelsAnswer } from '@tollgate/contract/catalogue/upstream-models';
import type { ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import { draftProvider, findProvider } from './providers.ts';
import { requireOperator } from '../../../control/within-scope.ts';
import { showTime } from '../../../control/show-time.ts';
import type { Operated } from '../../../control/operations-ports.ts';

/** @throws {ApiError} 404; 409 while another test of the provider runs. */
export async function testProvider(
  context: ControlContext,
  principal: Principal,
  id: string,
  { operations, request }: Operated & { readonly request: TestProviderRequest },
): Promise<ProviderTestAnswer> {
  const provider = findProvider(context, principal, id);
  const checks = await operations.testProvider(provider, request);
  return { provider: provider.name, ok: checks.every(({ result }) => result !== 'failed'), checks };
}

/** @throws {ApiError} 404; 409 if the provider returns no list. */
export async function fetchModels(
  context: ControlContext,
  principal: Principal,
  id: string,
  { operations }: Operated,
): Promise<UpstreamModelsAnswer> {
  const fetched = await operations.fetchModels(findProvider(context, principal, id));
  return { ...fetched, fetched_at: showTime(context.clock.nowMs()) };
}

/** The vendors and the protocols of upstreams that the program knows. */
export function listVendors({ dialects }: ControlContext, principal: Principal, { operations }: Operated): VendorList {
  requireOperator(principal, 'provider');
  const ofKind = (kind: ModelKind) => [...dialects].filter(([, its]) => its === kind).map(([name]) => name);
  const byKind = Object.fromEntries(modelKinds.map((kind) => [kind, ofKind(kind)]));
  return { data: [...operations.vendors], dialects: byKind as VendorList['dialects'] };
}

/** Calls a provider as the request describes it, and stores nothing. @throws {ApiError} 400, 409 while the same one is tried. */
export async function tryProvider(
  context: ControlContext,
  principal: Principal,
  { operations, request }: Operated & { readonly request: TryProviderRequest },
): Promise<ProviderTryAnswer> {
  const { kind = 'chat', model = null, ...settings } = request;
  return operations.tryProvider({ provider: await draftProvider(context, principal, settings), kind, model });
}
