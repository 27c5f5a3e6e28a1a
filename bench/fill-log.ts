/** Writes call records straight into a gateway's database file, as if it had served for two months. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const batchRows = 100_000;
const spanMs = 60 * 24 * 3_600_000;
const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;

/** The database that holds the call log. */
function openLog(dataFolder: string): DatabaseSync {
  for (const entry of readdirSync(dataFolder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(db|sqlite|sqlite3)$/.test(entry.name)) continue;
    const database = new DatabaseSync(join(entry.parentPath, entry.name));
    const found = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'calls'").get();
    if (found !== undefined) return database;
    database.close();
  }
  throw new Error(`no database with a table "calls" in ${dataFolder}`);
}

/** Row `n` of a batch: an id that sorts by time, a key and a model in turn, now and then a refused or failed call. */
const insertRows = `
insert into calls (id, request_time, account_id, key_id, endpoint, model, kind, status, status_class, streamed,
  input_tokens, cached_tokens, output_tokens, reasoning_tokens, usage_estimated, charge, price_version, uncollected,
  upstream_cost, duration_ms, first_token_ms, source_ip, route, attempts, ending, error_code, error, hour_start, day)
with recursive rows (n) as (select ? union all select n + 1 from rows where n + 1 < ?),
  timed as (select n as row, ? + cast(n * ? as integer) as at,
    case when n % 50 = 7 then 429 when n % 100 = 33 then 503 else 200 end as status from rows)
select unhex(printf('%012x7%03x8%03x%012x', at, row % 4096, row % 4093, row)), at, k.account_id, k.id, 'chat.completions', m.name,
  'chat', status, status / 100, row % 2, 142, 64, 96, 0, 0, case status when 200 then 1000 else 0 end, '1', 0,
  0, 900 + row % 700, 120, '127.0.0.1', 'bench', 1, case status when 200 then 'complete' else 'refused' end,
  case status when 200 then null else 'upstream_unavailable' end, null, at - at % ${String(hourMs)}, at / ${String(dayMs)}
from timed
join bench_keys k on k.n = (row * 7) % (select count(*) from bench_keys)
join bench_models m on m.n = (row * 11) % (select count(*) from bench_models)`;

/** Adds `rows` call records, spread evenly over the last 60 days; the gateway must not be running. */
export function fillLog(dataFolder: string, rows: number): void {
  const database = openLog(dataFolder);
  try {
    database.exec(`pragma synchronous = off;
      create temp table bench_keys as select row_number() over (order by id) - 1 as n, id, account_id from keys;
      create unique index temp.bench_keys_n on bench_keys (n);
      create temp table bench_models as select row_number() over (order by name) - 1 as n, name from models;
      create unique index temp.bench_models_n on bench_models (n);`);
    const insert = database.prepare(insertRows);
    const startMs = Date.now() - spanMs;
    for (let from = 0; from < rows; from += batchRows) {
      database.exec('begin immediate');
      // A plain number is bound as a real one, and a strict column takes whole numbers alone.
      insert.run(BigInt(from), BigInt(Math.min(rows, from + batchRows)), BigInt(startMs), (spanMs - hourMs) / rows);
      database.exec('commit');
    }
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}
