import { sql, type RawBuilder } from 'kysely';
import type { TaskOwnership } from '../../domain/tasks/task-ownership.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { uuidBytes } from '../uuid-bytes.ts';
import { inheritedTaskOf, isUnfinished, namesIn } from './task-rows.ts';

export interface TaskOwnershipOptions {
  /** This process start. */
  readonly incarnation: string;
  /**
   * Whether other processes share the database. If so, the database knows which of them are alive; otherwise every other process start has
   * ended.
   */
  readonly isFleet: boolean;
}

/**
 * Returns one row if this process start may write, otherwise none. A start that was declared dead must not write anything that others would
 * miss. The declaration waits for running writes.
 */
export function whileAlive({ incarnation, isFleet }: TaskOwnershipOptions): RawBuilder<unknown> {
  return isFleet
    ? sql`(select 1 from nodes where incarnation = ${incarnation} and state = 'live' for share) as alive`
    : sql`(select 1) as alive`;
}

export function createTaskOwnershipStore(engine: Engine, options: TaskOwnershipOptions): TaskOwnership {
  const { incarnation, isFleet } = options;
  const db = compilerFor(engine.sql);
  const isMine = sql`incarnation = ${incarnation} and ${isUnfinished}`;
  const write = (...queries: readonly RawBuilder<unknown>[]) =>
    engine.write(
      queries.map((query) => ({ query: query.compile(db) })),
      [],
    );

  return {
    async inherit(from) {
      const whose = from === null ? sql`incarnation <> ${incarnation}` : sql`incarnation = ${from}`;
      // Marks move with their tasks: no mark is voided while its task continues, and the hour is not closed before the task ends.
      await write(
        sql`update tasks set incarnation = ${incarnation}, adopted_from = coalesce(adopted_from || ',', '') || incarnation
          from ${whileAlive(options)} where ${whose} and state in ('running', 'storing')`,
        sql`update open_calls set incarnation = ${incarnation} where incarnation <> ${incarnation}
          and id in (select id from tasks where ${isMine})`,
      );
    },

    async inherited() {
      const query = sql`select tasks.*, case when exists (select 1 from calls where calls.id = tasks.id) then 1 else 0 end as booked
        from tasks where ${isMine} and adopted_from is not null order by id`;
      return (await engine.read('hot', query.compile(db))).map(inheritedTaskOf);
    },

    async held(callId) {
      await write(sql`update tasks set adopted_from = null where id = ${uuidBytes(callId)} and ${isMine}`);
    },

    async owed() {
      if (!isFleet) return [];
      const query = sql`select incarnation as owner, adopted_from,
          case when incarnation in (select incarnation from nodes where state = 'live') then null else incarnation end as gone
        from tasks where ${isUnfinished}`;
      const rows = await engine.read('hot', query.compile(db));
      return [...new Set(rows.flatMap(({ adopted_from: from, gone }) => [...namesIn(from), ...namesIn(gone)]))];
    },
  };
}
