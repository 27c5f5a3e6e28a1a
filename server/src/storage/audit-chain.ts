import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditEntry } from '../domain/books/audit-entry.ts';
import { payloadClassOf, type PayloadClass } from '../domain/books/audit-retention.ts';
import type { AuditLogTable } from './steps/audit-log-schema.ts';

/** The previous hash of the first entry. */
export const auditChainStart: Uint8Array = new Uint8Array(32);

/** The setting with the number of the first entry that the chain links by its payload digest. */
export const digestsFromSetting = 'audit_log_digests_from';

/** The codes under which the database stores the classes. */
export const payloadClassCodes: Readonly<Record<PayloadClass, bigint>> = { ordinary: 1n, lasting: 2n };

type Payload = Pick<AuditEntry, 'before' | 'after'>;

/** SHA-256 of an entry's payload. The digest stays after the payload is removed. */
export function payloadDigest({ before, after }: Payload): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([before, after]))
    .digest();
}

function linked(previousHash: Uint8Array, fields: readonly (string | null)[]): Uint8Array {
  return createHash('sha256').update(previousHash).update(JSON.stringify(fields)).digest();
}

/**
 * Links an audit entry to the previous one: SHA-256 over the previous hash and the entry as a JSON array in fixed order. A changed, removed
 * or inserted entry breaks every hash after it.
 */
export function auditHash(previousHash: Uint8Array, seq: bigint, entry: AuditEntry): Uint8Array {
  const { atMs, actor, sourceIp, action, objectKind, objectId, before, after } = entry;
  return linked(previousHash, [String(seq), String(atMs), actor, sourceIp, action, objectKind, objectId, before, after]);
}

/** The fields of an entry's row that the chain links in place of the payload. */
export interface Digested {
  readonly digest: Uint8Array;
  readonly classCode: bigint;
}

/** Like {@link auditHash}, but over the payload's digest, so that the chain stays valid after a payload is removed. */
export function auditHashOfDigest(
  previousHash: Uint8Array,
  seq: bigint,
  entry: AuditEntry,
  { digest, classCode }: Digested,
): Uint8Array {
  const { atMs, actor, sourceIp, action, objectKind, objectId, accountId = null } = entry;
  const head = [String(seq), String(atMs), actor, sourceIp, action, objectKind, objectId, accountId];
  return linked(previousHash, [...head, String(classCode), Buffer.from(digest).toString('hex')]);
}

/** The entry in a row of the audit log. */
export function auditEntryOf(
  row: Omit<Selectable<AuditLogTable>, 'previous_hash' | 'hash' | 'payload_digest' | 'payload_class'>,
): AuditEntry {
  return {
    atMs: Number(row.at),
    actor: row.actor,
    sourceIp: row.source_ip,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    before: row.before,
    after: row.after,
    ...(row.account_id === null ? {} : { accountId: row.account_id }),
  };
}

/** Reads the last entry of the chain, and the number from which it links digests; returns one row even for an empty log. */
export const readChainEnd = `select s.value as digests_from, l.seq, l.hash from (select 1 as one) o
  left join settings s on s.name = 'audit_log_digests_from'
  left join (select seq, hash from audit_log order by seq desc limit 1) l on 1 = 1`;

/** The end of the chain, as {@link readChainEnd} returns it. */
export interface ChainEnd {
  readonly digests_from: string | null;
  readonly seq: bigint | null;
  readonly hash: Uint8Array | null;
}

/** Returns entries as rows that continue the chain. The columns are in the order in which engines insert them. */
export function chainedRows(end: ChainEnd, audit: readonly AuditEntry[], byDigest: boolean) {
  let seq = end.seq ?? 0n;
  let previous = end.hash ?? auditChainStart;
  return audit.map((entry) => {
    const digested = byDigest
      ? { digest: payloadDigest(entry), classCode: payloadClassCodes[payloadClassOf(entry.action)] }
      : null;
    seq += 1n;
    const hash = digested === null ? auditHash(previous, seq, entry) : auditHashOfDigest(previous, seq, entry, digested);
    const { atMs, actor, sourceIp, action, objectKind, objectId, before, after, accountId = null } = entry;
    const said = [seq, BigInt(atMs), actor, sourceIp, action, objectKind, objectId, before, after, accountId] as const;
    const row = [...said, digested?.digest ?? null, digested?.classCode ?? null, previous, hash] as const;
    previous = hash;
    return row;
  });
}
