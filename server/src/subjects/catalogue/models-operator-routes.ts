import { operatorCatalogueRoutes } from '@tollgate/contract/catalogue/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { priceListBytesMax } from '@tollgate/contract/catalogue/price-proposals';
import type { ModelAnswer } from '@tollgate/contract/catalogue/operator-models';
import { acceptFiles, fileOf } from '../../control-http/file-body.ts';
import { namePlaces, pageOfNamed, readPage } from '../../control-http/paging.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { deleteModel, listModels, modelSettings, missingFor, missingTexts, providersOf, putModel, revisionOf } from './models.ts';
import { previewPrice } from './prices/preview-price.ts';
import { proposePrices } from './propose-prices.ts';
import { showPrice } from './prices/prices.ts';
import { showTime } from '../../control/show-time.ts';
import type { Model } from '../../domain/catalog/model.ts';
import { versionInForce } from '../../domain/catalog/price.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';
const nameOf = ({ name }: Model): string => name;
const places = namePlaces(nameOf);

function view(control: ControlContext, model: Model, preview?: ModelAnswer['preview']): ModelAnswer {
  const missing = missingFor(control, model);
  const price = versionInForce(model.prices, control.clock.nowMs())?.price;
  return {
    ...modelSettings(model),
    sellable: missing.length === 0,
    missing: [...missing],
    not_sellable_because: missingTexts(model, missing),
    price: price === undefined ? null : showPrice(price),
    providers: providersOf(control, model).map(({ name }) => name),
    created_at: showTime(model.createdAtMs),
    revision: revisionOf(model),
    ...(preview === undefined ? {} : { preview }),
  };
}

export const modelsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorCatalogueRoutes.listModels, async (request) => {
    const { query } = request;
    const models = listModels(control, principalOf(deps, request)).filter(
      ({ kind }) => query.kind === undefined || kind === query.kind,
    );
    const { rows, next } = await readPage({ query, places, load: pageOfNamed(models, nameOf) });
    return { data: rows.map((model) => view(control, model)), next };
  });

  addRoute(app, operatorCatalogueRoutes.putModel, async (request) => {
    const { model, preview } = await putModel(control, principalOf(deps, request), request.params['*'], request.body);
    return view(control, model, preview);
  });

  addRoute(app, operatorCatalogueRoutes.previewPrice, (request) =>
    previewPrice(control, principalOf(deps, request), request.body),
  );

  const lists = { field: 'file', mediaTypes: ['application/json', 'text/plain', 'application/octet-stream'] };
  acceptFiles(app, { ...lists, whose: () => 'price lists', bytesMax: priceListBytesMax, ofOneMax: 1 }, (scope) => {
    addRoute(
      scope,
      operatorCatalogueRoutes.proposePrices,
      async (request) =>
        proposePrices(control, principalOf(deps, request), { ...deps, bytes: fileOf(request), query: request.query }),
      { bodyBytesMax: priceListBytesMax },
    );
  });

  addRoute(app, operatorCatalogueRoutes.deleteModel, async (request) =>
    view(control, await deleteModel(control, principalOf(deps, request), request.params['*'])),
  );
};
