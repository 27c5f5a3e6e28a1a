import type { PatchKeyRequest } from '@tollgate/contract/tenants/operator-keys';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { Key } from '../../../domain/tenants/tenant.ts';
import { capsAfter, capWarnings } from '../caps.ts';
import { invalid, type ControlContext } from '../../../control/control-context.ts';
import { modelList, unknownModels } from '../sub-accounts/sub-accounts.ts';

/** Settings that the owner of a key controls. */
export type KeySettings = Pick<
  Key,
  | 'remark'
  | 'dailyCap'
  | 'monthlyCap'
  | 'capArming'
  | 'ipAllowList'
  | 'modelAllowList'
  | 'expiresAtMs'
  | 'strict'
  | 'domesticOnly'
  | 'routing'
  | 'preferredRoute'
  | 'limits'
>;

export interface ReadSettings {
  readonly settings: KeySettings;
  readonly warnings: readonly string[];
}

/** Merges the requested fields into the current settings. @throws {ApiError} 400 naming the field. */
export function settingsOf(
  context: ControlContext,
  { accountId, before }: { readonly accountId: string; readonly before: KeySettings },
  request: PatchKeyRequest,
): ReadSettings {
  const caps = capsAfter(before, request);
  const { entries, warnings } = addressesAfter(context, before, request);
  const settings: KeySettings = {
    remark: request.remark ?? before.remark,
    ...caps,
    ipAllowList: entries,
    modelAllowList: request.model_allow_list === undefined ? before.modelAllowList : modelList(request.model_allow_list),
    expiresAtMs: expiryAfter(context, before.expiresAtMs, request.expires_at),
    strict: request.strict ?? before.strict,
    domesticOnly: request.domestic_only ?? before.domesticOnly,
    routing: request.routing === undefined ? before.routing : request.routing,
    preferredRoute: request.preferred_route === undefined ? before.preferredRoute : request.preferred_route,
    limits: limitsAfter(before.limits, request.limits),
  };
  return {
    settings,
    warnings: [...warnings, ...unknownModels(context, accountId, request.model_allow_list), ...capWarnings(caps)],
  };
}

function addressesAfter(
  context: ControlContext,
  before: KeySettings,
  request: PatchKeyRequest,
): { readonly entries: readonly string[]; readonly warnings: readonly string[] } {
  if (request.ip_allow_list === undefined) return { entries: before.ipAllowList, warnings: [] };
  const parsed = context.parseIpAllowList(request.ip_allow_list);
  if (parsed.entries.length === 0 && before.ipAllowList.length > 0 && request.confirm_open !== true) {
    throw refusal('allow_list_empties', {}, { param: 'ip_allow_list' });
  }
  return parsed;
}

function expiryAfter(context: ControlContext, before: number | null, text: string | null | undefined): number | null {
  if (text === undefined) return before;
  if (text === null) return null;
  const atMs = Date.parse(text);
  if (atMs <= context.clock.nowMs()) throw invalid('expires_at', 'must be in the future; to end a key now, disable or delete it');
  return atMs;
}

function limitsAfter(before: Key['limits'], request: PatchKeyRequest['limits']): Key['limits'] {
  if (request === undefined) return before;
  if (request === null) return {};
  const merged = {
    requestsPerMinute: request.requests_per_minute === undefined ? before.requestsPerMinute : request.requests_per_minute,
    tokensPerMinute: request.tokens_per_minute === undefined ? before.tokensPerMinute : request.tokens_per_minute,
    concurrency: request.concurrency === undefined ? before.concurrency : request.concurrency,
  };
  return {
    ...(typeof merged.requestsPerMinute === 'number' ? { requestsPerMinute: merged.requestsPerMinute } : {}),
    ...(typeof merged.tokensPerMinute === 'number' ? { tokensPerMinute: merged.tokensPerMinute } : {}),
    ...(typeof merged.concurrency === 'number' ? { concurrency: merged.concurrency } : {}),
  };
}
