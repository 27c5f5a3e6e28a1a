import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresMigrations, sqliteMigrations } from '../../src/service/database/migrations.ts';

// Ids of only one engine are gaps in the other; together they have none.
test('every change of the schema has a unique number and name, and no number is left out', () => {
  const engines = [sqliteMigrations, postgresMigrations];
  for (const migrations of engines) {
    const ids = migrations.map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((left, right) => left - right),
      'they run in the order of their numbers',
    );
    assert.equal(new Set(ids).size, ids.length, 'no number twice');
    const names = migrations.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
      'no name twice',
    );
  }
  const all = new Set(engines.flat().map(({ id }) => id));
  assert.deepEqual(
    Array.from({ length: all.size }, (_, at) => at + 1).filter((id) => !all.has(id)),
    [],
  );
});
