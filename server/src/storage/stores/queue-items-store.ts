import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import {
  queueItemStates,
  type ClaimedItem,
  type QueueItemDraft,
  type QueueItems,
  type QueueItemState,
} from '../../platform/queue-items.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

/** The longest reason stored, in UTF-16 units. */
const reasonMax = 500;
/** The longest pause between attempts. An item waits longer only if its creator postponed it. */
const pauseMaxMs = 25 * 3_600_000;
/** Small, so that no unit delays another for long. */
const rowsPerUnit = 150;

type Sql = RawBuilder<unknown>;

/** The clock that all processes sharing the database agree on, in milliseconds. */
function nowIn(engine: Pick<Engine, 'sql'>, clock: Pick<Clock, 'nowMs'>): Sql {
  return engine.sql === 'sqlite' ? sql`${BigInt(clock.nowMs())}` : sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
}

function later(nowMs: Sql, afterMs: number): Sql {
  return sql`${nowMs} + cast(${BigInt(Math.ceil(afterMs))} as bigint)`;
}

/** Text that every database accepts: no NUL, no unpaired surrogate, limited in length. */
function clean(reason: string): string {
  return reason.replaceAll('\0', '').slice(0, reasonMax).toWellFormed();
}

/** A statement for the unit that causes the work: both are committed, or neither. */
export function queued(engine: Pick<Engine, 'sql'>, clock: Pick<Clock, 'nowMs'>, draft: QueueItemDraft): UnitStatement {
  const nowMs = nowIn(engine, clock);
  const { queue, payload, dedupeKey = null, afterMs = 0 } = draft;
  // Conflict: the existing item is kept: the key identifies the work, which is already queued.
  const query = sql`insert into queue_items (queue, dedupe_key, payload, due_at, created_at)
    values (${queue}, ${dedupeKey}, ${JSON.stringify(payload)}, ${later(nowMs, afterMs)}, ${nowMs})
    on conflict (queue, dedupe_key) do nothing`;
  return { query: query.compile(compilerFor(engine.sql)) };
}

export interface QueueItemsOptions {
  readonly ids: Pick<Ids, 'uuid'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** This process start. */
  readonly incarnation: string;
  /**
   * Whether other processes share the database. If so, the database knows which of them are alive; otherwise every other process start has
   * ended.
   */
  readonly isFleet: boolean;
}

export function createQueueItemsStore(engine: Engine, { ids, clock, incarnation, isFleet }: QueueItemsOptions): QueueItems {
  const db = compilerFor(engine.sql);
  const now = (): Sql => nowIn(engine, clock);
  const lives = sql`select incarnation from nodes where state = 'live'`;

  async function write(...queries: readonly Sql[]): Promise<number> {
    const counts = await engine.write(
      queries.map((query) => ({ query: query.compile(db) })),
      [],
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** A later holder has another claim, and an item without a holder has none. */
  async function writeAbout({ id, claim }: ClaimedItem, set: Sql): Promise<boolean> {
    return (await write(sql`update queue_items set ${set} where id = ${id} and claim = ${claim}`)) > 0;
  }

  async function running(queues: readonly string[], whose: Sql): Promise<readonly ClaimedItem[]> {
    const query = sql`select id, queue, payload, attempts, claim from queue_items
      where queue in (${sql.join(queues)}) and state = 'running' and ${whose} order by due_at, id`;
    return (await engine.read('hot', query.compile(db))).map((row) => ({
      id: wholeNumber(row.id),
      queue: String(row.queue),
      payload: String(row.payload),
      attempts: Number(wholeNumber(row.attempts)),
      claim: String(row.claim),
    }));
  }

  function claimStatement({ queue, count }: { readonly queue: string; readonly count: number }, claim: string): Sql {
    // Concurrent claims skip locked items and take the next ones without waiting.
    const passing = engine.sql === 'sqlite' ? sql`` : sql`for update skip locked`;
    // A process start that was declared dead claims nothing more.
    const alive = isFleet ? sql`and ${incarnation} in (${lives})` : sql``;
    return sql`with due as materialized (
        select id from queue_items where queue = ${queue} and state = 'waiting' and due_at <= ${now()}
        order by due_at, id limit ${BigInt(count)} ${passing})
      update queue_items set state = 'running', claim = ${claim}, holder = ${incarnation}, attempts = attempts + 1, progress = null
      where id in (select id from due) ${alive}`;
  }

  const released = sql`claim = null, holder = null`;
  return {
    async put(draft) {
      const [written = 0] = await engine.write([queued(engine, clock, draft)], []);
      return written > 0;
    },

    claim: (wanted) => {
      const claim = ids.uuid();
      return write(...wanted.map((some) => claimStatement(some, claim)));
    },

    held: (queues) => running(queues, sql`holder = ${incarnation}`),

    orphaned: (queues) => running(queues, isFleet ? sql`holder not in (${lives})` : sql`holder <> ${incarnation}`),

    async bringForward(queues) {
      const putOff = sql`queue in (${sql.join(queues)}) and state = 'waiting' and due_at > ${later(now(), pauseMaxMs)}
        and (attempts > 0 or created_at > ${now()})`;
      const any = sql`select 1 from queue_items where ${putOff} limit 1`;
      if ((await engine.read('hot', any.compile(db))).length === 0) return 0;
      return write(sql`update queue_items set created_at = ${now()},
        due_at = case when attempts > 0 then ${now()} else ${now()} + due_at - created_at end where ${putOff}`);
    },

    progress: (item, json) => writeAbout(item, sql`progress = ${json}`),

    done: (item, resultJson) =>
      writeAbout(item, sql`state = 'done', result = ${resultJson}, error = null, ended_at = ${now()}, ${released}`),

    retry: (item, { afterMs, reason }) =>
      writeAbout(item, sql`state = 'waiting', due_at = ${later(now(), afterMs)}, error = ${clean(reason)}, ${released}`),

    bury: (item, reason) => writeAbout(item, sql`state = 'dead', error = ${clean(reason)}, ended_at = ${now()}, ${released}`),

    giveBack: (item) => writeAbout(item, sql`state = 'waiting', attempts = attempts - 1, ${released}`),
  };
}

export interface QueueItemCount {
  readonly queue: string;
  readonly state: QueueItemState;
  readonly count: number;
}

/** The number of items in these queues that wait, are running, or have failed permanently. */
export async function countQueueItems(engine: Engine, queues: readonly string[]): Promise<readonly QueueItemCount[]> {
  if (queues.length === 0) return [];
  const query = sql`select queue, state, count(*) as count from queue_items
    where queue in (${sql.join(queues)}) and state in ('waiting', 'running', 'dead') group by queue, state`;
  return (await engine.read('reports', query.compile(compilerFor(engine.sql)))).map((row) => ({
    queue: String(row.queue),
    state: queueItemStates.find((state) => state === row.state) ?? 'waiting',
    count: Number(wholeNumber(row.count)),
  }));
}

/** Deletes items that ended longer than `keepMs` ago. Returns the number deleted. */
export async function purgeQueueItems(
  engine: Engine,
  { nowMs, keepMs }: { readonly nowMs: number; readonly keepMs: number },
): Promise<number> {
  const query = sql`delete from queue_items where id in (
    select id from queue_items where ended_at < ${BigInt(nowMs - keepMs)} order by ended_at limit ${BigInt(rowsPerUnit)})`.compile(
    compilerFor(engine.sql),
  );
  let deleted = 0;
  for (;;) {
    const [written = 0] = await engine.write([{ query }], []);
    deleted += written;
    if (written < rowsPerUnit) return deleted;
  }
}
