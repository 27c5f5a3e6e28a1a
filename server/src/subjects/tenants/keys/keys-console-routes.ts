import { tenantsRoutes } from '@tollgate/contract/tenants/console-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { KeyStatus } from '@tollgate/contract/enumerations';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import { showAmount, showCap } from '../../../control/amounts.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import { createKey, deleteKey, patchKey, resetKey, type NewKey } from './keys.ts';
import { listKeys } from './list-keys.ts';
import type { KeysFilter } from './key-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { suggestedCaps } from './suggested-caps.ts';
import { findKey } from '../../../control/within-scope.ts';
import type { KeyRecord } from '../../../domain/tenants/tenant-records.ts';
import { ownKeyView, ownKeyViews } from './own-key-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../../console-api/console-deps.ts';
import { principalOf } from '../../../console-api/request-principal.ts';
const places = timePlaces(({ key }: KeyRecord) => ({ atMs: key.createdAtMs, id: key.id }));

async function newKeyView(control: ControlContext, principal: Principal, { record, value, warnings }: NewKey) {
  return { ...(await ownKeyView(control, principal, record)), key: value, warnings: [...warnings] };
}

/** The stored statuses for a filter; whether a key is paused is computed from its figures. */
function storedAs(status: KeyStatus | 'all' | undefined): Pick<KeysFilter, 'statuses' | 'isExpired'> {
  if (status === 'all') return {};
  if (status === undefined) return { statuses: ['available', 'disabled'] };
  if (status === 'available' || status === 'paused') return { statuses: ['available'], isExpired: false };
  if (status === 'expired') return { statuses: ['available'], isExpired: true };
  return { statuses: [status] };
}

export const keysResource: ConsoleResource = (app, deps) => {
  ofAccounts(app, deps);
  ofKeys(app, deps);
  besideSettings(app, deps);
};

function ofAccounts(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, tenantsRoutes.listKeys, async (request) => {
    const { params, query } = request;
    const principal = principalOf(request);
    const { search, status, sub_account_id: subAccountId } = query;
    const filter = { accountId: params.accountId, subAccountId, search, ...storedAs(status), nowMs: control.clock.nowMs() };
    const { rows, next } = await readPage({ query, places, load: await listKeys(control, principal, filter) });
    const views = await ownKeyViews(control, principal, params.accountId, rows);
    const isWorkedOut = status === 'available' || status === 'paused';
    return { data: isWorkedOut ? views.filter((view) => view.status === status) : views, next };
  });

  addRoute(app, tenantsRoutes.createKey, async (request) => {
    const principal = principalOf(request);
    const { scope } = principal;
    const bound = scope.kind === 'account' ? scope.subAccountId : null;
    const wanted = bound === null ? request.body : { sub_account_id: bound, ...request.body };
    const made = await createKey(control, principal, request.params.accountId, wanted);
    return await newKeyView(control, principal, made);
  });
}

function ofKeys(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, tenantsRoutes.readKey, async (request) => {
    const principal = principalOf(request);
    return ownKeyView(control, principal, await findKey(control, principal, request.params.keyId));
  });

  addRoute(app, tenantsRoutes.changeKey, async (request) => {
    const principal = principalOf(request);
    const { record, warnings } = await patchKey(control, principal, request.params.keyId, request.body);
    return { ...(await ownKeyView(control, principal, record)), warnings: [...warnings] };
  });

  addRoute(app, tenantsRoutes.deleteKey, async (request) => {
    const principal = principalOf(request);
    return ownKeyView(control, principal, await deleteKey(control, principal, request.params.keyId));
  });
}

function besideSettings(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, tenantsRoutes.resetKey, async (request) => {
    const principal = principalOf(request);
    const made = await resetKey(control, principal, request.params.keyId);
    return await newKeyView(control, principal, made);
  });

  addRoute(app, tenantsRoutes.suggestCaps, async (request) => {
    const caps = await suggestedCaps(control, principalOf(request), request.params.keyId);
    return {
      days: caps.days,
      average_day: showAmount(caps.averageDay),
      peak_day: showAmount(caps.peakDay),
      daily_cap: showCap(caps.dailyCap),
      monthly_cap: showCap(caps.monthlyCap),
    };
  });
}
