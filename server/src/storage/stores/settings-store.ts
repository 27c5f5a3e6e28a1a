import { compilerFor, readRows } from '../compiler.ts';
import type { Engine } from '../engine.ts';

/** Small named values that persist across restarts, such as "the demo account was created". */
export function createSettingsStore(engine: Engine) {
  const db = compilerFor(engine.sql);

  return {
    async get(name: string): Promise<string | null> {
      const [row] = await readRows(engine, 'hot', db.selectFrom('settings').select('value').where('name', '=', name));
      return row?.value ?? null;
    },

    async set(name: string, value: string): Promise<void> {
      const query = db
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }));
      await engine.write([{ query: query.compile() }], []);
    },

    /** Returns whether the value was the expected one. */
    async replace(name: string, expected: string, value: string): Promise<boolean> {
      const query = db.updateTable('settings').set({ value }).where('name', '=', name).where('value', '=', expected);
      const [written = 0] = await engine.write([{ query: query.compile() }], []);
      return written > 0;
    },

    async add(name: string, value: string): Promise<boolean> {
      // Conflict: the existing value is kept. The number of rows written is the result.
      const query = db
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing());
      const [written = 0] = await engine.write([{ query: query.compile() }], []);
      return written > 0;
    },
  };
}
