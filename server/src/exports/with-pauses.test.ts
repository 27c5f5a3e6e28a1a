import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPauses } from './with-pauses.ts';

test('rows come a few at a time, each once, and a read that found none is reported too', async () => {
  const reads = [[], [], Array.from({ length: 60 }, (_, at) => at), [60]];
  async function* read() {
    for (const rows of reads) yield await Promise.resolve(rows);
  }
  const batches = await Array.fromAsync(withPauses(read()));
  assert.deepEqual(
    batches.map(({ length }) => length),
    [0, 0, 25, 25, 10, 1],
  );
  assert.deepEqual(batches.flat(), reads.flat());
});
