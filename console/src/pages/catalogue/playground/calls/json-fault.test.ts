import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonFault } from './json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('a fault is found in what is no JSON, and in nothing else', () => {
  const broken = fc.tuple(fc.json(), fc.nat(200), fc.constantFrom('', ',', '}', '"', ' ', 'x', '\n')).map(([text, at, sign]) => {
    return text.slice(0, at) + sign + text.slice(at + 1);
  });
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken, fc.string()), (text) => {
      assert.equal(jsonFault(text) === null, isJson(text), text);
    }),
  );
});

test('a fault names its line and column, and the character there', () => {
  assert.deepEqual(jsonFault('[\n  {"type": "function",]\n]'), { line: 2, column: 23, found: ']' });
  assert.deepEqual(jsonFault('{"a": 1'), { line: 1, column: 8, found: '' });
});
