import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { boundedJson, changedFields } from './changed-fields.ts';

void describe('The log of changes', () => {
  void it('keeps of a change the fields that differ, and what the change is about', () => {
    const before = { title_id: 'ttl_1', name: 'A', note: 'same', limits: { rpm: 1, tpm: 2 } };
    const after = { title_id: 'ttl_1', name: 'B', note: 'same', limits: { rpm: 1, tpm: 3 } };
    assert.deepEqual(changedFields(before, after), [
      { name: 'A', limits: { tpm: 2 } },
      { title_id: 'ttl_1', name: 'B', limits: { tpm: 3 } },
    ]);
  });

  void it('keeps of lists what was added and removed', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `model-${String(index)}`);
    assert.deepEqual(changedFields({ list: many }, { list: [...many.slice(1), 'new'] }), [
      { list: { removed: ['model-0'] } },
      { list: { added: ['new'] } },
    ]);
    assert.deepEqual(changedFields({ list: ['a', 'b'] }, { list: ['b', 'a'] }), [{ list: ['a', 'b'] }, { list: ['b', 'a'] }]);
    assert.deepEqual(changedFields({ list: null }, { list: ['a'] }), [{ list: null }, { list: ['a'] }]);
  });

  void it('keeps nothing of what stayed as it was', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-c]{1,3}$/), fc.jsonValue()), (record) => {
        assert.deepEqual(changedFields(record, structuredClone(record)), [{}, {}]);
      }),
    );
  });

  void it('never says more than its bound, whatever was changed, and stays JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.jsonValue()),
        fc.integer({ min: 64, max: 512 }),
        (record, max) => {
          const text = boundedJson(record, max);
          assert.ok(Buffer.byteLength(text) <= max, text);
          if (Buffer.byteLength(JSON.stringify(record)) <= max) assert.equal(text, JSON.stringify(record));
          JSON.parse(text);
        },
      ),
    );
    const large = { remark: '字'.repeat(500), list: Array.from({ length: 1000 }, () => 'x'.repeat(128)), status: 'available' };
    const text = boundedJson(large, 512);
    assert.ok(Buffer.byteLength(text) <= 512);
    assert.equal((JSON.parse(text) as { status: string }).status, 'available');
  });
});
