import { plainListQuery } from '@tollgate/contract/admin/lists';
import { createProviderRequest, patchProviderRequest, providerAnswer, providerList } from '@tollgate/contract/admin/providers';
import { namePlaces, pageOfNamed, readPage } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { createProvider, deleteProvider, findProvider, listProviders, patchProvider } from '../control/providers.ts';
import type { Provider } from '../domain/catalog/model.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';
import { providerView } from './provider-view.ts';

const tags = ['Providers'];
const nameOf = ({ name }: Provider): string => name;
const places = namePlaces(nameOf);

export const providersResource: AdminResource = (app, deps) => {
  ofAll(app, deps);
  ofOne(app, deps);
};

function ofAll(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  app.post(
    '/providers',
    {
      config: { changesCatalogue: true },
      schema: {
        tags,
        summary: 'Add a provider',
        description: 'Upstream keys are sealed at rest and never shown again.',
        body: createProviderRequest,
        response: answers(providerAnswer, 201),
      },
    },
    async (request, reply) => {
      const provider = await createProvider(control, principalOf(deps, request), request.body);
      return reply.code(201).send(providerView(deps, provider));
    },
  );

  app.get(
    '/providers',
    {
      schema: {
        tags,
        summary: 'List providers',
        description: 'By name. The health of each route is as the answering node saw it since its start.',
        querystring: plainListQuery,
        response: answers(providerList),
      },
    },
    async (request) => {
      const { query } = request;
      const providers = listProviders(control, principalOf(deps, request));
      const { rows, next } = await readPage({ query, places, load: pageOfNamed(providers, nameOf) });
      return { data: rows.map((provider) => providerView(deps, provider)), next };
    },
  );
}

function ofOne(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  app.get(
    '/providers/:id',
    {
      schema: {
        tags,
        summary: 'Show a provider',
        description: 'The health of each route is as the answering node saw it since its start.',
        params: idParams,
        response: answers(providerAnswer),
      },
    },
    async (request) => providerView(deps, findProvider(control, principalOf(deps, request), request.params.id)),
  );

  app.patch(
    '/providers/:id',
    {
      config: { changesCatalogue: true },
      schema: {
        tags,
        summary: 'Change a provider',
        description:
          'Parts that are left out stay; `routes` and `models` are replaced as a whole. A route without `api_key` and `keys` keeps the keys of the route with the same region and address; of `keys`, one with the `id` of such a key keeps what it leaves out.',
        params: idParams,
        body: patchProviderRequest,
        response: answers(providerAnswer),
      },
    },
    async (request) =>
      providerView(deps, await patchProvider(control, principalOf(deps, request), request.params.id, request.body)),
  );

  app.delete(
    '/providers/:id',
    {
      config: { changesCatalogue: true },
      schema: { tags, summary: 'Delete a provider', params: idParams, response: answers(providerAnswer) },
    },
    async (request) => providerView(deps, await deleteProvider(control, principalOf(deps, request), request.params.id)),
  );
}
