import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Provider } from '../../../api/providers.ts';
import { providerChanges } from './provider-changes.ts';

const key = {
  id: 'k1',
  has_api_key: true,
  api_key_last4: '6789',
  weight: 1,
  limits: { requests_per_minute: null },
  enabled: true,
};
const route = { id: 'r1', region: 'domestic', base_url: 'https://a.example', keys: [key], health: { state: 'healthy' } };
const provider = {
  id: 'p1',
  revision: 'one',
  name: 'maker',
  chat_dialects: ['a', 'b'],
  routes: [route],
  models: [{ model: 'm', cost: null }],
} as unknown as Provider;

test('only settings that differ are named, down to the key and the model, and health is none', () => {
  assert.deepEqual(providerChanges(provider, { ...provider, revision: 'two' }), []);
  const now = {
    ...provider,
    chat_dialects: ['b'],
    routes: [
      {
        ...route,
        health: { state: 'ejected' },
        keys: [
          { ...key, weight: 3 },
          { ...key, api_key_last4: '1111' },
        ],
      },
    ],
    models: [],
  } as unknown as Provider;
  const shown = providerChanges(provider, now).map(({ path, before, now: later }) => [path.join(' '), before, later]);
  assert.deepEqual(shown, [
    ['chat_dialects', 'a, b', 'b'],
    ['routes domestic https://a.example keys …6789 weight', '1', '3'],
    ['models m model', 'm', null],
    ['models m cost', '–', null],
    ['routes domestic https://a.example keys …1111 weight', null, '1'],
    ['routes domestic https://a.example keys …1111 limits requests_per_minute', null, '–'],
    ['routes domestic https://a.example keys …1111 enabled', null, 'true'],
  ]);
});
