import { operatorCatalogueRoutes } from '@tollgate/contract/catalogue/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { simulateRoute } from './simulate-route.ts';
import { fetchModels, listVendors, testProvider, tryProvider } from './test-provider.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';

export const providerTestsResource: AdminResource = (app, deps) => {
  addRoute(app, operatorCatalogueRoutes.testProvider, async (request) => {
    const asked = { ...deps, request: request.body ?? {} };
    return testProvider(deps.control, principalOf(deps, request), request.params.id, asked);
  });

  addRoute(app, operatorCatalogueRoutes.listVendors, (request) => listVendors(deps.control, principalOf(deps, request), deps));

  addRoute(app, operatorCatalogueRoutes.tryProvider, async (request) =>
    tryProvider(deps.control, principalOf(deps, request), { ...deps, request: request.body }),
  );

  addRoute(app, operatorCatalogueRoutes.simulateRoute, (request) =>
    simulateRoute(deps.control, principalOf(deps, request), { ...deps, request: request.body }),
  );

  addRoute(app, operatorCatalogueRoutes.listUpstreamModels, async (request) =>
    fetchModels(deps.control, principalOf(deps, request), request.params.id, deps),
  );
};
