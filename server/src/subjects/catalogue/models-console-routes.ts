import { catalogueRoutes } from '@tollgate/contract/catalogue/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { showMultiplier } from '../../control/amounts.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { modelSettings } from './models.ts';
import { listOwnRoutes } from './providers/own-upstreams.ts';
import { listOwnPrices, type PricedModel } from './own-prices.ts';
import { showPrice } from './prices/prices.ts';
import { modelsNamedBy, publicModels } from './public-models.ts';
import { showTime } from '../../control/show-time.ts';
import type { Model } from '../../domain/catalog/model.ts';
import { listPricePpm, versionInForce } from '../../domain/catalog/price.ts';
import type { ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf } from '../../console-api/request-principal.ts';

/** @param accountId of the reader; `null` for the public. */
function view(control: ControlContext, model: Model, accountId: string | null) {
  const { typical_output: _typical, ...settings } = modelSettings(model);
  const price = versionInForce(model.prices, control.clock.nowMs())?.price;
  return {
    ...settings,
    ...modelsNamedBy(control, model, accountId),
    price: price === undefined ? null : showPrice(price),
    created_at: showTime(model.createdAtMs),
  };
}

function ownView(control: ControlContext, { model, quote }: PricedModel, accountId: string) {
  return {
    ...view(control, model, accountId),
    price: quote === null ? null : showPrice(quote.price),
    price_multiplier: showMultiplier(quote?.multiplierPpm ?? listPricePpm),
  };
}

export const modelsResource: ConsoleResource = (app, { control }) => {
  addRoute(app, catalogueRoutes.listModels, (request) => {
    const { kind } = request.query;
    const models = publicModels(control).filter((model) => kind === undefined || model.kind === kind);
    return { data: models.map((model) => view(control, model, null)) };
  });

  addRoute(app, catalogueRoutes.listAccountModels, async (request) => {
    const { accountId } = request.params;
    const models = await listOwnPrices(control, principalOf(request), accountId);
    return { data: models.map((model) => ownView(control, model, accountId)) };
  });

  addRoute(app, catalogueRoutes.listOwnRoutes, async (request) => {
    const routes = await listOwnRoutes(control, principalOf(request), request.params.accountId);
    return { data: routes.map(({ provider, route }) => ({ id: route.id, upstream: provider.name, region: route.region })) };
  });
};
