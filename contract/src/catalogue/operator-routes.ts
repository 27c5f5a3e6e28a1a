import { plainListQuery } from '../lists.ts';
import {
  modelAnswer,
  modelList,
  modelsQuery,
  overrideAnswer,
  overrideList,
  putModelRequest,
  putOverrideRequest,
} from './operator-models.ts';
import { providerTestAnswer, testProviderRequest } from './provider-tests.ts';
import { createProviderRequest, patchProviderRequest, providerAnswer, providerList } from './providers.ts';
import { upstreamModelsAnswer } from './upstream-models.ts';
import { idParams, modelParams, ownerModelParams } from '../route-params.ts';
import { describeRoutes } from '../route.ts';
import { operatorCataloguePaths } from './operator-paths.ts';

const tags = ['Prices of plans and accounts'];
const list = { tags, params: idParams, query: plainListQuery, answer: overrideList };
const put = {
  tags,
  description: 'In place of the list price and its multipliers. A price of an account wins over one of its plan.',
  params: ownerModelParams,
  body: putOverrideRequest,
  answer: overrideAnswer,
};
const withdraw = {
  tags,
  summary: 'Withdraw it',
  description: 'From now on the list price holds again; prices that were planned are withdrawn too.',
  params: ownerModelParams,
  answer: overrideAnswer,
};

export const operatorCatalogueRoutes = describeRoutes(operatorCataloguePaths, {
  listPlanPrices: { ...list, summary: 'List the own prices of a plan' },
  putPlanPrice: {
    ...put,
    summary: 'Give a plan a price of its own for a model',
    refusals: ['other_price_planned', 'rates_need_upgrade'],
  },
  withdrawPlanPrice: { ...withdraw, refusals: ['no_own_price'] },
  listAccountPrices: { ...list, summary: 'List the own prices of an account' },
  putAccountPrice: {
    ...put,
    summary: 'Give an account a price of its own for a model',
    refusals: ['other_price_planned', 'rates_need_upgrade'],
  },
  withdrawAccountPrice: { ...withdraw, refusals: ['no_own_price'] },
  listModels: {
    tags: ['Models'],
    summary: 'List models',
    description: 'By name, those included that cannot be called yet: `not_sellable_because` says why.',
    query: modelsQuery,
    answer: modelList,
  },
  putModel: {
    tags: ['Models'],
    summary: 'Describe a model and price it',
    description:
      'Prices are decimal strings in CNY per 1,000,000 tokens. A changed price becomes a new version; calls keep the version they were admitted under. Facts that are left out stay. Providers and models may be made in either order.',
    params: modelParams,
    body: putModelRequest,
    answer: modelAnswer,
    refusals: ['alias_of_other_model', 'rates_need_upgrade'],
  },
  deleteModel: {
    tags: ['Models'],
    summary: 'Delete a model',
    description:
      'Refused with 409 while a provider serves it, switched off or not, or a plan or account has a price of its own for it. Calls keep their prices; a model of the same name later begins without one and continues the numbers of the versions.',
    params: modelParams,
    answer: modelAnswer,
    refusals: ['model_built_in', 'model_has_own_prices', 'model_served'],
  },
  testProvider: {
    tags: ['Providers'],
    summary: 'Try a provider out',
    description:
      'One small real call for each operation it speaks, with each key of each route, judged as the answers of customers are: latency, figures, deviations from the protocol and the quirks that would help. The upstream may charge a fraction of a cent for it; no account is. Takes up to a minute for each call.',
    params: idParams,
    body: testProviderRequest.nullish(),
    answer: providerTestAnswer,
    refusals: ['provider_test_runs'],
  },
  listUpstreamModels: {
    tags: ['Providers'],
    summary: 'List the models that an upstream has',
    description: 'Asks the upstream with the first key of the provider; nothing is changed.',
    params: idParams,
    answer: upstreamModelsAnswer,
    refusals: [
      'upstream_list_broke_off',
      'upstream_list_no_key',
      'upstream_list_no_list',
      'upstream_list_not_json',
      'upstream_list_status',
    ],
  },
  createProvider: {
    tags: ['Providers'],
    summary: 'Add a provider',
    description: 'Upstream keys are sealed at rest and never shown again.',
    body: createProviderRequest,
    answer: providerAnswer,
    status: 201,
    refusals: [
      'own_upstreams_need_upgrade',
      'provider_dialects_need_upgrade',
      'provider_name_taken',
      'rates_need_upgrade',
      'route_addresses_need_upgrade',
      'route_keys_need_upgrade',
    ],
  },
  listProviders: {
    tags: ['Providers'],
    summary: 'List providers',
    description: 'By name. The health of each route is as the answering node saw it since its start.',
    query: plainListQuery,
    answer: providerList,
  },
  readProvider: {
    tags: ['Providers'],
    summary: 'Show a provider',
    description: 'The health of each route is as the answering node saw it since its start.',
    params: idParams,
    answer: providerAnswer,
  },
  changeProvider: {
    tags: ['Providers'],
    summary: 'Change a provider',
    description:
      'Parts that are left out stay; `routes` and `models` are replaced as a whole. A route without `api_key` and `keys` keeps the keys of the route with the same region and address; of `keys`, one with the `id` of such a key keeps what it leaves out.',
    params: idParams,
    body: patchProviderRequest,
    answer: providerAnswer,
    refusals: [
      'own_upstreams_need_upgrade',
      'provider_built_in',
      'provider_dialects_need_upgrade',
      'provider_name_taken',
      'rates_need_upgrade',
      'route_addresses_need_upgrade',
      'route_keys_need_upgrade',
    ],
  },
  deleteProvider: {
    tags: ['Providers'],
    summary: 'Delete a provider',
    params: idParams,
    answer: providerAnswer,
    refusals: ['provider_built_in'],
  },
});
