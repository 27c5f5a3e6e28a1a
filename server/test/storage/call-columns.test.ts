/**
 * Goal: the table of columns is correct, so that a new column needs only one line. Method: observes the effect of each line, and compares
 * the table with those that the schema changes create, change by change.
 */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { createIds } from '../../src/platform/ids.ts';
import type { ColumnKind } from '../../src/storage/call-column.ts';
import { callColumnAt, callColumnList } from '../../src/storage/call-columns.ts';
import { encodeGroup } from '../../src/storage/sqlite/group-message.ts';
import { sqliteMigrations as migrations } from '../../src/service/database/migrations.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { group, sampleRecord } from './sample-books.ts';

const types: Partial<Record<ColumnKind, string>> = { uuid: 'BLOB', text: 'TEXT', document: 'TEXT' };
const clock = new VirtualClock();
const record = sampleRecord(createIds(clock), clock.nowMs());

test('a column stores its own member of the record, and no other', () => {
  for (const { field, take } of callColumnList) {
    const read = new Set<string | symbol>();
    const watched = new Proxy(record, {
      get(target, name) {
        read.add(name);
        return target[name as keyof CallRecord];
      },
    });
    take(watched);
    assert.deepEqual([...read], [field]);
  }
});

test('a group is sent record by record, every cell in the place of its column, however many records it has', () => {
  for (const count of [0, 1, 3, 500]) {
    const closed = Array.from({ length: count }, (_, index) => ({ ...record, inputTokens: index, charge: BigInt(index) }));
    const cells = encodeGroup(group({ closed })).closed;
    assert.equal(cells.length, count * callColumnList.length);
    for (const [index, call] of closed.entries()) {
      const at = index * callColumnList.length;
      assert.equal(cells[at + callColumnAt.inputTokens], call.inputTokens);
      assert.equal(cells[at + callColumnAt.charge], call.charge);
    }
  }
});

test('a column is in the table from the change of the schema on that it names', () => {
  const db = new DatabaseSync(':memory:');
  // As in migrate.ts: one of the changes edits the definition of a table.
  db.enableDefensive(false);
  const seen = new Map<string, string>();
  for (const { name: change, sql } of migrations) {
    db.exec(sql);
    for (const { name, type } of db.prepare('pragma table_info(calls)').all()) {
      if (seen.has(String(name))) continue;
      seen.set(String(name), change);
      const column = callColumnList.find((each) => each.name === name);
      if (name === 'status_class') continue;
      assert.ok(column, `${String(name)} stands in the table of columns`);
      assert.equal(column.since, change, column.name);
      assert.equal(type, types[column.kind] ?? 'INTEGER', column.name);
    }
  }
  assert.deepEqual(
    callColumnList.filter(({ name }) => !seen.has(name)),
    [],
  );
  db.close();
});
