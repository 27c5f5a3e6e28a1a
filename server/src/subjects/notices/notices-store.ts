import { sql } from 'kysely';
import type { Notice, NoticesFilter, NoticesStore } from './notice-ports.ts';
import type { Page } from '../../control/page-ports.ts';
import type { NoticeDraft } from '../../domain/books/call-record.ts';
import { isMailed } from '../../domain/books/notice-text.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { mailDue } from '../../storage/steps/notices-schema.ts';
import { wholeNumber } from '../../storage/whole-number.ts';

const columns = [
  ...(['notices.id', 'notices.account_id', 'notices.key_id', 'notices.window', 'notices.kind', 'notices.text'] as const),
  ...(['notices.params', 'notices.link', 'notices.created_at', 'notices.read_at', 'keys.remark'] as const),
];

interface NoticeRow {
  readonly id: bigint;
  readonly account_id: string;
  readonly key_id: string;
  readonly window: string;
  readonly kind: string;
  readonly text: string;
  readonly params: string | null;
  readonly link: string | null;
  readonly created_at: bigint;
  readonly read_at: bigint | null;
  readonly remark: string | null;
}

function noticeOf(row: NoticeRow): Notice {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    window: row.window,
    kind: row.kind,
    text: row.text,
    params: row.params === null ? {} : (JSON.parse(row.params) as Notice['params']),
    link: row.link,
    keyRemark: row.remark === '' ? null : row.remark,
    createdAtMs: Number(row.created_at),
    readAtMs: row.read_at === null ? null : Number(row.read_at),
  };
}

/** Repeats the last id up to the next power of two, so that any number of ids shares a few prepared statements. */
function padded<Id>(ids: readonly Id[]): readonly Id[] {
  const size = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...ids.slice(-1).flatMap((last) => Array<Id>(size - ids.length).fill(last))];
}

/** Stores in-site messages. Most are written with the calls that caused them; `add` is for messages caused by a changed cap. */
export function createNoticesStore(engine: Engine): NoticesStore {
  const db = compilerFor(engine.sql);

  function selectNotices() {
    return db.selectFrom('notices').leftJoin('keys', 'keys.id', 'notices.key_id').select(columns);
  }

  return {
    /** Newest first. */
    async list({ accountId, isUnread = false }: NoticesFilter, page: Page<bigint>) {
      const query = selectNotices()
        .where('notices.account_id', '=', accountId)
        .$if(isUnread, (q) => q.where('notices.read_at', 'is', null))
        .$if(page.after !== null, (q) => q.where('notices.id', '<', page.after ?? 0n))
        .orderBy('notices.id', 'desc')
        .limit(page.limit);
      return (await readRows(engine, 'reports', query)).map(noticeOf);
    },

    async countUnread(accountId, max) {
      const query = sql`select count(*) as unread from (select 1 from notices where account_id = ${accountId} and read_at is null
        limit ${BigInt(max)}) as listed`;
      const [row] = await engine.read('reports', query.compile(db));
      return Number(wholeNumber(row?.unread));
    },

    async markRead(accountId, { ids, upTo }, atMs) {
      const query = db
        .updateTable('notices')
        .set({ read_at: atMs })
        .where('account_id', '=', accountId)
        .where('read_at', 'is', null)
        .$if(ids !== undefined, (q) => q.where('id', 'in', padded(ids ?? [])))
        .$if(upTo !== undefined, (q) => q.where('id', '<=', upTo ?? 0n));
      const [written = 0] = await engine.write([{ query: query.compile() }], []);
      return written;
    },

    async newestId() {
      const [row] = await engine.read('reports', sql`select max(id) as newest from notices`.compile(db));
      return wholeNumber(row?.newest);
    },

    async after(accountIds, id, limit) {
      const query = selectNotices()
        .where('notices.account_id', 'in', padded(accountIds))
        .where('notices.id', '>', id)
        .orderBy('notices.id')
        .limit(limit);
      return (await readRows(engine, 'reports', query)).map(noticeOf);
    },

    async add(drafts: readonly NoticeDraft[]): Promise<void> {
      if (drafts.length === 0) return;
      // Conflict: a reached cap is reported once per window, level and arming.
      const query = db
        .insertInto('notices')
        .values(
          drafts.map((draft) => ({
            account_id: draft.accountId,
            key_id: draft.keyId,
            window: draft.window,
            kind: draft.kind,
            arming: draft.arming,
            text: draft.text,
            params: JSON.stringify(draft.params ?? {}),
            mail_due: isMailed(draft) ? mailDue.ofCap : mailDue.none,
            created_at: draft.atMs,
          })),
        )
        .onConflict((conflict) => conflict.doNothing());
      await engine.write([{ query: query.compile() }], []);
    },
  };
}
