import { sql, type ExpressionBuilder } from 'kysely';
import type { KeysFilter, MadeKey } from './key-ports.ts';
import type { Page, TimePosition } from '../../../control/page-ports.ts';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { KeyRecord } from '../../../domain/tenants/tenant-records.ts';
import type { Key } from '../../../domain/tenants/tenant.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import type { Schema } from '../../../storage/schema.ts';
import { changed } from '../../../storage/stores/changes-store.ts';
import { begins, contains } from '../../../storage/stores/contains.ts';
import { refuseOlderPrograms } from '../../catalogue/misread-parts-statements.ts';
import { noticeStatement } from '../../../storage/stores/notice-statements.ts';
import { changeableKeyColumns, keyColumns, keyRecordOf } from '../tenant-rows.ts';

/** Reads and writes single columns of keys. */
function keyParts(engine: Engine) {
  const db = compilerFor(engine.sql);
  return {
    async names(accountId: string | null, ids: readonly string[]) {
      if (ids.length === 0) return [];
      const query = db.selectFrom('keys').select(['id', 'remark', 'prefix', 'last4']).where('id', 'in', ids);
      return readRows(engine, 'reports', accountId === null ? query : query.where('account_id', '=', accountId));
    },

    async hashOf(id: string): Promise<Buffer | null> {
      const [row] = await readRows(engine, 'hot', db.selectFrom('keys').select('hash').where('id', '=', id));
      return row === undefined ? null : Buffer.from(row.hash);
    },
  };
}

/** Matches the visible part of a key. All keys start with `sk-`, so that text alone matches none. */
function shownAs(text: string) {
  return text.length > 'sk-'.length && text.startsWith('sk-') ? [begins(sql`prefix || '…' || last4`, text)] : [];
}

function isSought(eb: ExpressionBuilder<Schema, 'keys'>, filter: KeysFilter) {
  const { accountId, subAccountId, search, statuses, isExpired, nowMs = 0 } = filter;
  const expired = eb.and([eb('expires_at', 'is not', null), eb('expires_at', '<=', BigInt(nowMs))]);
  return eb.and([
    eb('account_id', '=', accountId),
    ...(subAccountId === undefined ? [] : [eb('sub_account_id', '=', subAccountId)]),
    ...(statuses === undefined ? [] : [eb('status', 'in', statuses)]),
    ...(isExpired === undefined
      ? []
      : [isExpired ? expired : eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', BigInt(nowMs))])]),
    ...(search === undefined || search === ''
      ? []
      : [eb.or([contains(sql.ref('remark'), search), eb('last4', '=', search), eb('id', '=', search), ...shownAs(search)])]),
  ]);
}

/** Stores keys. Only the hash of a value is stored, and it never leaves the database. */
export function createKeysStore(engine: Engine) {
  const db = compilerFor(engine.sql);

  async function records(query: ReturnType<typeof selectKeys>): Promise<readonly KeyRecord[]> {
    return (await readRows(engine, 'hot', query)).map(keyRecordOf);
  }

  function selectKeys() {
    return db.selectFrom('keys').select(keyColumns);
  }

  function insert(key: Key, hash: Buffer) {
    return db.insertInto('keys').values({
      id: key.id,
      account_id: key.accountId,
      sub_account_id: key.subAccountId,
      hash,
      prefix: key.prefix,
      last4: key.last4,
      created_at: key.createdAtMs,
      updated_at: key.createdAtMs,
      ...changeableKeyColumns(key),
    });
  }

  const told = (notice: MadeKey['notice']) => (notice === null ? [] : [noticeStatement(engine, notice)]);

  return {
    ...keyParts(engine),

    async find(id: string): Promise<KeyRecord | null> {
      const [record] = await records(selectKeys().where('id', '=', id));
      return record ?? null;
    },

    /** Newest first. */
    list(filter: KeysFilter, { limit, after }: Page<TimePosition>): Promise<readonly KeyRecord[]> {
      const query = selectKeys()
        .where((eb) => isSought(eb, filter))
        .$if(after !== null, (q) =>
          q.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(BigInt(after?.atMs ?? 0), after?.id ?? ''))),
        );
      return records(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit));
    },

    ofSubAccount(subAccountId: string): Promise<readonly KeyRecord[]> {
      return records(selectKeys().where('sub_account_id', '=', subAccountId));
    },

    async create({ key, hash, audit, notice }: MadeKey): Promise<void> {
      await engine.write(
        [{ query: insert(key, hash).compile() }, ...refuseOlderPrograms(engine, 'domestic', key.domesticOnly), ...told(notice)],
        [audit],
      );
    },

    async update(key: Key, audit: AuditEntry, notices: readonly AccountNotice[]): Promise<void> {
      const query = db
        .updateTable('keys')
        .set({ ...changeableKeyColumns(key), updated_at: audit.atMs })
        .where('id', '=', key.id);
      await engine.write(
        [
          { query: query.compile(), mustWrite: 'key' },
          ...refuseOlderPrograms(engine, 'domestic', key.domesticOnly),
          ...notices.flatMap(told),
          ...changed(engine, 'account', key.accountId),
        ],
        [audit],
      );
    },

    async replace(old: Key, { key: replacement, hash, audit, notice }: MadeKey): Promise<void> {
      const retire = db
        .updateTable('keys')
        // A reset key grants no access, so its lists are not needed.
        .set({ status: 'reset', ip_allow_list: '[]', model_allow_list: null, replaced_by: replacement.id })
        .set({ updated_at: replacement.createdAtMs })
        .where('id', '=', old.id)
        .where('status', 'in', ['available', 'disabled']);
      await engine.write(
        [
          { query: retire.compile(), mustWrite: 'key' },
          { query: insert(replacement, hash).compile() },
          ...told(notice),
          ...changed(engine, 'account', old.accountId),
        ],
        [audit],
      );
    },
  };
}
