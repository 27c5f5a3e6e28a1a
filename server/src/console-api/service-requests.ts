import { accountParams } from '@tollgate/contract/console/account';
import { planOffers } from '@tollgate/contract/console/plan-offers';
import {
  createServiceRequest,
  ownServiceRequests,
  serviceRequestAnswer,
  serviceRequestParams,
} from '@tollgate/contract/service-requests';
import { answers } from '../control-http/route-schema.ts';
import { offeredPlans } from '../control/plans.ts';
import { createRequest, listOwnRequests, withdrawRequest } from '../control/service-requests.ts';
import { requestView } from '../views/request-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: requests'];
const listPath = `${accountPath}/service-requests`;

/** Plans, and requests for the dedicated channel and for private deployment. */
export const serviceRequestsResource: ConsoleResource = (app, { control }) => {
  app.get(
    '/plans',
    {
      config: { who: 'everybody' },
      schema: { tags, summary: 'Read the plans', description: 'In order, with their limits.', response: answers(planOffers) },
    },
    async () => ({
      data: (await offeredPlans(control)).map(({ plan: { id, name, limits, concurrencyRecommended } }) => ({
        ...{ id, name, requests_per_minute: limits.requestsPerMinute, concurrency_ceiling: limits.concurrency },
        concurrency_recommended: concurrencyRecommended,
      })),
    }),
  );

  app.get(
    listPath,
    {
      config: { who: 'requests.read' },
      schema: {
        tags,
        summary: 'List requests',
        description: 'For the dedicated channel and for private deployment, with their stages and dates.',
        params: accountParams,
        response: answers(ownServiceRequests),
      },
    },
    async (request) => ({
      data: (await listOwnRequests(control, principalOf(request), request.params.accountId)).map(requestView),
    }),
  );

  app.post(
    listPath,
    {
      config: { who: 'requests.write' },
      schema: {
        tags,
        summary: 'Ask for a dedicated channel or a private deployment',
        description: 'One of each kind may be under way.',
        params: accountParams,
        body: createServiceRequest,
        response: answers(serviceRequestAnswer, 201),
      },
    },
    async (request, reply) => {
      const made = await createRequest(control, principalOf(request), request.params.accountId, request.body);
      return reply.code(201).send(requestView(made));
    },
  );

  app.post(
    `${listPath}/:requestId/withdraw`,
    {
      config: { who: 'requests.write' },
      schema: {
        tags,
        summary: 'Take a request back',
        params: serviceRequestParams,
        response: answers(serviceRequestAnswer),
      },
    },
    async (request) => {
      const { accountId, requestId: id } = request.params;
      return requestView(await withdrawRequest(control, principalOf(request), { accountId, id }));
    },
  );
};
