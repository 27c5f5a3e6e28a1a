import type { Proof } from '../proof.ts';

/** What a provider may report that is not true. */
export const lyingUpstreamPromises: readonly Proof[] = [
  {
    name: 'impossible-usage',
    promise: 'Nobody pays for more than a model can give: such a report costs the account nothing and alarms the operator.',
    for: 'users',
    file: 'server/test/gateway/believable-usage.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'charge-within-the-possible',
    promise: 'Whatever usage is reported, of whatever model, the charge is never above the price of what is possible.',
    for: 'users',
    file: 'server/src/domain/catalog/possible-usage.test.ts',
    tests: 'all',
    rows: [],
  },
];
