import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createIds } from '../../platform/ids.ts';
import { systemClock } from '../../platform/clock.ts';
import { hashKeyValue, keyFaults, keyHint, makeKeyValue, readBearer, readKeyValue } from './key-value.ts';

/** Any bytes that a header can contain. */
const anyText = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

const ids = createIds(systemClock);
const value = makeKeyValue(ids);

test('a made key is read back, and its hint reveals no more than its ends', () => {
  for (let round = 0; round < 200; round += 1) {
    const made = makeKeyValue(ids);
    assert.match(made, /^sk-[0-9A-Za-z]{38}$/);
    assert.deepEqual(readBearer(`Bearer ${made}`), { value: made });
    assert.deepEqual(keyHint(made), { prefix: made.slice(0, 7), last4: made.slice(-4) });
  }
  assert.equal(hashKeyValue(value).length, 32);
});

test('a wrong form is refused with its own words, before anybody looks for the key', () => {
  const table: readonly (readonly [string | undefined, keyof typeof keyFaults])[] = [
    [undefined, 'missing'],
    ['', 'missing'],
    ['Bearer', 'emptyValue'],
    ['Bearer ', 'emptyValue'],
    [`bearer ${value}`, 'notBearer'],
    [`BEARER ${value}`, 'notBearer'],
    [`Basic ${value}`, 'notBearer'],
    [`Bearer:${value}`, 'notBearer'],
    [value, 'notBearer'],
    [`Bearer  ${value}`, 'twoSpaces'],
    [`Bearer ${value} y`, 'space'],
    [`Bearer ${value} `, 'space'],
    [`Bearer ${value}\t`, 'space'],
    [`Bearer ${value}\n`, 'lineBreak'],
    [`Bearer ${value}\\n`, 'lineBreak'],
    [`Bearer ${value}%0A`, 'lineBreak'],
    [`Bearer ${value}\u200b`, 'characters'],
    [`Bearer ${value.slice(0, -1)}Ａ`, 'characters'],
    [`Bearer "${value}"`, 'characters'],
    [`Bearer ' OR 1=1--`, 'space'],
    ['Bearer %', 'characters'],
    ['Bearer sk-\u0000', 'characters'],
    [`Bearer ${value.slice(3)}`, 'noPrefix'],
    [`Bearer ${value.slice(0, 20)}`, 'truncated'],
    [`Bearer ${value}x`, 'tooLong'],
    [`Bearer sk-sk-${value.slice(3)}`, 'tooLong'],
    [`Bearer sk-${'x'.repeat(1024 * 1024)}`, 'tooLong'],
    [`Bearer ${value.toLowerCase()}`, 'checksum'],
  ];
  for (const [header, fault] of table) {
    assert.deepEqual(readBearer(header), keyFaults[fault], header?.slice(0, 60) ?? 'no header');
  }
});

test('a mistyped key never passes the check characters, whichever one character is wrong', () => {
  const alphabet = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  fc.assert(
    fc.property(fc.integer({ min: 3, max: value.length - 1 }), fc.constantFrom(...alphabet), (position, letter) => {
      fc.pre(value[position] !== letter);
      const mistyped = value.slice(0, position) + letter + value.slice(position + 1);
      assert.deepEqual(readKeyValue(mistyped), keyFaults.checksum);
    }),
  );
});

test('no refusal repeats what was sent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const reading = readBearer(text);
      assert.ok('fault' in reading);
      assert.ok(Object.values(keyFaults).includes(reading as never));
    }),
  );
});
