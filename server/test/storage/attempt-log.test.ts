import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../src/platform/ids.ts';
import { batchFromText, batchToText } from '../../src/books/batch.ts';
import { cleanRecord } from '../../src/books/clean-text.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { sampleRecord } from './sample-books.ts';

const clock = new VirtualClock();
const ids = createIds(clock);
const note = { route: 'p/domestic', fault: 'Error ECONNRESET read', durationMs: 12 };

function spilled(text: string) {
  return batchFromText(text).batch.closed.map(({ record }) => record);
}

test('results of attempts survive the spill file, and a frame of a version without them is still read', () => {
  const record = sampleRecord(ids, clock.nowMs(), { attempts: 2, attemptLog: [note, { ...note, fault: null }] });
  const text = batchToText({ closed: [{ record, notices: [] }], opened: [], strays: [] }, 'inc_now');
  assert.deepEqual(spilled(text), [record]);
  const earlier = text.replace(/"attemptLog":\[.*?\],/, '');
  assert.ok(!earlier.includes('attemptLog'));
  assert.deepEqual(spilled(earlier), [{ ...record, attemptLog: null }]);
});

test('whatever names and words it holds, it is text that every database takes, and bounded', () => {
  const attemptLog = Array.from({ length: 3 }, () => ({
    ...note,
    route: `\0${'r'.repeat(9_000)}`,
    fault: `\ud800${'f'.repeat(9_000)}`,
  }));
  const { attemptLog: kept } = cleanRecord(sampleRecord(ids, clock.nowMs(), { attemptLog }));
  const text = JSON.stringify(kept);
  assert.ok(text.length < 3_000 && text.isWellFormed() && !text.includes('\\u0000'), text);
});
