import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CallsFilter } from './call-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { firstUuidBytesAt, uuidTimeMs } from '../../storage/uuid-bytes.ts';

/** The filter of a log page. Ids: from inclusive, before exclusive. */
export interface CallsSought extends Pick<CallsFilter, 'accountId' | 'subAccountId' | 'keyId' | 'model'> {
  readonly statusClass?: bigint | undefined;
  readonly fromId: Uint8Array | null;
  readonly beforeId: Uint8Array | null;
}

/** A range of adjacent index rows, newest first, that all match. */
interface Range {
  readonly keyId: string | null;
  readonly statusClass: bigint;
}

/** The classes of final statuses. */
const statusClasses = [2n, 3n, 4n, 5n] as const;
/**
 * Ranges per statement. SQLite prepares one statement per number of ranges. PostgreSQL would plan each range for every log partition, so
 * there the ranges are rows, not parts of the statement.
 */
const rangesPerRead = { sqlite: 20, postgres: 100 } as const;

function optional(condition: RawBuilder<unknown>, isAsked: boolean): RawBuilder<unknown> {
  return isAsked ? condition : sql``;
}

function newestFirst(left: Uint8Array, right: Uint8Array): number {
  return Buffer.compare(right, left);
}

/**
 * Finds the newest matching calls, in time independent of the log size. An index orders calls by time only within one key (or all) and one
 * status class, with or without one model. The result therefore merges the newest calls of a few such ranges. A key never changes its
 * account or sub-account, so these have the ranges of their keys.
 */
class NewestCalls {
  readonly #engine: Engine;
  readonly #sought: CallsSought;
  readonly #limit: number;

  constructor(engine: Engine, sought: CallsSought, limit: number) {
    this.#engine = engine;
    this.#sought = sought;
    this.#limit = limit;
  }

  /** At most `limit` ids, newest first. */
  async ids(): Promise<readonly Uint8Array[]> {
    const { keyId, accountId, subAccountId } = this.#sought;
    const isOfTenant = keyId !== undefined || accountId !== undefined || subAccountId !== undefined;
    const { ranges, fromId } = isOfTenant
      ? await this.#tenantRanges()
      : { ranges: this.#classes().map((statusClass) => ({ keyId: null, statusClass })), fromId: this.#sought.fromId };
    let ids: Uint8Array[] = [];
    let oldest = fromId;
    const { sql: dialect } = this.#engine;
    const step = rangesPerRead[dialect];
    for (let at = 0; at < ranges.length; at += step) {
      const some = ranges.slice(at, at + step);
      const found = await (dialect === 'sqlite' ? this.#readUnion(some, oldest) : this.#readJoined(some, oldest));
      ids = [...ids, ...found].sort(newestFirst).slice(0, this.#limit);
      if (ids.length === this.#limit) oldest = ids.at(-1) ?? null;
    }
    return ids;
  }

  #classes(): readonly bigint[] {
    const { statusClass } = this.#sought;
    return statusClass === undefined ? statusClasses : [statusClass];
  }

  /**
   * The ranges with the newest calls, and the id where the search can end. The newest calls of `limit` ranges already fill the page, so no
   * older call can be part of it.
   */
  async #tenantRanges(): Promise<{ readonly ranges: readonly Range[]; readonly fromId: Uint8Array | null }> {
    const { keyId, accountId, subAccountId, model, fromId, beforeId } = this.#sought;
    const classes = sql.join(
      this.#classes().map((statusClass) => sql`select cast(${sql.lit(statusClass)} as bigint) as status_class`),
      sql` union all `,
    );
    const query = sql<{ key_id: string; status_class: bigint; newest: Uint8Array }>`select key_id, status_class, newest from (
        select k.id as key_id, s.status_class, (select c.id from calls c where c.key_id = k.id and c.status_class = s.status_class
          ${optional(sql`and c.model = ${model}`, model !== undefined)} ${optional(sql`and c.id >= ${fromId}`, fromId !== null)}
          ${optional(sql`and c.id < ${beforeId}`, beforeId !== null)} order by c.id desc limit 1) as newest
        from keys k cross join (${classes}) s where 1 = 1
          ${optional(sql`and k.id = ${keyId}`, keyId !== undefined)}
          ${optional(sql`and k.account_id = ${accountId}`, accountId !== undefined)}
          ${optional(sql`and k.sub_account_id = ${subAccountId}`, subAccountId !== undefined)}
      ) tops where newest is not null order by newest desc limit ${this.#limit}`;
    const compiled = query.compile(compilerFor(this.#engine.sql));
    const tops = await readRows(this.#engine, 'reports', { compile: () => compiled });
    return {
      ranges: tops.map((top) => ({ keyId: top.key_id, statusClass: top.status_class })),
      fromId: tops.length < this.#limit ? fromId : (tops.at(-1)?.newest ?? null),
    };
  }

  /** The newest ids of several ranges. */
  async #readJoined(ranges: readonly Range[], fromId: Uint8Array | null): Promise<readonly Uint8Array[]> {
    const { model, beforeId } = this.#sought;
    const isOfKeys = ranges.some(({ keyId }) => keyId !== null);
    const query = sql<{ id: Uint8Array }>`select newest.id
      from unnest(${ranges.map(({ keyId }) => keyId)}::text[], ${ranges.map(({ statusClass }) => statusClass)}::smallint[])
        as sought (key_id, status_class)
      cross join lateral (select c.id from calls c where c.status_class = sought.status_class
        ${optional(sql`and c.key_id = sought.key_id`, isOfKeys)} ${optional(sql`and c.model = ${model}`, model !== undefined)}
        ${optional(sql`and c.id >= ${fromId}`, fromId !== null)} ${optional(sql`and c.id < ${beforeId}`, beforeId !== null)}
        order by c.id desc limit ${this.#limit}) newest
      order by id desc limit ${this.#limit}`;
    const compiled = query.compile(compilerFor(this.#engine.sql));
    const rows = await readRows(this.#engine, 'reports', { compile: () => compiled });
    return rows.map((row) => row.id);
  }

  /** Like `#readJoined`, for an engine without lateral joins. */
  async #readUnion(ranges: readonly Range[], fromId: Uint8Array | null): Promise<readonly Uint8Array[]> {
    const [first, ...rest] = ranges.map((range) => this.#newestOf(range, fromId));
    if (first === undefined) return [];
    const all = rest.reduce((union, next) => union.unionAll(next), first);
    const rows = await readRows(this.#engine, 'reports', all.orderBy('id', 'desc').limit(this.#limit));
    return rows.map((row) => row.id);
  }

  #newestOf({ keyId, statusClass }: Range, fromId: Uint8Array | null) {
    const { model, beforeId } = this.#sought;
    const db = compilerFor(this.#engine.sql);
    let query = db.selectFrom('calls').select('id').where('status_class', '=', statusClass);
    if (keyId !== null) query = query.where('key_id', '=', keyId);
    if (model !== undefined) query = query.where('model', '=', model);
    if (fromId !== null) query = query.where('id', '>=', fromId);
    if (beforeId !== null) query = query.where('id', '<', beforeId);
    // Parts of a compound select cannot have a limit, so each part is a subquery.
    return db.selectFrom(query.orderBy('id', 'desc').limit(this.#limit).as('newest')).select('id');
  }
}

const dayMs = 24 * 3_600_000;
/** Numbers of days to search first, before the rest of the log. */
const firstDays = [1, 7] as const;

/**
 * Periods of the log, newest first; once a page is full, the remaining periods are skipped. A log with daily partitions is planned and
 * searched partition by partition. It therefore starts with the last days, which usually fill a page.
 */
export async function* stretchesOf(
  engine: Engine,
  { fromId, beforeId }: CallsSought,
): AsyncGenerator<Pick<CallsSought, 'fromId' | 'beforeId'>> {
  if (engine.sql === 'sqlite') {
    yield { fromId, beforeId };
    return;
  }
  let end = beforeId;
  if (end === null) {
    const newest = compilerFor(engine.sql).selectFrom('calls').select('id').orderBy('id', 'desc').limit(1);
    const [row] = await readRows(engine, 'reports', newest);
    if (row === undefined) return;
    end = row.id;
  }
  let before = beforeId;
  let atMs = uuidTimeMs(end);
  for (const days of firstDays) {
    atMs -= days * dayMs;
    if (atMs <= (fromId === null ? 0 : uuidTimeMs(fromId))) break;
    const start = firstUuidBytesAt(atMs);
    yield { fromId: start, beforeId: before };
    before = start;
  }
  yield { fromId, beforeId: before };
}

/** At most `limit` matching ids, newest first. */
export async function newestCalls(engine: Engine, sought: CallsSought, limit: number): Promise<readonly Uint8Array[]> {
  const ids: Uint8Array[] = [];
  for await (const stretch of stretchesOf(engine, sought)) {
    ids.push(...(await new NewestCalls(engine, { ...sought, ...stretch }, limit - ids.length).ids()));
    if (ids.length >= limit) break;
  }
  return ids;
}
