import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSecretBox, SecretBoxError } from './secret-box.ts';

const anyText = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const box = createSecretBox('a secret of at least some length');

test('what was sealed opens for its row alone, with its secret alone', () => {
  fc.assert(
    fc.property(anyText, anyText, (text, owner) => {
      const sealed = box.seal(text, owner);
      assert.equal(box.open(sealed, owner), text);
      assert.throws(() => box.open(sealed, `${owner}x`), SecretBoxError);
      assert.throws(() => createSecretBox('another secret').open(sealed, owner), SecretBoxError);
    }),
    { numRuns: 50 },
  );
});

test('a changed byte anywhere is noticed, and two sealings of one text differ', () => {
  const sealed = box.seal('upstream key', 'rte_1');
  assert.notDeepEqual(box.seal('upstream key', 'rte_1'), sealed);
  assert.equal(sealed.includes('upstream key'), false);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => box.open(changed, 'rte_1'), SecretBoxError);
  }
  assert.throws(() => box.open(sealed.subarray(0, 20), 'rte_1'), SecretBoxError);
});
