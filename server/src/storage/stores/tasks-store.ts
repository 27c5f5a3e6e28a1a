import { sql, type RawBuilder } from 'kysely';
import type { EndedTask, TaskDraft } from '../../domain/tasks/task.ts';
import type { Tasks } from '../../domain/tasks/tasks.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { uuidBytes } from '../uuid-bytes.ts';
import { createTaskOwnershipStore, whileAlive, type TaskOwnershipOptions } from './task-ownership-store.ts';
import { idOf, isUnfinished, taskOf, writeMoney, type Opener } from './task-rows.ts';

type Sql = RawBuilder<unknown>;

/** Small, so that no unit delays another for long. */
const rowsPerUnit = 500;

export interface TasksStoreOptions extends TaskOwnershipOptions {
  /** Seals what clients request; the second argument is the ID of the task. */
  readonly box: Opener & { seal(text: string, owner: string): Buffer };
}

export function createTasksStore(engine: Engine, options: TasksStoreOptions): Tasks {
  const { incarnation, box } = options;
  const db = compilerFor(engine.sql);
  const bytes = engine.sql === 'sqlite' ? sql`blob` : sql`bytea`;

  async function write(...queries: readonly Sql[]): Promise<number> {
    const [written = 0] = await engine.write(
      queries.map((query) => ({ query: query.compile(db) })),
      [],
    );
    return written;
  }

  async function writeAbout(id: string, set: Sql, where: Sql = isUnfinished): Promise<boolean> {
    const query = sql`update tasks set ${set} where id = ${uuidBytes(id)} and incarnation = ${incarnation} and ${where}`;
    return (await write(query)) > 0;
  }

  async function read(where: Sql) {
    const rows = await engine.read('hot', sql`select * from tasks where ${where}`.compile(db));
    return rows.map((row) => taskOf(row, box));
  }

  return {
    ...createTaskOwnershipStore(engine, options),

    async begin({ id, accountId, keyId, model, money, openMark, terms, request, createdAtMs, deadlineMs }: TaskDraft) {
      const own = uuidBytes(id);
      const task = sql`insert into tasks (id, incarnation, state, account_id, key_id, model, money, terms, request, created_at, deadline)
        select cast(${own} as ${bytes}), ${incarnation}, 'submitting', ${accountId}, ${keyId}, ${model}, ${writeMoney(money)}, ${terms},
          cast(${box.seal(request, id)} as ${bytes}),
          cast(${BigInt(createdAtMs)} as bigint), cast(${BigInt(deadlineMs)} as bigint) from ${whileAlive(options)}`;
      // Conflict: the existing mark is kept: a task's mark never changes.
      const mark = sql`insert into open_calls (id, incarnation, mark)
        select id, incarnation, ${openMark} from tasks where id = ${own} on conflict (id) do nothing`;
      return (await write(task, mark)) > 0;
    },

    accepted: (id, { routeId, upstreamId }) =>
      writeAbout(
        id,
        sql`state = 'running', route_id = ${routeId}, upstream_id = ${upstreamId}`,
        sql`(state = 'submitting' or state = 'running' and upstream_id = ${upstreamId})`,
      ),

    progressed: (id, percent) => writeAbout(id, sql`progress = ${BigInt(Math.round(percent))}`, sql`state = 'running'`),

    storing: (id) =>
      writeAbout(id, sql`state = 'storing'`, sql`(state in ('submitting', 'running') and cancel_asked = 0 or state = 'storing')`),

    stored: (id, result) => writeAbout(id, sql`result = ${result}`, sql`state = 'storing'`),

    ended: (id, { state, errorCode, error, endedAtMs, expiresAtMs }: EndedTask) =>
      writeAbout(
        id,
        sql`state = ${state}, error_code = ${errorCode}, error = ${error}, ended_at = ${BigInt(endedAtMs)},
          expires_at = ${BigInt(expiresAtMs)}`,
      ),

    async own(id) {
      const [task = null] = await read(sql`id = ${uuidBytes(id)} and incarnation = ${incarnation}`);
      return task;
    },

    async toBeCancelled() {
      const query = sql`select id from tasks where incarnation = ${incarnation} and ${isUnfinished} and cancel_asked = 1`;
      return (await engine.read('hot', query.compile(db))).map(idOf);
    },

    async askCancel(keyId, id) {
      const written = await write(
        sql`update tasks set cancel_asked = 1 where id = ${uuidBytes(id)} and key_id = ${keyId} and state in ('submitting', 'running')`,
      );
      return written > 0;
    },

    async find(keyId, id) {
      const [task = null] = await read(sql`id = ${uuidBytes(id)} and key_id = ${keyId}`);
      return task;
    },

    list(keyId, { limit, after }) {
      const behind = after === null ? sql`` : sql`and id < ${uuidBytes(after)}`;
      return read(sql`key_id = ${keyId} ${behind} order by id desc limit ${BigInt(limit)}`);
    },
  };
}

/** Deletes expired tasks with their results. Returns the number of tasks removed. */
export async function purgeTasks(engine: Engine, nowMs: number): Promise<number> {
  const query = sql`delete from tasks where id in (
    select id from tasks where expires_at < ${BigInt(nowMs)} order by expires_at limit ${BigInt(rowsPerUnit)})`;
  let deleted = 0;
  for (;;) {
    const [written = 0] = await engine.write([{ query: query.compile(compilerFor(engine.sql)) }], []);
    deleted += written;
    if (written < rowsPerUnit) return deleted;
  }
}
