import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PaymentServiceError } from '../domain/payments/payment-method.ts';
import { asked, fenOf, fieldsOf, yuanOf } from './payment-reading.ts';

test('an amount in yuan has at most two decimals, and is written with two', () => {
  for (const [text, fen] of [
    ['0', 0n],
    ['0.5', 50n],
    ['0.05', 5n],
    ['12.30', 1230n],
    ['999999999999', 99_999_999_999_900n],
  ] as const)
    assert.equal(fenOf(text), fen, text);
  for (const text of ['', '.5', '1.', '1.234', '-1', '+1', '1e3', ' 1', '1234567890123', 1, null, undefined])
    assert.equal(fenOf(text), null, String(text));
  assert.deepEqual([0n, 5n, 50n, 1230n].map(yuanOf), ['0.00', '0.05', '0.50', '12.30']);
});

test('a form that names a field twice is read by nobody', () => {
  assert.deepEqual(fieldsOf(new URLSearchParams('a=1&b=2')), { a: '1', b: '2' });
  assert.equal(fieldsOf(new URLSearchParams('a=1&a=1')), null);
});

test('whatever is thrown while a service is asked is a fault of it, in one line of 200 characters', async () => {
  const own = new PaymentServiceError('its own words');
  await assert.rejects(
    asked('Pay', () => Promise.reject(own)),
    (error) => error === own,
  );
  for (const [thrown, words] of [
    [new TypeError('no\n  way'), 'Pay: no way'],
    ['words', 'Pay: words'],
    [new Error('x'.repeat(300)), `Pay: ${'x'.repeat(200)}`],
  ] as const)
    await assert.rejects(
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a library throws what it likes
      asked('Pay', () => Promise.reject(thrown)),
      { name: 'PaymentServiceError', message: words },
    );
  assert.equal(await asked('Pay', () => Promise.resolve(7)), 7);
});
