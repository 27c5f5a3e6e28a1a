import { probeRequest, probesAnswer } from '@tollgate/contract/admin/probes';
import { answers } from '../control-http/route-schema.ts';
import { showAmount } from '../control/amounts.ts';
import { chooseProbe, readProbes, type Probes } from '../control/probes.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Incidents'];

function view({ budgetPerDay, spentToday, models }: Probes) {
  return {
    ...{ budget_per_day: showAmount(budgetPerDay), spent_today: showAmount(spentToday) },
    models: models.map(({ model, isProbed }) => ({ model, probed: isProbed })),
  };
}

export const probesResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/probes',
    {
      schema: {
        tags,
        summary: 'Read which models are probed',
        description:
          'Chat models that hardly anybody calls are called by ourselves once in five minutes, by the smallest call there is, so that the status page knows how they fare. Nobody is charged.',
        response: answers(probesAnswer),
      },
    },
    async (request) => view(await readProbes(control, principalOf(deps, request))),
  );

  app.put(
    '/probes',
    {
      schema: {
        tags,
        summary: 'Probe a model, or not',
        body: probeRequest,
        response: answers(probesAnswer),
      },
    },
    async (request) => view(await chooseProbe(control, principalOf(deps, request), request.body)),
  );
};
