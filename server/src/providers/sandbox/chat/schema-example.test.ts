import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SandboxRefusal } from '../sandbox-knobs.ts';
import { exampleOf } from './schema-example.ts';

const deepest = 5;
const valuesMax = 10_000;
const bytesMax = 64 * 1024;
/** The cost of a value in addition to what the client wrote. */
const bytesPerValue = 16;

type Level = (inner: object) => object;

function nested(levels: number, level: Level, innermost: object = { const: 'x' }): object {
  let schema = innermost;
  for (let made = 0; made < levels; made += 1) schema = level(schema);
  return schema;
}

const levels: readonly (readonly [name: string, level: Level, around: (value: unknown) => unknown, empty: unknown])[] = [
  ['a union', (inner) => ({ anyOf: [inner] }), (value) => value, {}],
  ['a choice of one', (inner) => ({ oneOf: [inner] }), (value) => value, {}],
  ['a list', (inner) => ({ type: 'array', minItems: 1, items: inner }), (value) => [value], []],
  ['an object', (inner) => ({ type: 'object', properties: { a: inner }, required: ['a'] }), (value) => ({ a: value }), {}],
];

for (const [name, level, around, empty] of levels) {
  test(`${name} is followed ${String(deepest)} levels deep and no further`, () => {
    const wrap = (value: unknown): unknown => Array.from({ length: deepest }).reduce(around, value);
    assert.deepEqual(exampleOf(nested(deepest, level), 'f'), wrap('x'));
    assert.deepEqual(exampleOf(nested(deepest + 1, level), 'f'), wrap(empty));
  });
}

const smallest: readonly (readonly [schema: unknown, example: unknown])[] = [
  [{ type: 'string' }, 'example'],
  [{ type: 'string', const: 'c', default: 'd' }, 'c'],
  [{ type: 'string', default: 'd', enum: ['e'] }, 'd'],
  [{ type: 'string', enum: ['e', 'f'] }, 'e'],
  [{ type: 'string', enum: [] }, 'example'],
  [{ type: 'string', enum: 'e' }, 'example'],
  [{ type: ['integer', 'null'], minimum: 7 }, 7],
  [{ type: 'number', minimum: '7' }, 1],
  [{ type: 'boolean' }, true],
  [{ type: 'null' }, null],
  [{ type: 'array', items: { type: 'null' } }, []],
  [{ type: 'array', minItems: 0, items: { type: 'null' } }, []],
  [{ type: 'array', minItems: 3, items: { type: 'null' } }, [null]],
  [
    { properties: { a: { type: 'null' }, b: { type: 'null' } }, required: ['b', 'c', 3, 'b'] },
    { b: null, c: {} },
  ],
  [{ properties: { a: { type: 'null' } } }, {}],
  [{ required: ['a'] }, {}],
  ['no schema', {}],
  [null, {}],
];

test('an example is the smallest value that fits', () => {
  for (const [schema, example] of smallest) assert.deepEqual(exampleOf(schema, 'f'), example, JSON.stringify(schema));
});

function refused(schema: object): void {
  assert.throws(
    () => exampleOf(schema, 'tools[0]'),
    (error) => error instanceof SandboxRefusal && error.message.includes('larger'),
  );
}

test('an example has at most 64 KiB, the marks between values counted', () => {
  const text = (length: number): string => 'x'.repeat(length - bytesPerValue - 2);
  assert.equal(exampleOf({ default: text(bytesMax) }, 'f'), text(bytesMax));
  refused({ default: text(bytesMax + 1) });
  const named = (length: number) => ({ properties: {}, required: ['n'.repeat(length - 2 * bytesPerValue)] });
  assert.equal(Object.keys(exampleOf(named(bytesMax), 'f') as object).length, 1);
  refused(named(bytesMax + 1));
});

test('an example has at most 10,000 values, names counted', () => {
  const withMembers = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => String.fromCharCode(0x4e00 + index));
    return { properties: Object.fromEntries(names.map((name) => [name, { const: 1 }])), required: names };
  };
  // Each member is a name, a schema and its value; the object itself is one more.
  const members = Math.floor((valuesMax - 1) / 3);
  assert.equal(1 + 3 * members, valuesMax);
  assert.equal(Object.keys(exampleOf(withMembers(members), 'f') as object).length, members);
  refused(withMembers(members + 1));
});
