import { sql } from 'kysely';
import { robotsQueue, type AlarmDeliveries } from '../../../domain/alarms/robots.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Ids } from '../../../platform/ids.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wasCommitted } from '../../../storage/was-committed.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { queued } from '../../../storage/stores/queue-items-store.ts';
import { alarmsOf, recentAttempts, robotOf } from './robot-rows.ts';

const groupsPerRun = 20;
/** The same case is reported again after this time if it continues. */
const quietMs = 60 * 60_000;
const reasonMax = 500;

export interface AlarmDeliveriesOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly box: SecretBox;
}

/** Stores the deliveries of alarms to chat bots. */
export function createAlarmDeliveriesStore(engine: Engine, { clock, ids, box }: AlarmDeliveriesOptions): AlarmDeliveries {
  const db = compilerFor(engine.sql);
  const now = (): bigint => BigInt(clock.nowMs());

  /** Whether all alarms of the group were already sent within the last hour. */
  async function isOld(groupId: string, kind: string): Promise<boolean> {
    const query = sql`select count(*) as fresh from alarms a where a.group_id = ${groupId} and not exists (
      select 1 from alarm_groups g join alarms b on b.group_id = g.id and b.subject = a.subject
      where g.kind = ${kind} and g.state = 'told' and g.due_at > ${now() - BigInt(quietMs)}
        and g.due_at < ${now() + BigInt(quietMs)})`;
    const [row] = await engine.read('reports', query.compile(db));
    return wholeNumber(row?.fresh) === 0n;
  }

  async function tell(groupId: string, kind: string): Promise<void> {
    const isQuiet = await isOld(groupId, kind);
    const state = isQuiet ? 'quiet' : 'told';
    const robots = isQuiet ? [] : await engine.read('reports', sql`select id from robots where enabled = 1`.compile(db));
    const done = sql`update alarm_groups set state = ${state} where id = ${groupId} and state = 'open'`;
    const deliveries = robots.flatMap((robot) => {
      const id = ids.uuid();
      const put = sql`insert into robot_deliveries (id, robot_id, group_id, state, created_at)
        select ${id}, r.id, ${groupId}, 'waiting', cast(${now()} as bigint) from robots r where r.id = ${String(robot.id)}`;
      return [{ query: put.compile(db) }, queued(engine, clock, { queue: robotsQueue, payload: { id } })];
    });
    // Otherwise another node was faster.
    await wasCommitted(engine.write([{ query: done.compile(db), mustWrite: 'group' }, ...deliveries], []));
  }

  return {
    async queueDue() {
      const query = sql`select id, kind from alarm_groups where state = 'open' and due_at <= ${now()} limit ${BigInt(groupsPerRun)}`;
      for (const row of await engine.read('hot', query.compile(db))) await tell(String(row.id), String(row.kind));
    },

    async find(id) {
      const query = sql`select d.attempts, d.group_id, g.kind, r.id as robot_id, r.name, r.kind as robot_kind, r.locale,
          r.sealed_address, r.sealed_secret
        from robot_deliveries d join robots r on r.id = d.robot_id join alarm_groups g on g.id = d.group_id
        where d.id = ${id} and d.state = 'waiting'`;
      const [row] = await engine.read('hot', query.compile(db));
      if (row === undefined) return null;
      const groupId = String(row.group_id);
      const alarms = (await alarmsOf(engine, [groupId])).get(groupId) ?? [];
      return {
        id,
        attempts: Number(wholeNumber(row.attempts)),
        robot: robotOf(row, box),
        message: { id: groupId, kind: String(row.kind), alarms },
      };
    },

    recentAttempts: (robotId) => recentAttempts(engine, robotId, clock.nowMs()),

    async ended({ id, attempts }, failure, isLast) {
      const state = failure === null ? 'sent' : isLast ? 'failed' : 'waiting';
      const reason = failure?.replaceAll('\0', '').slice(0, reasonMax).toWellFormed() ?? null;
      const query = sql`update robot_deliveries set state = ${state}, attempts = attempts + 1, last_error = ${reason},
        tried_at = ${now()} where id = ${id} and state = 'waiting' and attempts = ${BigInt(attempts)}`;
      await engine.write([{ query: query.compile(db) }], []);
    },
  };
}
