import type { ExpressionBuilder } from 'kysely';
import type { AuditLogStore } from '../../control/audit-log-ports.ts';
import { auditEntryOf } from '../audit-chain.ts';
import { compilerFor, readRows } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import type { Schema } from '../schema.ts';

function isOfAccount(eb: ExpressionBuilder<Schema, 'audit_log'>, accountId: string) {
  const keys = eb.selectFrom('keys').select('id').where('account_id', '=', accountId);
  const parts = eb.selectFrom('sub_accounts').select('id').where('account_id', '=', accountId);
  return eb.or([
    eb.and([eb('object_kind', '=', 'account'), eb('object_id', '=', accountId)]),
    eb.and([eb('object_kind', '=', 'key'), eb('object_id', 'in', keys)]),
    eb.and([eb('object_kind', '=', 'sub-account'), eb('object_id', 'in', parts)]),
  ]);
}

/** Reads the audit log. Only the engine writes it, together with the changes it records. */
export function createAuditLogStore(engine: Engine): AuditLogStore {
  const db = compilerFor(engine.sql);

  return {
    /** Newest first. */
    async list(filter, page) {
      const query = db
        .selectFrom('audit_log')
        .select(['seq', 'at', 'actor', 'source_ip', 'action', 'object_kind', 'object_id', 'before', 'after', 'account_id'])
        .$if(filter.objectKind !== undefined, (q) => q.where('object_kind', '=', filter.objectKind ?? ''))
        .$if(filter.objectId !== undefined, (q) => q.where('object_id', '=', filter.objectId ?? ''))
        .$if(filter.actor !== undefined, (q) => q.where('actor', '=', filter.actor ?? ''))
        .$if(filter.action !== undefined, (q) => q.where('action', '=', filter.action ?? ''))
        .$if(filter.accountId !== undefined, (q) => q.where((eb) => isOfAccount(eb, filter.accountId ?? '')))
        .$if(filter.fromMs !== undefined, (q) => q.where('at', '>=', BigInt(filter.fromMs ?? 0)))
        .$if(filter.toMs !== undefined, (q) => q.where('at', '<', BigInt(filter.toMs ?? 0)))
        .$if(page.after !== null, (q) => q.where('seq', '<', page.after ?? 0n))
        .orderBy('seq', 'desc')
        .limit(page.limit);
      return (await readRows(engine, 'reports', query)).map((row) => ({ seq: row.seq, ...auditEntryOf(row) }));
    },
  };
}
