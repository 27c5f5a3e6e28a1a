import type { Bytes, BytesOrNull, Sequence, TextOrNull, Whole, WholeOrNull } from '../column-types.ts';
import type { SchemaDialect } from '../schema-dialect.ts';

export interface AuditLogTable {
  seq: Sequence;
  at: Whole;
  actor: string;
  source_ip: TextOrNull;
  action: string;
  object_kind: string;
  object_id: string;
  before: TextOrNull;
  after: TextOrNull;
  account_id: TextOrNull;
  /** `null`: the chain links the payload itself. */
  payload_digest: BytesOrNull;
  payload_class: WholeOrNull;
  previous_hash: Bytes;
  hash: Bytes;
}

/**
 * Entries of the audit log record their account. From a number in `settings` on, the chain links the digest of a payload, which may then be
 * removed; the index contains the payloads that still exist.
 */
export function auditLogSchema({ text, bytes, small }: SchemaDialect): string {
  return `
alter table audit_log add column account_id ${text};
alter table audit_log add column payload_digest ${bytes};
alter table audit_log add column payload_class ${small};
create index audit_log_payloads on audit_log (payload_class, at)
  where payload_class is not null and (before is not null or after is not null);
`;
}
