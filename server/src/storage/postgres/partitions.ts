import type { ClientBase } from 'pg';
import { firstUuidBytesAt } from '../uuid-bytes.ts';
import { isConflict, sqlState } from './fault.ts';

const dayMs = 24 * 3_600_000;
/** Days whose partitions are created in advance, so that the job may fail for two days. */
const daysAhead = 3;
/**
 * While a change of the partitions waits for a long report, new statements on the log queue behind it. It therefore waits only for a
 * moment, gives up, and is tried again at the job's next run.
 */
const waitForMoment = "set local lock_timeout = '250ms'";
const triesMax = 4;

const listParts = `select child.relname as name from pg_inherits
  join pg_class child on child.oid = inhrelid
  where inhparent = 'calls'::regclass and child.relname ~ '^calls_[0-9]{8}$' order by child.relname`;

async function partNames(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(listParts);
  return rows.map((row) => row.name);
}

/** `calls_20261121` for a UTC day. */
function nameOf(dayStartMs: number): string {
  return `calls_${new Date(dayStartMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

function startOf(name: string): number {
  return Date.parse(name.replace(/^calls_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
}

function bound(atMs: number): string {
  return `'\\x${Buffer.from(firstUuidBytesAt(atMs)).toString('hex')}'`;
}

/** Tries a transaction on the partitions a few times; returns `false` if other transactions block it. */
async function attempt(client: ClientBase, statements: readonly string[]): Promise<boolean> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    try {
      await client.query(['begin', waitForMoment, ...statements, 'commit'].join(';\n'));
      return true;
    } catch (error) {
      await client.query('rollback');
      if (sqlState(error) !== '55P03' && !isConflict(error)) throw error;
    }
  }
  return false;
}

/**
 * Names and bounds cannot be parameters; both consist of digits here. Rows that arrived before their partition existed are moved into it.
 */
function creationOf(dayStartMs: number): readonly string[] {
  const name = nameOf(dayStartMs);
  const from = bound(dayStartMs);
  const to = bound(dayStartMs + dayMs);
  return [
    'lock table calls_default in share row exclusive mode',
    `create table ${name} (like calls including defaults including constraints)`,
    `with moved as (delete from calls_default where id >= ${from} and id < ${to} returning *) insert into ${name} select * from moved`,
    `alter table calls attach partition ${name} for values from (${from}) to (${to})`,
  ];
}

/**
 * Creates the missing partitions for yesterday, today and the days ahead. Returns those that long reports prevented from being created.
 * Until they exist, their rows go to the default partition.
 */
export async function makePartitions(client: ClientBase, nowMs: number): Promise<readonly string[]> {
  await client.query('select pg_advisory_lock(1953459308, 5)');
  const failed: string[] = [];
  try {
    const known = new Set(await partNames(client));
    const todayMs = Math.floor(nowMs / dayMs) * dayMs;
    for (let day = -1; day <= daysAhead; day += 1) {
      const startMs = todayMs + day * dayMs;
      if (known.has(nameOf(startMs))) continue;
      if (!(await attempt(client, creationOf(startMs)))) failed.push(nameOf(startMs));
    }
  } finally {
    await client.query('select pg_advisory_unlock(1953459308, 5)');
  }
  return failed;
}

/** Reads the end of the index, which avoids counting all rows of a partition that stays. */
const newestDay = 'select day from calls where id >= $1 and id < $2 order by id desc limit 1';
const countRows = `select count(*) as rows, count(*) filter (where day > $1) as later from calls where id >= $2 and id < $3`;

interface PartRows {
  readonly rows: bigint;
  readonly later: bigint;
}

/**
 * Drops the partitions that only hold rows of days up to `day` (YYYYMMDD), oldest first. Returns the number of rows removed. In the
 * service's time zone a day ends at another hour than in UTC, so the last partition of a day is dropped with the day after it.
 */
export async function dropPartitions(client: ClientBase, day: bigint): Promise<number> {
  let dropped = 0;
  for (const name of await partNames(client)) {
    if (BigInt(name.slice('calls_'.length)) > day) break;
    const startMs = startOf(name);
    const bounds = [firstUuidBytesAt(startMs), firstUuidBytesAt(startMs + dayMs)];
    const { rows: newest } = await client.query<{ day: bigint }>(newestDay, bounds);
    if ((newest[0]?.day ?? day) > day) break;
    const { rows } = await client.query<PartRows>(countRows, [day, ...bounds]);
    const part = rows[0] ?? { rows: 0n, later: 0n };
    if (part.later > 0n) break;
    if (!(await attempt(client, [`drop table ${name}`]))) break;
    dropped += Number(part.rows);
  }
  const { rowCount } = await client.query('delete from calls_default where day <= $1', [day]);
  return dropped + (rowCount ?? 0);
}
