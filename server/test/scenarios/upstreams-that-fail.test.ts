/** Goal: whatever is wrong with the first route of a model, calls are served, few are asked twice, and the route gets its calls back. */
import { afterEach, beforeEach, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { badRoutes, expectFast, expectServed, FailingRoutes } from './failing-routes.ts';
import { oneNode } from './routed-nodes.ts';

const calls = 300;

let fixture: Fixture;
let routes: FailingRoutes;

beforeEach(async () => {
  fixture = await startFixture();
  routes = await FailingRoutes.make(oneNode(fixture), 'routed');
});

afterEach(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await routes.close();
  }
});

describe('the first of two routes', () => {
  for (const bad of badRoutes)
    test(`${bad.name}: calls are served, at most a fifth is asked twice, and the route gets its calls back`, async (context) => {
      context.diagnostic(await expectServed(routes, bad, calls));
    });
});

test('the slower of two equal routes gets few calls of a key that wants the fastest, and its share again when it is fast', async (context) => {
  const equal = await FailingRoutes.make(oneNode(fixture), 'equal', { areEqual: true });
  try {
    context.diagnostic(await expectFast(equal, calls));
  } finally {
    await equal.close();
  }
});
