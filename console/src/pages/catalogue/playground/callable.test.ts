/** Goal: the playground opens with a model and a key that work together, if there are any. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OwnKey } from '../../../api/keys.ts';
import type { OwnModel } from '../../../api/models.ts';
import { keyFor, modelFor } from './callable.ts';

const model = (name: string): OwnModel => ({ name, aliases: [] as readonly string[] }) as OwnModel;
const models = ['dear', 'cheap', 'tiny'].map(model);
const key = (id: string, allowed: readonly string[] | null): OwnKey =>
  ({ id, status: 'available', model_allow_list: allowed, ip_allow_list: [] as readonly string[] }) as unknown as OwnKey;
const narrow = key('narrow', ['cheap', 'tiny']);
const wide = key('wide', null);

const cases: readonly (readonly [
  what: string,
  keys: readonly OwnKey[],
  key: string | undefined,
  last: string | undefined,
  chosen: string,
])[] = [
  ['the first model that the only key may call', [narrow], undefined, undefined, 'cheap'],
  ['the model of the last visit', [narrow], undefined, 'tiny', 'tiny'],
  ['not the model of the last visit, if no key may call it', [narrow], undefined, 'dear', 'cheap'],
  ['any model for a key without a list', [narrow, wide], undefined, undefined, 'dear'],
  ['a model of the named key', [narrow, wide], 'narrow', 'dear', 'cheap'],
  ['the first model if no key may call one', [key('none', ['gone'])], undefined, undefined, 'dear'],
];

test('the model is one that the key may call', () => {
  for (const [what, keys, named, last, chosen] of cases) {
    const found = modelFor(models, keys, { key: named, last });
    assert.equal(found?.name, chosen, what);
    const withKey = keyFor(found, keys, [named, undefined]);
    assert.equal(withKey?.model_allow_list?.includes(chosen) ?? true, chosen !== 'dear' || keys.includes(wide), what);
  }
});
