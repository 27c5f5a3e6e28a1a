/** Goal: the call log names every operation of the model API in both languages, with the route that the client called. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../../console/src/components/calls/operations.ts';
import { localEndpoints, modelEndpoints } from '../../src/endpoints/registry.ts';

test('every operation has its route and its words, and no other has', () => {
  const routes = [...modelEndpoints, ...localEndpoints].map(({ name, method, path }) => [name, `${method} /v1${path}`] as const);
  assert.deepEqual(
    Object.fromEntries(Object.entries(operations).map(([name, { route }]) => [name, route])),
    Object.fromEntries(routes),
  );
  for (const [name, { zh, en }] of Object.entries(operations)) assert.ok(zh !== '' && en !== '', name);
});
