import type { SchemaDialect } from './schema-dialect.ts';

/**
 * Entries of the log of changes say whose account they are of. From a number on that `settings` names, the chain links the digest of
 * a payload, which may then be removed: the index holds those that are still there.
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
