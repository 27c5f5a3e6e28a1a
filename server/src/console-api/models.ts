import { publicModels as publicModelsAnswer, publicModelsQuery } from '@tollgate/contract/console/models';
import { answers } from '../control-http/route-schema.ts';
import type { ControlContext } from '../control/control-context.ts';
import { modelSettings } from '../control/models.ts';
import { showPrice } from '../control/prices.ts';
import { publicModels } from '../control/public-models.ts';
import { showTime } from '../control/tenant-settings.ts';
import type { Model } from '../domain/catalog/model.ts';
import { versionInForce } from '../domain/catalog/price.ts';
import type { ConsoleResource } from './console-deps.ts';

function view(control: ControlContext, model: Model) {
  const { typical_output: _typical, ...settings } = modelSettings(model);
  const price = versionInForce(model.prices, control.clock.nowMs())?.price;
  return { ...settings, price: price === undefined ? null : showPrice(price), created_at: showTime(model.createdAtMs) };
}

export const modelsResource: ConsoleResource = (app, { control }) => {
  app.get(
    '/models',
    {
      config: { who: 'everybody' },
      schema: {
        tags: ['Console: models'],
        summary: 'List models and prices',
        description: 'Those that can be called, by name; list prices, in CNY.',
        querystring: publicModelsQuery,
        response: answers(publicModelsAnswer),
      },
    },
    (request) => {
      const { kind } = request.query;
      const models = publicModels(control).filter((model) => kind === undefined || model.kind === kind);
      return { data: models.map((model) => view(control, model)) };
    },
  );
};
