import { providerTestAnswer, testProviderRequest } from '@tollgate/contract/admin/provider-tests';
import { upstreamModelsAnswer } from '@tollgate/contract/admin/upstream-models';
import { answers, idParams } from '../control-http/route-schema.ts';
import { fetchModels, testProvider } from '../control/operations.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Providers'];

export const providerTestsResource: AdminResource = (app, deps) => {
  app.post(
    '/providers/:id/test',
    {
      schema: {
        tags,
        summary: 'Try a provider out',
        description:
          'One small real call for each operation it speaks, with each key of each route, judged as the answers of customers are: latency, figures, deviations from the protocol and the quirks that would help. The upstream may charge a fraction of a cent for it; no account is. Takes up to a minute for each call.',
        params: idParams,
        body: testProviderRequest.nullish(),
        response: answers(providerTestAnswer),
      },
    },
    async (request) => {
      const asked = { ...deps, request: request.body ?? {} };
      return testProvider(deps.control, principalOf(deps, request), request.params.id, asked);
    },
  );

  app.get(
    '/providers/:id/upstream-models',
    {
      schema: {
        tags,
        summary: 'List the models that an upstream has',
        description: 'Asks the upstream with the first key of the provider; nothing is changed.',
        params: idParams,
        response: answers(upstreamModelsAnswer),
      },
    },
    async (request) => fetchModels(deps.control, principalOf(deps, request), request.params.id, deps),
  );
};
