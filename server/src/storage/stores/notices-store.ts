import type { Page } from '../../control/ports.ts';
import type { NoticeDraft } from '../../domain/books/call-record.ts';
import { compilerFor, readRows } from '../compiler.ts';
import type { Engine } from '../engine.ts';

/** In-site messages. Most are written with the calls that caused them; `add` is for those a changed cap causes. */
export function createNoticesStore(engine: Engine) {
  const db = compilerFor(engine.sql);

  return {
    /** Newest first. */
    async list(accountId: string, page: Page<bigint>) {
      const query = db
        .selectFrom('notices')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(page.after !== null, (q) => q.where('id', '<', page.after ?? 0n))
        .orderBy('id', 'desc')
        .limit(page.limit);
      return (await readRows(engine, 'reports', query)).map((row) => ({
        id: row.id,
        accountId: row.account_id,
        keyId: row.key_id,
        window: row.window,
        kind: row.kind,
        text: row.text,
        createdAtMs: Number(row.created_at),
        readAtMs: row.read_at === null ? null : Number(row.read_at),
      }));
    },

    async add(drafts: readonly NoticeDraft[]): Promise<void> {
      if (drafts.length === 0) return;
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
            created_at: draft.atMs,
          })),
        )
        .onConflict((conflict) => conflict.doNothing());
      await engine.write([{ query: query.compile() }], []);
    },
  };
}
