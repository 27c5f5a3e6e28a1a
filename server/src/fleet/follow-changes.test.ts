import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { silentLogger } from '../platform/logger.ts';
import { followChanges } from './follow-changes.ts';
import type { ChangeRow } from './ports.ts';

/** Rows that the store returns at once. */
const rowsPerRead = 3;

/** Changes of other nodes, and this node's reactions, in order. */
async function follow(rows: ChangeRow[]) {
  const done: string[] = [];
  const note = (what: string): Promise<void> => Promise.resolve(void done.push(what));
  const followed = await followChanges({
    store: {
      latest: () => Promise.resolve(rows.at(-1)?.seq ?? 0),
      after: (seq) => Promise.resolve(rows.filter((row) => row.seq > seq).slice(0, rowsPerRead)),
      seen: (_incarnation, seq) => note(`seen ${String(seq)}`),
      behind: () => Promise.resolve([]),
    },
    clock: new VirtualClock(),
    logger: silentLogger,
    incarnation: 'n',
    everyMs: 250,
    accountChanged: (accountId) => note(accountId),
    planChanged: (planId) => note(planId),
    catalogChanged: () => note('catalogue'),
    newsChanged: () => note('news'),
  });
  return { done, followed };
}

test('the catalogue and what is announced are loaded again before a starting node says that it has seen a change that came while it loaded', async () => {
  const { done } = await follow([{ seq: 5, kind: 'catalog', objectId: '' }]);
  assert.deepEqual(done, ['catalogue', 'news', 'seen 5']);
});

test('a change made here starts from what the changes made elsewhere before it have left', async () => {
  const rows: ChangeRow[] = [];
  const { done, followed } = await follow(rows);
  rows.push({ seq: 1, kind: 'plan', objectId: 'plan' }, { seq: 2, kind: 'account', objectId: 'acc' });
  await followed.catchUp();
  assert.deepEqual(done.slice(3), ['plan', 'acc', 'seen 2']);
});

test('a node that was away for many changes knows all of them when it has caught up', async () => {
  const rows: ChangeRow[] = [];
  const { done, followed } = await follow(rows);
  for (let seq = 1; seq <= 2 * rowsPerRead + 1; seq += 1) rows.push({ seq, kind: 'account', objectId: `acc ${String(seq)}` });
  await followed.catchUp();
  for (const { objectId } of rows) assert.ok(done.includes(objectId), objectId);
  assert.equal(done.at(-1), `seen ${String(rows.length)}`);
});
