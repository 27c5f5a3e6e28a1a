import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unservedModels } from './unserved-models.ts';

const open = { enabled: true, maintenance: false, account_id: null };
const routesOf = (...ids: readonly string[]) => ids.map((id) => ({ id, maintenance: false }));
const one = { ...open, id: 'one', models: [{ model: 'a' }, { model: 'b' }], routes: routesOf('r1', 'r2') };
const other = { ...open, id: 'other', models: [{ model: 'b' }], routes: routesOf('r3') };

test('maintenance leaves those models unserved that no other open upstream of the same customers offers', () => {
  for (const [others, routeId, expected] of [
    [[], null, ['a', 'b']],
    [[], 'r1', []],
    [[other], null, ['a']],
    [[{ ...other, enabled: false }], null, ['a', 'b']],
    [[{ ...other, maintenance: true }], null, ['a', 'b']],
    [[{ ...other, routes: [{ id: 'r3', maintenance: true }] }], null, ['a', 'b']],
    [[{ ...other, routes: [] }], null, ['a', 'b']],
    [[{ ...other, account_id: 'acc_1' }], null, ['a', 'b']],
  ] as const)
    assert.deepEqual(unservedModels([one, ...others], one, routeId), expected);
  const single = { ...one, routes: routesOf('r1') };
  assert.deepEqual(unservedModels([single], single, 'r1'), ['a', 'b']);
  const own = { ...one, account_id: 'acc_1' };
  assert.deepEqual(unservedModels([own, { ...other, account_id: 'acc_1' }], own, null), ['a']);
  assert.deepEqual(unservedModels([own, other], own, null), ['a']);
});
