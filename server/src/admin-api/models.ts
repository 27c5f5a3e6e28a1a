import { modelAnswer, modelList, modelsQuery, putModelRequest, type ModelAnswer } from '@tollgate/contract/admin/models';
import { namePlaces, pageOfNamed, readPage } from '../control-http/paging.ts';
import { answers, modelParams } from '../control-http/route-schema.ts';
import type { ControlContext } from '../control/control-context.ts';
import { deleteModel, listModels, modelSettings, notSellableBecause, providersOf, putModel } from '../control/models.ts';
import { showPrice } from '../control/prices.ts';
import { showTime } from '../control/tenant-settings.ts';
import type { Model } from '../domain/catalog/model.ts';
import { versionInForce } from '../domain/catalog/price.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Models'];
const nameOf = ({ name }: Model): string => name;
const places = namePlaces(nameOf);

function view(control: ControlContext, model: Model, preview?: ModelAnswer['preview']): ModelAnswer {
  const missing = notSellableBecause(control, model);
  const price = versionInForce(model.prices, control.clock.nowMs())?.price;
  return {
    ...modelSettings(model),
    sellable: missing.length === 0,
    not_sellable_because: [...missing],
    price: price === undefined ? null : showPrice(price),
    providers: providersOf(control, model).map(({ name }) => name),
    created_at: showTime(model.createdAtMs),
    ...(preview === undefined ? {} : { preview }),
  };
}

export const modelsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/models',
    {
      schema: {
        tags,
        summary: 'List models',
        description: 'By name, those included that cannot be called yet: `not_sellable_because` says why.',
        querystring: modelsQuery,
        response: answers(modelList),
      },
    },
    async (request) => {
      const { query } = request;
      const models = listModels(control, principalOf(deps, request)).filter(
        ({ kind }) => query.kind === undefined || kind === query.kind,
      );
      const { rows, next } = await readPage({ query, places, load: pageOfNamed(models, nameOf) });
      return { data: rows.map((model) => view(control, model)), next };
    },
  );

  app.put(
    '/models/*',
    {
      config: { changesCatalogue: true },
      schema: {
        tags,
        summary: 'Describe a model and price it',
        description:
          'Prices are decimal strings in CNY per 1,000,000 tokens. A changed price becomes a new version; calls keep the version they were admitted under. Facts that are left out stay. Providers and models may be made in either order.',
        params: modelParams,
        body: putModelRequest,
        response: answers(modelAnswer),
      },
    },
    async (request) => {
      const { model, preview } = await putModel(control, principalOf(deps, request), request.params['*'], request.body);
      return view(control, model, preview);
    },
  );

  app.delete(
    '/models/*',
    {
      config: { changesCatalogue: true },
      schema: {
        tags,
        summary: 'Delete a model',
        description:
          'Refused with 409 while a provider serves it, switched off or not, or a plan or account has a price of its own for it. Calls keep their prices; a model of the same name later begins without one and continues the numbers of the versions.',
        params: modelParams,
        response: answers(modelAnswer),
      },
    },
    async (request) => view(control, await deleteModel(control, principalOf(deps, request), request.params['*'])),
  );
};
