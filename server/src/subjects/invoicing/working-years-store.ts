import type { WorkingYearsStore } from './invoice-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';

/** Stores working calendars, one row per year. */
export function createWorkingYearsStore(engine: Engine): WorkingYearsStore {
  const db = compilerFor(engine.sql);
  return {
    async list() {
      const rows = await readRows(engine, 'hot', db.selectFrom('working_years').selectAll().orderBy('year'));
      return rows.map((row) => ({
        year: Number(row.year),
        off: JSON.parse(row.off) as readonly string[],
        on: JSON.parse(row.worked) as readonly string[],
        source: row.source,
        updatedAtMs: Number(row.updated_at),
      }));
    },

    async put({ year, off, on, source, updatedAtMs }, audit) {
      const columns = { off: JSON.stringify(off), worked: JSON.stringify(on), source, updated_at: updatedAtMs };
      const query = db
        .insertInto('working_years')
        .values({ year, ...columns })
        .onConflict((conflict) => conflict.column('year').doUpdateSet(columns));
      await engine.write([{ query: query.compile() }], [audit]);
    },
  };
}
