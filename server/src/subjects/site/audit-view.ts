import type { auditLogAnswer } from '@tollgate/contract/site/reports';
import type { z } from 'zod';
import type { AuditLogRow } from '../../control/audit-log-ports.ts';
import { showTime } from '../../control/show-time.ts';

/** A change as the APIs show it. */
export function auditView(row: AuditLogRow): z.output<typeof auditLogAnswer> {
  return {
    seq: String(row.seq),
    at: showTime(row.atMs),
    actor: row.actor,
    source_ip: row.sourceIp,
    action: row.action,
    object_kind: row.objectKind,
    object_id: row.objectId,
    before: row.before === null ? null : (JSON.parse(row.before) as unknown),
    after: row.after === null ? null : (JSON.parse(row.after) as unknown),
  };
}
