import { operatorCatalogueRoutes } from '@tollgate/contract/catalogue/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { namePlaces, pageOfNamed, readPage } from '../../../control-http/paging.ts';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import { createProvider, deleteProvider, findProvider, listProviders, patchProvider } from './providers.ts';
import type { Provider } from '../../../domain/catalog/model.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../../admin-api/admin-deps.ts';
import { providerView } from './provider-view.ts';
const nameOf = ({ name }: Provider): string => name;
const places = namePlaces(nameOf);

export const providersResource: AdminResource = (app, deps) => {
  ofAll(app, deps);
  ofOne(app, deps);
};

function ofAll(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  addRoute(app, operatorCatalogueRoutes.createProvider, async (request) => {
    const provider = await createProvider(control, principalOf(deps, request), request.body);
    return providerView(deps, provider);
  });

  addRoute(app, operatorCatalogueRoutes.listProviders, async (request) => {
    const { query } = request;
    const providers = listProviders(control, principalOf(deps, request));
    const { rows, next } = await readPage({ query, places, load: pageOfNamed(providers, nameOf) });
    return { data: rows.map((provider) => providerView(deps, provider)), next };
  });
}

function ofOne(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  addRoute(app, operatorCatalogueRoutes.readProvider, async (request) =>
    providerView(deps, findProvider(control, principalOf(deps, request), request.params.id)),
  );

  addRoute(app, operatorCatalogueRoutes.changeProvider, async (request) =>
    providerView(deps, await patchProvider(control, principalOf(deps, request), request.params.id, request.body)),
  );

  addRoute(app, operatorCatalogueRoutes.deleteProvider, async (request) =>
    providerView(deps, await deleteProvider(control, principalOf(deps, request), request.params.id)),
  );
}
