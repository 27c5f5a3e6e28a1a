import { accountParams } from '../tenants/account.ts';
import { ownModels, publicModels, publicModelsQuery } from './shown-models.ts';
import { describeRoutes } from '../route.ts';
import { cataloguePaths } from './console-paths.ts';

export const catalogueRoutes = describeRoutes(cataloguePaths, {
  listModels: {
    tags: ['Console: models'],
    summary: 'List models and prices',
    description: 'Those that can be called, by name; list prices, in CNY.',
    query: publicModelsQuery,
    answer: publicModels,
  },
  listAccountModels: {
    tags: ['Console: models'],
    summary: 'List models at the prices of an account',
    description: 'Those that can be called, by name, each at what a call of the account is charged by now, in CNY.',
    params: accountParams,
    answer: ownModels,
  },
});
