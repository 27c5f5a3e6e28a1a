import { accountParams } from '../tenants/account.ts';
import { ownRoutes } from './own-upstreams.ts';
import { ownModels, publicModels, publicModelsQuery } from './shown-models.ts';
import { describeRoutes } from '../route.ts';
import { cataloguePaths } from './console-paths.ts';

export const catalogueRoutes = describeRoutes(cataloguePaths, {
  listModels: {
    tags: ['Console: models'],
    summary: 'List models and prices',
    description: 'Available models by name, with list prices in CNY.',
    query: publicModelsQuery,
    answer: publicModels,
  },
  listAccountModels: {
    tags: ['Console: models'],
    summary: 'List models at the prices of an account',
    description: 'Available models by name, with the current prices of the account in CNY.',
    params: accountParams,
    answer: ownModels,
  },
  listOwnRoutes: {
    tags: ['Console: keys'],
    summary: "List the account's own routes",
    description:
      "Routes of the account's own upstreams, which a key can prefer (`preferred_route`). Empty while the account uses shared upstreams only.",
    params: accountParams,
    answer: ownRoutes,
  },
});
