import { plainListQuery } from '../lists.ts';
import {
  modelAnswer,
  modelList,
  modelsQuery,
  overrideAnswer,
  overrideList,
  previewPriceRequest,
  pricePreviewAnswer,
  putModelRequest,
  putOverrideRequest,
} from './operator-models.ts';
import { priceProposalsAnswer, priceProposalsQuery } from './price-proposals.ts';
import { providerTestAnswer, testProviderRequest } from './provider-tests.ts';
import { providerTryAnswer, tryProviderRequest } from './provider-tries.ts';
import { routeSimulationAnswer, simulateRouteRequest } from './route-simulations.ts';
import { createProviderRequest, patchProviderRequest, providerAnswer, providerList } from './providers.ts';
import { upstreamModelsAnswer } from './upstream-models.ts';
import { vendorList } from './vendors.ts';
import { idParams, modelParams, ownerModelParams } from '../route-params.ts';
import { describeRoutes } from '../route.ts';
import { operatorCataloguePaths } from './operator-paths.ts';

const tags = ['Prices of plans and accounts'];
const list = { tags, params: idParams, query: plainListQuery, answer: overrideList };
const put = {
  tags,
  description: 'Replaces the list price and its multipliers. A price of an account overrides one of its plan.',
  params: ownerModelParams,
  body: putOverrideRequest,
  answer: overrideAnswer,
};
const withdraw = {
  tags,
  summary: 'Withdraw a custom price',
  description: 'The list price applies again from now on. Scheduled prices are withdrawn as well.',
  params: ownerModelParams,
  answer: overrideAnswer,
};

export const operatorCatalogueRoutes = describeRoutes(operatorCataloguePaths, {
  listPlanPrices: { ...list, summary: 'List the custom prices of a plan' },
  putPlanPrice: {
    ...put,
    summary: 'Set a custom price of a model for a plan',
    refusals: ['other_price_planned', 'rates_need_upgrade'],
  },
  withdrawPlanPrice: { ...withdraw, refusals: ['no_own_price'] },
  listAccountPrices: { ...list, summary: 'List the custom prices of an account' },
  putAccountPrice: {
    ...put,
    summary: 'Set a custom price of a model for an account',
    refusals: ['other_price_planned', 'rates_need_upgrade'],
  },
  withdrawAccountPrice: { ...withdraw, refusals: ['no_own_price'] },
  listModels: {
    tags: ['Models'],
    summary: 'List models',
    description: 'By name, including models that cannot be called yet; see `not_sellable_because`.',
    query: modelsQuery,
    answer: modelList,
  },
  putModel: {
    tags: ['Models'],
    summary: 'Set a model and its price',
    description:
      'Prices are decimal strings in CNY per 1,000,000 tokens. A changed price becomes a new version; earlier calls keep theirs. Omitted fields keep their values. You can create providers and models in either order.',
    params: modelParams,
    body: putModelRequest,
    answer: modelAnswer,
    refusals: ['alias_of_other_model', 'model_changed', 'rates_need_upgrade'],
  },
  previewPrice: {
    tags: ['Models'],
    summary: 'Preview a price',
    description: 'Checks a price as if it were set, and shows what typical calls would cost. Changes nothing.',
    body: previewPriceRequest,
    answer: pricePreviewAnswer,
    refusals: ['rates_need_upgrade'],
  },
  proposePrices: {
    tags: ['Models'],
    summary: 'Compare prices with a public list',
    description:
      'The body is the list itself, a file of `genai-prices`, `models-dev` or `litellm` of at most 32 MiB. Returns what would change, in CNY per 1,000,000 tokens, and changes nothing: set the prices that you choose.',
    query: priceProposalsQuery,
    answer: priceProposalsAnswer,
    refusals: ['price_list_not_json', 'price_list_other_form', 'price_list_too_complex', 'price_list_unknown'],
  },
  deleteModel: {
    tags: ['Models'],
    summary: 'Delete a model',
    description:
      'Refused with 409 while a provider serves the model, enabled or not, or a plan or account has a custom price for it. Past calls keep their prices.',
    params: modelParams,
    answer: modelAnswer,
    refusals: ['model_built_in', 'model_has_own_prices', 'model_served'],
  },
  listVendors: {
    tags: ['Providers'],
    summary: 'List known vendors',
    description: 'Addresses, protocols, quirks and list prices of vendors that the program knows, for adding a provider.',
    answer: vendorList,
  },
  tryProvider: {
    tags: ['Providers'],
    summary: 'Try a provider before adding it',
    description:
      'Loads the model list with the key of the first route, sends one small call per chat protocol (all of them if `chat_dialects` is omitted), and stores nothing. The provider may charge a fraction of a cent.',
    body: tryProviderRequest,
    answer: providerTryAnswer,
    refusals: [
      'provider_name_taken',
      'provider_test_runs',
      'provider_tests_full',
      'upstream_address_link_local',
      'upstream_list_no_key',
    ],
  },
  simulateRoute: {
    tags: ['Providers'],
    summary: 'Simulate the route of a call',
    description:
      'Shows which route and key a call would take now at the responding node, which ones it would try next, and which it would not ask and why. It uses the code that routes calls, and calls, counts and reserves nothing. Caps, balance and rate limits are not checked.',
    body: simulateRouteRequest,
    answer: routeSimulationAnswer,
  },
  testProvider: {
    tags: ['Providers'],
    summary: 'Test a provider',
    description:
      'Sends one small call per operation and route key, and reports latency, usage, protocol deviations and quirks that would help. The provider may charge a fraction of a cent; no account is charged. Each call takes up to a minute.',
    params: idParams,
    body: testProviderRequest.nullish(),
    answer: providerTestAnswer,
    refusals: ['provider_test_runs', 'provider_tests_full'],
  },
  listUpstreamModels: {
    tags: ['Providers'],
    summary: 'List the models of a provider',
    description: 'Queries the provider with its first key and changes nothing.',
    params: idParams,
    answer: upstreamModelsAnswer,
    refusals: [
      'provider_test_runs',
      'provider_tests_full',
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
    description: 'Provider keys are encrypted at rest and never shown again.',
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
      'route_maintenance_needs_upgrade',
      'upstream_address_link_local',
    ],
  },
  listProviders: {
    tags: ['Providers'],
    summary: 'List providers',
    description: 'By name. The health of each route is as seen by the responding node since its start.',
    query: plainListQuery,
    answer: providerList,
  },
  readProvider: {
    tags: ['Providers'],
    summary: 'Show a provider',
    description: 'The health of each route is as seen by the responding node since its start.',
    params: idParams,
    answer: providerAnswer,
  },
  changeProvider: {
    tags: ['Providers'],
    summary: 'Change a provider',
    description:
      'Omitted fields keep their values; `routes` and `models` are replaced as a whole. A route without `api_key` and `keys` keeps the keys of the route with the same region and address. An entry of `keys` with an `id` keeps its omitted fields.',
    params: idParams,
    body: patchProviderRequest,
    answer: providerAnswer,
    refusals: [
      'own_upstreams_need_upgrade',
      'provider_built_in',
      'provider_changed',
      'provider_dialects_need_upgrade',
      'provider_name_taken',
      'rates_need_upgrade',
      'route_addresses_need_upgrade',
      'route_keys_need_upgrade',
      'route_maintenance_needs_upgrade',
      'upstream_address_link_local',
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
