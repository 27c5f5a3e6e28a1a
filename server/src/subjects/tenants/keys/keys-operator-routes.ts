import { operatorTenantsRoutes } from '@tollgate/contract/tenants/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { NewKeyAnswer } from '@tollgate/contract/tenants/operator-keys';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import { createKey, deleteKey, patchKey, resetKey, type NewKey } from './keys.ts';
import { listKeys } from './list-keys.ts';
import { findKey } from '../../../control/within-scope.ts';
import type { KeyRecord } from '../../../domain/tenants/tenant-records.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../../admin-api/admin-deps.ts';
import { keyView } from './key-view.ts';
const places = timePlaces(({ key }: KeyRecord) => ({ atMs: key.createdAtMs, id: key.id }));

async function newKeyView(control: ControlContext, { record, value, warnings }: NewKey): Promise<NewKeyAnswer> {
  return { ...(await keyView(control, record)), key: value, warnings: [...warnings] };
}

export const keysResource: AdminResource = (app, deps) => {
  ofAccounts(app, deps);
  ofKeys(app, deps);
};

function ofAccounts(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  addRoute(app, operatorTenantsRoutes.createKey, async (request) => {
    const made = await createKey(control, principalOf(deps, request), request.params.id, request.body);
    return await newKeyView(control, made);
  });

  addRoute(app, operatorTenantsRoutes.listKeys, async (request) => {
    const { params, query } = request;
    const filter = { accountId: params.id, subAccountId: query.sub_account_id, search: query.search };
    const load = await listKeys(control, principalOf(deps, request), filter);
    const { rows, next } = await readPage({ query, places, load });
    return { data: await Promise.all(rows.map((record) => keyView(control, record))), next };
  });
}

function ofKeys(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  addRoute(app, operatorTenantsRoutes.readKey, async (request) =>
    keyView(control, await findKey(control, principalOf(deps, request), request.params.id)),
  );

  addRoute(app, operatorTenantsRoutes.changeKey, async (request) => {
    const { record, warnings } = await patchKey(control, principalOf(deps, request), request.params.id, request.body);
    return { ...(await keyView(control, record)), warnings: [...warnings] };
  });

  addRoute(app, operatorTenantsRoutes.deleteKey, async (request) =>
    keyView(control, await deleteKey(control, principalOf(deps, request), request.params.id)),
  );

  addRoute(app, operatorTenantsRoutes.resetKey, async (request) => {
    const made = await resetKey(control, principalOf(deps, request), request.params.id);
    return await newKeyView(control, made);
  });
}
