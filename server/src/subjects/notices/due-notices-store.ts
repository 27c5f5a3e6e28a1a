import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '@tollgate/contract/enumerations';
import { noticeKinds } from '@tollgate/contract/notices/notice-kinds';
import type { DueNotice, DueNotices } from '../../domain/people/due-notices.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wasCommitted } from '../../storage/was-committed.ts';
import { mailDue } from '../../storage/steps/notices-schema.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import type { MailStatements } from '../../storage/stores/mail-outbox-store.ts';

const ofCaps = sql`n.mail_due = ${sql.lit(mailDue.ofCap)}`;
/** Other kinds wait for a node that has texts for them. */
const ofAccounts = sql`n.mail_due = ${sql.lit(mailDue.ofAccount)} and n.kind in (${sql.join(Object.keys(noticeKinds))})`;

function dueNoticeOf(row: Readonly<Record<string, unknown>>): DueNotice {
  const whatever = {
    id: wholeNumber(row.id),
    account: {
      id: String(row.account_id),
      name: String(row.account_name),
      email: row.email as string | null,
      locale: row.locale as Locale | null,
    },
    kind: String(row.kind),
    params: JSON.parse((row.params as string | null) ?? '{}') as DueNotice['params'],
    createdAtMs: Number(wholeNumber(row.created_at)),
  };
  if (Number(wholeNumber(row.mail_due)) === mailDue.ofAccount)
    return { ...whatever, about: 'account', link: (row.link as string | null) ?? '/inbox' };
  const key = { id: String(row.key_id), remark: (row.remark as string | null) ?? '' };
  return { ...whatever, about: 'cap', key, window: String(row.window), isWanted: wholeNumber(row.cap_mail) === 1n };
}

/** Stores in-site messages whose mails are not created yet. */
export function createDueNoticesStore(engine: Engine, mailStatements: MailStatements): DueNotices {
  const db = compilerFor(engine.sql);

  async function listOf(which: RawBuilder<unknown>, limit: number): Promise<readonly DueNotice[]> {
    const query = sql`select n.id, n.account_id, n.key_id, n.kind, n.params, n."window", n.created_at, n.mail_due, n.link, coalesce(w.cap_mail, 1) as cap_mail,
        a.name as account_name, a.email, a.locale, coalesce(k.remark, s.name) as remark
      from notices n join accounts a on a.id = n.account_id left join keys k on k.id = n.key_id
        left join sub_accounts s on s.id = n.key_id left join alert_settings w on w.account_id = n.account_id
      where ${which} order by n.id limit ${BigInt(limit)}`;
    return (await engine.read('hot', query.compile(db))).map(dueNoticeOf);
  }

  return {
    list: async (limit) => [...(await listOf(ofCaps, limit)), ...(await listOf(ofAccounts, limit))],

    async membersOf(accountId, roles) {
      const query = sql`select user_id from members where account_id = ${accountId} and role in (${sql.join(roles)})
        and sub_account_id is null order by created_at`;
      return (await engine.read('hot', query.compile(db))).map((row) => String(row.user_id));
    },

    async mailed(id, mails) {
      const done = sql`update notices set mail_due = 0 where id = ${id} and mail_due > 0`.compile(db);
      // Otherwise another node was faster.
      await wasCommitted(engine.write([{ query: done, mustWrite: 'notice' }, ...mails.flatMap(mailStatements)], []));
    },
  };
}
