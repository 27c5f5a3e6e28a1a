import type { Form } from './form.ts';

/** Operator forms about models and prices; each creates what the next ones need. */
export const catalogueForms: readonly Form[] = [
  {
    name: 'a new model',
    of: ['pages/catalogue/operator-models/add-model-drawer.tsx'],
    at: '/operator/models',
    opener: /^Add model/,
    fill: (keys) => keys.fill(/^Model name/, 'keys/chat'),
    submit: /^Add model/,
    says: /keys\/chat added/,
  },
  {
    name: 'the price of a model, with a tier for long inputs',
    of: ['pages/catalogue/price-drawer.tsx'],
    at: '/operator/models/keys/chat',
    opener: /^Set price/,
    fill: async (keys) => {
      await keys.fill(/^Input/, '2');
      await keys.fill(/^Output/, '8');
      await keys.act(/^Tiers and time windows/);
      await keys.act(/^Add condition/);
      await keys.fill(/^Input of at least/, '200000');
      await keys.fill(/^Amount/, '4');
      await keys.page.getByText('Saved as price list v1').waitFor();
    },
    submit: /^Save price/,
    says: 'Price of keys/chat saved',
  },
  {
    name: 'the properties of a model',
    of: ['pages/catalogue/operator-model/facts-drawer.tsx'],
    at: '/operator/models/keys/chat',
    opener: /^Edit properties/,
    fill: async (keys) => {
      await keys.fill(/^Context/, '128000');
      await keys.fill(/^Aliases/, 'keys/latest');
    },
    submit: /^Save properties/,
    says: 'Properties of keys/chat saved',
  },
  {
    name: 'prices from the costs of a provider',
    of: ['pages/catalogue/operator-models/reprice-drawer.tsx'],
    at: '/operator/models',
    opener: /^Set prices from costs/,
    fill: (keys) => keys.fill(/^Add to the cost/, '30'),
  },
  {
    name: 'prices from a public list',
    of: ['pages/catalogue/operator-models/list-prices-drawer.tsx'],
    at: '/operator/models',
    opener: /^Compare with a price list/,
    fill: (keys) => keys.fill(/^Add to the price/, '10'),
  },
  {
    name: 'a simulated call',
    of: ['pages/catalogue/operator-simulator/operator-simulator-page.tsx'],
    at: '/operator/route-simulator?model=sandbox%2Fchat',
    isInPage: true,
    fill: (keys) => keys.fill(/^Input tokens/, '400'),
    submit: /^Simulate$/,
    says: 'Chosen',
  },
  {
    name: 'the routes of a key',
    of: ['pages/tenants/operator-accounts/key-routes-drawer.tsx'],
    at: ({ accountId }) => `/operator/accounts/${accountId}`,
    opener: /^Routes of key/,
    fill: (keys) => keys.act(/^Domestic routes only/, 'Space'),
    submit: /^Save$/,
    says: 'Routes of the key saved',
  },
  {
    name: 'deleting a model',
    of: ['pages/catalogue/operator-model/delete-model.tsx'],
    at: '/operator/models/keys/chat',
    opener: /^Delete model/,
    fill: (keys) => keys.fill(/^Type keys\/chat to confirm/, 'keys/chat'),
    submit: /^Delete$/,
    says: 'keys/chat deleted',
  },
];
