/**
 * Creates a data folder with a large, realistic database, always the same from the same seed:
 *
 * node server/test/size/make-books.ts --calls 1000000 --accounts 1000 --folder /tmp/books
 *
 * The program starts with it directly: `TOLLGATE_DATA_DIR=/tmp/books npm start`. The books balance, the last two hours are open, and the
 * accounts are on a plan without a request limit. `books.json` in the folder names an account with enough credit and some of its keys with
 * their values. To send calls with them, give the models `books/model-01` … a provider through the admin API.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { silentLogger } from '../../src/platform/logger.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { booksRows } from './books-rows.ts';
import { makeTenants } from './books-tenants.ts';
import { fillSqlite } from './sqlite-sink.ts';

export interface BooksToMake {
  readonly folder: string;
  readonly calls: number;
  readonly accounts: number;
  readonly days?: number;
  readonly models?: number;
  readonly seed?: number;
  /** End of the log in epoch milliseconds. */
  readonly untilMs: number;
}

/** Fills a new data folder; returns its tenants. */
export async function makeBooks(options: BooksToMake, onRows: (rows: number) => void = () => undefined) {
  const { folder, seed = 1, days = 90, models = 30, ...rest } = options;
  mkdirSync(folder, { recursive: true });
  const engine = await openSqlite({ folder, logger: silentLogger, clock: systemClock });
  await engine.close();
  const tenants = makeTenants({ accounts: rest.accounts, models, seed });
  fillSqlite(join(folder, 'tollgate.db'), booksRows({ tenants, seed, days, withTenants: true, ...rest }), onRows);
  const keys = tenants.keys.filter((key) => key.account === 0).slice(0, 20);
  const known = { seed, calls: rest.calls, account: tenants.accountIds[0], models: tenants.models, keys };
  writeFileSync(join(folder, 'books.json'), JSON.stringify(known, null, 2));
  return tenants;
}

if (import.meta.main) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { folder: text, calls: text, accounts: text, days: text, models: text, seed: text },
  });
  if (values.folder === undefined) throw new Error('--folder is missing');
  const startedMs = Date.now();
  await makeBooks(
    {
      folder: values.folder,
      calls: Number(values.calls ?? 10_000_000),
      accounts: Number(values.accounts ?? 100_000),
      days: Number(values.days ?? 90),
      models: Number(values.models ?? 30),
      seed: Number(values.seed ?? 1),
      untilMs: startedMs,
    },
    (rows) => {
      process.stdout.write(`\r${String(rows)} rows, ${String(Math.round((Date.now() - startedMs) / 1000))} s`);
    },
  );
  process.stdout.write(`\ndone after ${String(Math.round((Date.now() - startedMs) / 1000))} s\n`);
}
