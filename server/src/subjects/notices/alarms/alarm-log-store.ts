import { sql } from 'kysely';
import type { AlarmLog, GatheredAlarm } from '../../../domain/alarms/operator-alarms.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Ids } from '../../../platform/ids.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../../storage/engine.ts';

/** Alarms of the same kind that are raised within this time are sent together. */
const gatherMs = 5000;
const groupEveryMs = 5 * 60_000;
/** Maximum number per group; nobody reads more. */
const alarmsPerGroup = 100;

export interface AlarmLogOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Pick<Ids, 'uuid'>;
}

/**
 * Statements for the transaction that raises alarms, so that both are committed or neither. Each kind has one open group, due five minutes
 * after the previous one.
 */
export function alarmStatements(
  engine: Pick<Engine, 'sql'>,
  { clock, ids }: AlarmLogOptions,
  alarms: readonly GatheredAlarm[],
): readonly UnitStatement[] {
  const db = compilerFor(engine.sql);

  /** A transaction that finds an open group locks it until it ends, so that no other one sends the group meanwhile. */
  function openGroup(kind: string): UnitStatement {
    const nowMs = BigInt(clock.nowMs());
    const soon = sql`cast(${nowMs + BigInt(gatherMs)} as bigint)`;
    // A later due time comes from a clock that was ahead.
    const latest = sql`cast(${nowMs + BigInt(gatherMs + groupEveryMs)} as bigint)`;
    const next = sql`(select max(due_at) + ${sql.lit(groupEveryMs)} from alarm_groups where kind = ${kind} and due_at <= ${soon})`;
    const query = sql`insert into alarm_groups (id, kind, state, due_at, created_at)
      values (${ids.uuid()}, ${kind}, 'open', case when ${next} > ${soon} then ${next} else ${soon} end, ${nowMs})
      on conflict (kind) where state = 'open' do update
        set due_at = case when alarm_groups.due_at > ${latest} then ${soon} else alarm_groups.due_at end`;
    return { query: query.compile(db) };
  }

  function addTo({ kind, subject, params, count, firstAtMs, lastAtMs }: GatheredAlarm): UnitStatement {
    const query = sql`insert into alarms (group_id, subject, params, count, first_at, last_at)
      select g.id, ${subject}, ${JSON.stringify(params)}, cast(${BigInt(count)} as bigint), cast(${BigInt(firstAtMs)} as bigint),
        cast(${BigInt(lastAtMs)} as bigint)
      from alarm_groups g where g.kind = ${kind} and g.state = 'open'
        and ((select count(*) from alarms a where a.group_id = g.id) < ${sql.lit(alarmsPerGroup)}
          or exists (select 1 from alarms a where a.group_id = g.id and a.subject = ${subject}))
      on conflict (group_id, subject) do update
        set params = excluded.params, count = alarms.count + excluded.count, last_at = excluded.last_at`;
    return { query: query.compile(db) };
  }

  const kinds = [...new Set(alarms.map(({ kind }) => kind))].toSorted();
  return [...kinds.map(openGroup), ...alarms.map(addTo)];
}

/** Stores alarms that wait to be sent. */
export function createAlarmLogStore(engine: Engine, options: AlarmLogOptions): AlarmLog {
  return {
    async add(alarms) {
      await engine.write(alarmStatements(engine, options, alarms), []);
    },
  };
}
