import { previewPrice } from '../../../src/subjects/catalogue/prices/preview-price.ts';
import { proposePrices } from '../../../src/subjects/catalogue/propose-prices.ts';
import { deleteModel, ensureModel, listModels, putModel, wouldChangeModel } from '../../../src/subjects/catalogue/models.ts';
import { listOwnRoutes } from '../../../src/subjects/catalogue/providers/own-upstreams.ts';
import { listOverrides, putOverride, withdrawOverride } from '../../../src/subjects/catalogue/prices/price-overrides.ts';
import { operator } from '../../../src/control/principal.ts';
import { findAccount } from '../../../src/control/within-scope.ts';
import type { ScopeCases } from './scope-case.ts';

const everything = operator('test');
const price = { input: '1', output: '2' };
const model = { kind: 'chat' as const, price };
const known = { name: 'some/model', request: model, source: 'environment' as const };
const ownPrice = (ownerId: string) => ({ ownerKind: 'account' as const, ownerId, model: 'some/model' });

export const catalogCases: ScopeCases = {
  listOverrides: {
    may: 'account',
    ask: async (control, principal, { account }) => {
      const prices = listOverrides(control, principal, ownPrice(account));
      await findAccount(control, operator('test'), account);
      return prices;
    },
  },
  listOwnRoutes: { may: 'account', ask: (control, principal, { account }) => listOwnRoutes(control, principal, account) },
  listModels: { may: 'operator', ask: (control, principal) => listModels(control, principal) },
  previewPrice: {
    may: 'operator',
    ask: (control, principal) => previewPrice(control, principal, { model: 'some/model', ...model }),
  },
  proposePrices: {
    may: 'operator',
    ask: (control, principal, _ids, bench) =>
      proposePrices(control, principal, { ...bench, bytes: Buffer.from('{}'), query: {} }),
  },
  putModel: { may: 'operator', ask: (control, principal) => putModel(control, principal, 'some/model', model) },
  ensureModel: { may: 'operator', ask: (control, principal) => ensureModel(control, principal, known) },
  wouldChangeModel: { may: 'operator', ask: (control, principal) => wouldChangeModel(control, principal, known) },
  putOverride: {
    may: 'operator',
    ask: (control, principal, { account }) => putOverride(control, principal, ownPrice(account), { price }),
  },
  withdrawOverride: {
    may: 'operator',
    ask: (control, principal, { account }) => withdrawOverride(control, principal, ownPrice(account)),
    prepare: (control, { account }) => putOverride(control, everything, ownPrice(account), { price }),
  },
  deleteModel: {
    may: 'operator',
    ask: (control, principal) => deleteModel(control, principal, 'another/model'),
    prepare: (control) => putModel(control, everything, 'another/model', model),
  },
};
