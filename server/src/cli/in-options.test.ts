import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOptions } from './in-options.ts';
import { option } from './verb.ts';

const specs = [
  option('--aliases <a,b>', 'other names', 'aliases'),
  option('--music <json>', 'what it supports', 'music'),
  option('--rates <a=cny>', 'rates', 'price.rates'),
  option('--confirm <yes|no>', 'confirm', 'confirm'),
];

test('a refusal names the option where it names a field, a part of one, an entry of a list or a confirmation', () => {
  for (const [message, expected] of [
    ['`aliases` is wrong.', '--aliases is wrong.'],
    ['`aliases[0]` is the name of a model.', '--aliases (entry 1) is the name of a model.'],
    ['`music.songs_max` is required.', '`--music songs_max` is required.'],
    ['`price.rates.page` would never be charged.', '`--rates page` would never be charged.'],
    ['Set `confirm` to true to confirm.', 'Set --confirm yes to confirm.'],
    ['`other` is wrong.', '`other` is wrong.'],
  ] as const)
    assert.equal(inOptions(message, specs), expected);
});
