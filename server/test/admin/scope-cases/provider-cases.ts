import type { ControlContext } from '../../../src/control/control-context.ts';
import { fetchModels, listVendors, testProvider, tryProvider } from '../../../src/subjects/catalogue/providers/test-provider.ts';
import {
  createProvider,
  deleteProvider,
  draftProvider,
  ensureProvider,
  findProvider,
  listProviders,
  patchProvider,
  wouldChangeProvider,
} from '../../../src/subjects/catalogue/providers/providers.ts';
import { simulateRoute } from '../../../src/subjects/catalogue/providers/simulate-route.ts';
import type { ScopeCases } from './scope-case.ts';

const provider = { name: 'one', dialect: 'chat-completions', routes: [], models: [] };
const knownProvider = { request: provider, source: 'environment' as const };
const providerId = (control: ControlContext): string =>
  control.catalog.current.providers.find(({ name }) => name === 'one')?.id ?? 'prv_none';

export const providerCases: ScopeCases = {
  listProviders: { may: 'operator', ask: (control, principal) => listProviders(control, principal) },
  createProvider: { may: 'operator', ask: (control, principal) => createProvider(control, principal, provider) },
  ensureProvider: { may: 'operator', ask: (control, principal) => ensureProvider(control, principal, knownProvider) },
  wouldChangeProvider: { may: 'operator', ask: (control, principal) => wouldChangeProvider(control, principal, knownProvider) },
  findProvider: {
    may: 'operator',
    ask: (control, principal) => findProvider(control, principal, providerId(control)),
  },
  patchProvider: {
    may: 'operator',
    ask: (control, principal) => patchProvider(control, principal, providerId(control), { weight: 2 }),
  },
  fetchModels: {
    may: 'operator',
    ask: (control, principal, _ids, bench) => fetchModels(control, principal, providerId(control), bench),
  },
  testProvider: {
    may: 'operator',
    ask: (control, principal, _ids, bench) => testProvider(control, principal, providerId(control), { ...bench, request: {} }),
  },
  draftProvider: {
    may: 'operator',
    ask: (control, principal) => draftProvider(control, principal, { name: 'tried', routes: [] }),
  },
  listVendors: { may: 'operator', ask: (control, principal, _ids, bench) => listVendors(control, principal, bench) },
  tryProvider: {
    may: 'operator',
    ask: (control, principal, _ids, bench) =>
      tryProvider(control, principal, { ...bench, request: { name: 'tried', routes: [] } }),
  },
  simulateRoute: {
    may: 'operator',
    ask: (control, principal, { account }, bench) =>
      simulateRoute(control, principal, { ...bench, request: { model: 'some/model', account_id: account } }),
  },
  deleteProvider: { may: 'operator', ask: (control, principal) => deleteProvider(control, principal, providerId(control)) },
};
