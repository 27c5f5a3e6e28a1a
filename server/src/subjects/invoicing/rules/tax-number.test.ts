import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../../../test/proofs/seed.ts';
import { readTaxNumber } from './tax-number.ts';

const right = ['91330106673959654P', '91110000802100433B', '9144030071526726XG', '91350100M000100Y43'];
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';

test('a unified social credit code is right by its check character, in any case, width and spacing', () => {
  for (const code of right) {
    assert.deepEqual(readTaxNumber(code), { kind: 'code', value: code });
    const wide = Array.from(code, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).join('');
    for (const written of [
      code.toLowerCase(),
      ` ${code.slice(0, 8)} ${code.slice(8)}\u3000`,
      wide,
      `${code.slice(0, 2)}-${code.slice(2)}`,
    ])
      assert.deepEqual(readTaxNumber(written), { kind: 'code', value: code }, written);
  }
});

test('a code with a wrong check character, a strange letter or another length is refused in words that say which', () => {
  const faults: readonly (readonly [string, RegExp])[] = [
    ['911100001000010006', /wrong check character/],
    ['9133010667395965OP', /contains "O"/],
    ['', /18-character .* but has 0/],
    ['1234567', /but has 7/],
  ];
  for (const [written, words] of faults) {
    const read = readTaxNumber(written);
    assert.match('fault' in read ? read.fault : 'taken', words, written);
  }
});

test('numbers of 15 and 20 characters of the time before are known as such', () => {
  assert.deepEqual(readTaxNumber('110108 123456 789'), { kind: 'legacy', value: '110108123456789' });
  assert.deepEqual(readTaxNumber('11010819900101123x01'), { kind: 'legacy', value: '11010819900101123X01' });
});

test('no single character of a code can be written wrong unnoticed', () => {
  const places = fc.record({
    code: fc.constantFrom(...right),
    at: fc.nat({ max: 17 }),
    other: fc.constantFrom(...alphabet.split('')),
  });
  fc.assert(
    fc.property(places, ({ code, at, other }) => {
      fc.pre(code[at] !== other);
      assert.ok('fault' in readTaxNumber(code.slice(0, at) + other + code.slice(at + 1)));
    }),
    { seed: testSeed, numRuns: 2000 },
  );
});
