import type { RobotKind } from '@tollgate/contract/notices/robots';
import type { Locale } from '@tollgate/contract/enumerations';
import { sql } from 'kysely';
import type { DeliveryRecord } from './alarm-ports.ts';
import type { Robot, AlarmCase } from '../../../domain/alarms/robots.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';

type Row = Readonly<Record<string, unknown>>;

/** The secret is stored next to the address, so it is encrypted for a different owner id. */
export function secretOwner(robotId: string): string {
  return `${robotId}:secret`;
}

/** @throws {SecretBoxError} */
export function robotOf(row: Row, box: Pick<SecretBox, 'open'>): Robot {
  const id = String(row.robot_id);
  const sealed = row.sealed_secret as Uint8Array | null;
  return {
    id,
    name: String(row.name),
    kind: row.robot_kind as RobotKind,
    locale: row.locale as Locale,
    address: box.open(row.sealed_address as Uint8Array, id),
    secret: sealed === null ? null : box.open(sealed, secretOwner(id)),
  };
}

export function deliveryOf(row: Row): DeliveryRecord {
  return {
    robotId: String(row.robot_id),
    robotName: String(row.name),
    state: row.state as DeliveryRecord['state'],
    attempts: Number(wholeNumber(row.attempts)),
    lastError: row.last_error as string | null,
    triedAtMs: row.tried_at === null ? null : Number(wholeNumber(row.tried_at)),
  };
}

/** Alarms of some groups, in the order in which they were first raised. */
export async function alarmsOf(engine: Engine, groupIds: readonly string[]): Promise<ReadonlyMap<string, readonly AlarmCase[]>> {
  const found = new Map<string, AlarmCase[]>(groupIds.map((id) => [id, []]));
  if (groupIds.length === 0) return found;
  const query = sql`select group_id, subject, params, count, first_at, last_at from alarms where group_id in (${sql.join(groupIds)})
    order by first_at, subject`;
  for (const row of await engine.read('reports', query.compile(compilerFor(engine.sql))))
    found.get(String(row.group_id))?.push({
      subject: String(row.subject),
      params: JSON.parse(String(row.params)) as AlarmCase['params'],
      count: Number(wholeNumber(row.count)),
      firstAtMs: Number(wholeNumber(row.first_at)),
      lastAtMs: Number(wholeNumber(row.last_at)),
    });
  return found;
}

const rateWindowMs = 60_000;

/** Attempts to a chat bot that ended within the last minute. */
export async function recentAttempts(engine: Engine, robotId: string, nowMs: number): Promise<number> {
  const query = sql`select count(*) as attempts from robot_deliveries
    where robot_id = ${robotId} and tried_at > ${BigInt(nowMs - rateWindowMs)}`;
  const [row] = await engine.read('hot', query.compile(compilerFor(engine.sql)));
  return Number(wholeNumber(row?.attempts));
}
