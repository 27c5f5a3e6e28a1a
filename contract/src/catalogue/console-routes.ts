import { accountParams } from '../tenants/account.ts';
import { ownModels, publicModels, publicModelsQuery } from './shown-models.ts';
import { lentKeyAnswer } from './lent-keys.ts';
import { z } from 'zod';
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
  lendKey: {
    tags: ['Console: playground'],
    summary: 'Lend a key to the playground',
    description:
      'A value that works like the key for 15 minutes, while the caller stays signed in and may use the playground. Its calls count as calls of the key: same limits, charges and log.',
    params: accountParams.extend({ keyId: z.string().max(64) }),
    answer: lentKeyAnswer,
    refusals: ['key_not_callable'],
  },
});
