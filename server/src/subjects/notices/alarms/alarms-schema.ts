import type { Bytes, BytesOrNull, TextOrNull, Whole, WholeOrNull, WholeWithDefault } from '../../../storage/column-types.ts';
import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Alarms for operators, and the chat bots that deliver them. */
export function alarmsSchema({ text, bytes, whole, strict }: SchemaDialect): string {
  return `
-- What is told at once: alarms of one kind, at most every five minutes.
create table alarm_groups (
  id ${text} primary key, kind ${text} not null,
  state ${text} not null check (state in ('open', 'told', 'quiet')),
  due_at ${whole} not null, created_at ${whole} not null
)${strict};
create unique index alarm_groups_open on alarm_groups (kind) where state = 'open';
create index alarm_groups_by_kind on alarm_groups (kind, due_at);
create index alarm_groups_by_time on alarm_groups (created_at, id);
create table alarms (
  group_id ${text} not null references alarm_groups (id) on delete cascade, subject ${text} not null,
  params ${text} not null, count ${whole} not null, first_at ${whole} not null, last_at ${whole} not null,
  primary key (group_id, subject)
)${strict};
create table robots (
  id ${text} primary key, name ${text} not null, kind ${text} not null, locale ${text} not null,
  -- The address holds what lets anybody write there, so it is sealed like the secret that signs.
  sealed_address ${bytes} not null, host ${text} not null, sealed_secret ${bytes},
  enabled ${whole} not null default 1, created_at ${whole} not null
)${strict};
create table robot_deliveries (
  id ${text} primary key, robot_id ${text} not null references robots (id) on delete cascade,
  -- Null: an operator tries the robot out.
  group_id ${text} references alarm_groups (id) on delete cascade,
  state ${text} not null check (state in ('waiting', 'sent', 'failed')),
  attempts ${whole} not null default 0, last_error ${text}, created_at ${whole} not null, tried_at ${whole},
  unique (robot_id, group_id)
)${strict};
create index robot_deliveries_by_robot on robot_deliveries (robot_id, created_at);
create index robot_deliveries_tried on robot_deliveries (robot_id, tried_at);
`;
}

interface AlarmGroupsTable {
  id: string;
  kind: string;
  state: 'open' | 'told' | 'quiet';
  due_at: Whole;
  created_at: Whole;
}

interface AlarmsTable {
  group_id: string;
  subject: string;
  params: string;
  count: Whole;
  first_at: Whole;
  last_at: Whole;
}

interface RobotsTable {
  id: string;
  name: string;
  kind: string;
  locale: string;
  sealed_address: Bytes;
  host: string;
  sealed_secret: BytesOrNull;
  enabled: WholeWithDefault;
  created_at: Whole;
}

interface RobotDeliveriesTable {
  id: string;
  robot_id: string;
  group_id: TextOrNull;
  state: 'waiting' | 'sent' | 'failed';
  attempts: WholeWithDefault;
  last_error: TextOrNull;
  created_at: Whole;
  tried_at: WholeOrNull;
}

declare module '../../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    alarm_groups: AlarmGroupsTable;
    alarms: AlarmsTable;
    robots: RobotsTable;
    robot_deliveries: RobotDeliveriesTable;
  }
}
