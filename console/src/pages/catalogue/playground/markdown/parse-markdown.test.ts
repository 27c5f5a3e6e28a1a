import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from './parse-markdown.ts';

test('any text is read to its end, also one that is still coming', () => {
  const signs = fc.constantFrom('#', '-', '*', '`', '```', '|', '>', '\n', ' ', '1.', '[', ']', '(', ')', 'a', '价', '---', '\t');
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 60 }), (parts) => {
      assert.ok(Array.isArray(parseMarkdown(parts.join(''))));
    }),
  );
});

test('links lead to pages alone: what runs stays text', () => {
  const text = JSON.stringify(parseMarkdown('[a](javascript:alert(1)) [b](data:text/html,x) [c](https://example.com/)'));
  assert.deepEqual(
    [...text.matchAll(/"to":"([^"]*)"/g)].map(([, to]) => to),
    ['https://example.com/'],
  );
});

test('code, lists and tables keep their content', () => {
  const blocks = parseMarkdown('- a\n  - b\n\n```js\nx *y*\n```\n\n| p | q |\n|---|---|\n| 1 | 2 |');
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['list', 'code', 'table'],
  );
  assert.deepEqual(blocks[1], { kind: 'code', name: 'js', text: 'x *y*' });
  assert.equal(JSON.stringify(blocks[0]).match(/"kind":"list"/g)?.length, 2);
});
