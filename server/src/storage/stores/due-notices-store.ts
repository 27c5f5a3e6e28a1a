import { sql } from 'kysely';
import type { Locale } from '@tollgate/contract/enumerations';
import type { DueNotice, DueNotices } from '../../domain/people/due-notices.ts';
import { compilerFor } from '../compiler.ts';
import { UnitConflict, type Engine } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';
import type { MailStatements } from './mail-outbox-store.ts';

/** In-site messages of which mails are still to be made. */
export function createDueNoticesStore(engine: Engine, mailStatements: MailStatements): DueNotices {
  const db = compilerFor(engine.sql);
  return {
    async list(limit) {
      const query = sql`select n.id, n.account_id, n.key_id, n.kind, n.params, n."window", n.created_at,
          a.name as account_name, a.email, a.locale, coalesce(k.remark, s.name) as remark
        from notices n join accounts a on a.id = n.account_id left join keys k on k.id = n.key_id
          left join sub_accounts s on s.id = n.key_id
        where n.mail_due = 1 order by n.id limit ${BigInt(limit)}`;
      return (await engine.read('reports', query.compile(db))).map((row): DueNotice => ({
        id: wholeNumber(row.id),
        account: {
          id: String(row.account_id),
          name: String(row.account_name),
          email: row.email as string | null,
          locale: row.locale as Locale | null,
        },
        key: { id: String(row.key_id), remark: (row.remark as string | null) ?? '' },
        kind: String(row.kind),
        params: JSON.parse((row.params as string | null) ?? '{}') as DueNotice['params'],
        window: String(row.window),
        createdAtMs: Number(wholeNumber(row.created_at)),
      }));
    },

    async managersOf(accountId) {
      const query = sql`select user_id from members where account_id = ${accountId} and role in ('owner', 'admin')
        and sub_account_id is null order by created_at`;
      return (await engine.read('reports', query.compile(db))).map((row) => String(row.user_id));
    },

    async mailed(id, mails) {
      const done = sql`update notices set mail_due = 0 where id = ${id} and mail_due = 1`.compile(db);
      try {
        await engine.write([{ query: done, mustWrite: 'notice' }, ...mails.flatMap(mailStatements)], []);
      } catch (error) {
        // Another node was sooner.
        if (!(error instanceof UnitConflict)) throw error;
      }
    },
  };
}
