import type { RobotKind } from '@tollgate/contract/notices/robots';
import type { Locale } from '@tollgate/contract/enumerations';
import { sql, type RawBuilder } from 'kysely';
import type { AlarmGroupRecord, RobotRecord, RobotsStore } from './alarm-ports.ts';
import type { Page } from '../../../control/page-ports.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wasCommitted } from '../../../storage/was-committed.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import type { AlarmDeliveriesOptions } from './alarm-deliveries-store.ts';
import { alarmsOf, deliveryOf, recentAttempts, robotOf, secretOwner } from './robot-rows.ts';

type Row = Readonly<Record<string, unknown>>;

function recordOf(row: Row): RobotRecord {
  return {
    id: String(row.robot_id),
    name: String(row.name),
    kind: row.robot_kind as RobotKind,
    locale: row.locale as Locale,
    host: String(row.host),
    signs: wholeNumber(row.signs) === 1n,
    enabled: wholeNumber(row.enabled) === 1n,
    createdAtMs: Number(wholeNumber(row.created_at)),
    last: row.state === null ? null : deliveryOf(row),
  };
}

const deliveryColumns = sql`d.robot_id, r.name, d.state, d.attempts, d.last_error, d.tried_at`;

/** Newest first, with the results of their deliveries. */
async function listAlarms(engine: Engine, { limit, after }: Page<string>): Promise<readonly AlarmGroupRecord[]> {
  const db = compilerFor(engine.sql);
  const groups = await engine.read(
    'reports',
    sql`select id, kind, state, created_at, due_at from alarm_groups
          where ${after === null ? sql`1 = 1` : sql`id < ${after}`} order by id desc limit ${BigInt(limit)}`.compile(db),
  );
  const groupIds = groups.map(({ id }) => String(id));
  const alarms = await alarmsOf(engine, groupIds);
  const deliveries =
    groupIds.length === 0
      ? []
      : await engine.read(
          'reports',
          sql`select d.group_id, ${deliveryColumns} from robot_deliveries d join robots r on r.id = d.robot_id
                where d.group_id in (${sql.join(groupIds)}) order by r.created_at, r.id`.compile(db),
        );
  return groups.map((group): AlarmGroupRecord => ({
    id: String(group.id),
    kind: String(group.kind),
    state: group.state as AlarmGroupRecord['state'],
    createdAtMs: Number(wholeNumber(group.created_at)),
    dueAtMs: Number(wholeNumber(group.due_at)),
    alarms: alarms.get(String(group.id)) ?? [],
    deliveries: deliveries.filter((row) => row.group_id === group.id).map(deliveryOf),
  }));
}

/** Stores chat bots and their deliveries, as shown to operators. */
export function createRobotsStore(engine: Engine, { clock, ids, box }: AlarmDeliveriesOptions): RobotsStore {
  const db = compilerFor(engine.sql);

  async function read(which: RawBuilder<unknown>): Promise<readonly RobotRecord[]> {
    const query = sql`select r.id as robot_id, r.name, r.kind as robot_kind, r.locale, r.host, r.enabled, r.created_at,
        case when r.sealed_secret is null then 0 else 1 end as signs, d.state, d.attempts, d.last_error, d.tried_at
      from robots r left join robot_deliveries d on d.id =
        (select id from robot_deliveries l where l.robot_id = r.id order by l.created_at desc, l.id desc limit 1)
      where ${which} order by r.created_at, r.id`;
    return (await engine.read('reports', query.compile(db))).map(recordOf);
  }

  return {
    list: () => read(sql`1 = 1`),
    find: async (id) => (await read(sql`r.id = ${id}`))[0] ?? null,

    async open(id) {
      const query = sql`select id as robot_id, name, kind as robot_kind, locale, sealed_address, sealed_secret, enabled, created_at
        from robots where id = ${id}`;
      const [row] = await engine.read('hot', query.compile(db));
      if (row === undefined) return null;
      const rest = { enabled: wholeNumber(row.enabled) === 1n, createdAtMs: Number(wholeNumber(row.created_at)) };
      return { ...robotOf(row, box), ...rest };
    },

    async put({ id, name, kind, locale, address, secret, enabled, createdAtMs }, audit) {
      const values = {
        name,
        kind,
        locale,
        sealed_address: box.seal(address, id),
        host: new URL(address).host,
        sealed_secret: secret === null ? null : box.seal(secret, secretOwner(id)),
        enabled: enabled ? 1 : 0,
      };
      const query = db
        .insertInto('robots')
        .values({ id, created_at: createdAtMs, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values));
      await engine.write([{ query: query.compile() }], [audit]);
    },

    async remove(id, audit) {
      const query = db.deleteFrom('robots').where('id', '=', id);
      const ofIt = db.deleteFrom('robot_deliveries').where('robot_id', '=', id);
      return wasCommitted(engine.write([{ query: ofIt.compile() }, { query: query.compile(), mustWrite: 'robot' }], [audit]));
    },

    async tried(robotId, failure, audit) {
      const nowMs = clock.nowMs();
      const query = db.insertInto('robot_deliveries').values({
        id: ids.uuid(),
        robot_id: robotId,
        group_id: null,
        state: failure === null ? 'sent' : 'failed',
        attempts: 1,
        last_error: failure,
        created_at: nowMs,
        tried_at: nowMs,
      });
      await engine.write([{ query: query.compile() }], [audit]);
    },

    recentAttempts: (robotId) => recentAttempts(engine, robotId, clock.nowMs()),

    listAlarms: (page) => listAlarms(engine, page),
  };
}
