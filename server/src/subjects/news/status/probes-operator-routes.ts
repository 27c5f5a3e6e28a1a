import { operatorNewsRoutes } from '@tollgate/contract/news/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { showAmount } from '../../../control/amounts.ts';
import { chooseProbe, readProbes, type Probes } from './probes.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';

function view({ budgetPerDay, spentToday, models }: Probes) {
  return {
    budget_per_day: showAmount(budgetPerDay),
    spent_today: showAmount(spentToday),
    models: models.map(({ model, isProbed }) => ({ model, probed: isProbed })),
  };
}

export const probesResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorNewsRoutes.listProbes, async (request) => view(await readProbes(control, principalOf(deps, request))));

  addRoute(app, operatorNewsRoutes.putProbe, async (request) =>
    view(await chooseProbe(control, principalOf(deps, request), request.body)),
  );
};
