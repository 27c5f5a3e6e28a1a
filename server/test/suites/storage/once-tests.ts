import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe } from 'node:test';
import { sql } from 'kysely';
import type { OnceMark } from '../../../src/control/once-ports.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { UnitConflict } from '../../../src/storage/engine.ts';
import { createOnceStore, onceStatementName, onceStatements } from '../../../src/storage/stores/once-store.ts';
import type { OnBooks } from './engine-bench.ts';

const markOf = (said: string, accountId = 'acc_one'): OnceMark => ({
  accountId,
  key: 'order-1',
  contentHash: hash('sha256', said, 'buffer'),
  answer: { status: 201, body: JSON.stringify({ said }) },
  atMs: 1,
});

export function onceTests(name: string, onBooks: OnBooks): void {
  describe(`${name}: what is carried out once`, () => {
    onBooks('of 50 attempts under one key at once one does the work, and its answer is kept', async ({ engine }) => {
      const db = compilerFor(engine.sql);
      const once = createOnceStore(engine);
      assert.equal(await once.find('acc_one', 'order-1'), null);
      const attempt = async (at: number): Promise<boolean> => {
        const work = sql`insert into settings (name, value) values (${`work ${String(at)}`}, 'done')`.compile(db);
        try {
          await engine.write([...onceStatements(engine, markOf(String(at))), { query: work }], []);
          return true;
        } catch (error) {
          assert.ok(error instanceof UnitConflict && error.statement === onceStatementName);
          return false;
        }
      };
      const all = await Promise.all(Array.from({ length: 50 }, (_, at) => attempt(at)));
      assert.equal(all.filter(Boolean).length, 1);
      const rows = await engine.read('hot', sql`select name from settings where name like 'work %'`.compile(db));
      assert.equal(rows.length, 1, 'the work of those that lost is not there');
      assert.deepEqual(await once.find('acc_one', 'order-1'), markOf(String(all.indexOf(true))));
    });

    onBooks('keys of different accounts are different keys', async ({ engine }) => {
      await engine.write(onceStatements(engine, markOf('one')), []);
      await engine.write(onceStatements(engine, markOf('two', 'acc_two')), []);
      assert.equal((await createOnceStore(engine).find('acc_two', 'order-1'))?.answer.body, '{"said":"two"}');
    });
  });
}
