import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectNow } from '../platform/collect-now.ts';
import { EventStreamParser } from './event-stream-parser.ts';

function heldBytes(): number {
  collectNow('major');
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test('a line that comes byte by byte holds little more than it is long', () => {
  const bytes = 1_000_000;
  const before = heldBytes();
  const parser = new EventStreamParser();
  const chunk = Buffer.from('x');
  parser.push(Buffer.from('data: '));
  for (let sent = 0; sent < bytes; sent += 1) parser.push(chunk);
  const held = heldBytes() - before;
  assert.ok(held < 6 * bytes, `${String(held)} bytes are held`);
  assert.equal(parser.push(Buffer.from('\n\n'))[0]?.length, bytes);
});
