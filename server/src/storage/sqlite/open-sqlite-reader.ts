import { join } from 'node:path';
import type { Engine } from '../engine.ts';
import { readOnlyEngine } from '../read-only-engine.ts';
import { Connection, bindable } from './connection.ts';

const cacheKib = 2048;

/** Opens the database of a data folder for reading while another thread of this process has it open. Blocks the calling thread. */
export function openSqliteReader(folder: string): Engine {
  const connection = new Connection(join(folder, 'tollgate.db'), { readOnly: true, cacheKib });
  return readOnlyEngine({
    sql: 'sqlite',
    read(_lane, query) {
      const rows = connection.prepare(query.sql).all(...bindable(query.parameters));
      return Promise.resolve(rows as readonly Record<string, unknown>[]);
    },
    close() {
      connection.close();
      return Promise.resolve();
    },
  });
}
