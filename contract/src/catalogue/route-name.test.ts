import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeName } from './route-name.ts';

test('a route is named by its provider and region in the language of the reader, and any other text stays as it is', () => {
  for (const [stored, zh, en] of [
    ['OpenAI/overseas', 'OpenAI · 境外', 'OpenAI · overseas'],
    ['house / east/domestic', 'house / east · 境内', 'house / east · domestic'],
    ['a/moon', 'a/moon', 'a/moon'],
    ['domestic', 'domestic', 'domestic'],
    ['', '', ''],
  ] as const)
    assert.deepEqual([routeName(stored, 'zh'), routeName(stored, 'en')], [zh, en]);
});
