import { sql } from 'kysely';
import type { Engine } from '../../src/storage/engine.ts';
import { compilerFor } from '../../src/storage/compiler.ts';

/** Every row of every table, as text. */
export async function everyRow(engine: Engine): Promise<string> {
  return engine.snapshot(async (moment) => {
    const tables = await moment.read(
      sql`select name from sqlite_master where type = 'table' order by name`.compile(compilerFor('sqlite')),
    );
    const all: unknown[] = [];
    for (const { name } of tables)
      all.push(name, await moment.read(sql`select * from ${sql.table(String(name))}`.compile(compilerFor('sqlite'))));
    return JSON.stringify(all, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    );
  });
}
