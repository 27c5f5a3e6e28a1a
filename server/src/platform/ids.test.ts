import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { createIds } from './ids.ts';

test('ids of one process are UUIDv7, always greater than the last, within a millisecond and when the clock goes back', () => {
  const clock = new VirtualClock();
  const ids = createIds(clock);
  let last = '';
  for (let made = 0; made < 20_000; made += 1) {
    if (made === 10_000) clock.jumpWall(-3_600_000);
    if (made % 7000 === 0) clock.advance(1);
    const id = ids.uuid();
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.ok(id > last, `${id} after ${last}`);
    last = id;
  }
});

test('secrets are drawn evenly from all 62 letters', () => {
  const counts = new Map<string, number>();
  for (const letter of createIds(new VirtualClock()).secret(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  assert.equal(counts.size, 62);
  // 1,000 expected of each; the tolerance is six standard deviations.
  for (const [letter, count] of counts) assert.ok(Math.abs(count - 1000) < 190, `${letter}: ${String(count)}`);
});
