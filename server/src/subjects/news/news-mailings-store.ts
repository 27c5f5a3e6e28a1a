import { sql } from 'kysely';
import type { Locale } from '@tollgate/contract/enumerations';
import type { NewsMailings, NewsReaders } from '../../domain/people/news-mailings.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wasCommitted } from '../../storage/was-committed.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import { announcementOf } from './announcement-rows.ts';
import type { MailStatements } from '../../storage/stores/mail-outbox-store.ts';
import { newsSource } from './news-mailing-rows.ts';

/** Values of `mailed_through`: people by their ids first, then accounts without people, then the end. */
const stages = { people: 'p:', accounts: 'a:', end: 'end' } as const;
/** Maximum number at a time; the others follow later. */
const mailingsMax = 20;

/** Announcements that are sent by mail. */
export function createNewsMailingsStore(engine: Engine, mailStatements: MailStatements): NewsMailings {
  const db = compilerFor(engine.sql);

  async function peopleBehind(id: string, limit: number): Promise<readonly string[]> {
    const query = sql`select distinct m.user_id from members m join accounts a on a.id = m.account_id and a.status = 'active'
      where m.user_id > ${id} order by m.user_id limit ${BigInt(limit)}`;
    return (await engine.read('reports', query.compile(db))).map((row) => String(row.user_id));
  }

  async function addressesBehind(id: string, limit: number): Promise<NewsReaders> {
    const query = sql`select a.id, a.email, a.locale from accounts a where a.id > ${id} and a.status = 'active'
      and a.email is not null and a.email <> '' and not exists (select 1 from members m where m.account_id = a.id)
      order by a.id limit ${BigInt(limit)}`;
    const rows = await engine.read('reports', query.compile(db));
    const last = rows.at(-1);
    const isEnd = rows.length < limit || last === undefined;
    return {
      people: [],
      addresses: rows.map(({ email, locale }) => ({ address: String(email), locale: locale as Locale | null })),
      isEnd,
      through: isEnd ? stages.end : `${stages.accounts}${String(last.id)}`,
    };
  }

  return {
    async due(nowMs) {
      const query = db
        .selectFrom('announcements')
        .selectAll()
        .where('is_mailed', '=', 1n)
        .where('mailed_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .where('publish_at', '<=', BigInt(nowMs))
        .where((eb) => eb.or([eb('mailed_through', 'is', null), eb('mailed_through', '<>', stages.end)]))
        .orderBy('publish_at')
        .limit(mailingsMax);
      const rows = await readRows(engine, 'hot', query);
      return rows.map((row) => ({ ...announcementOf(row), through: row.mailed_through }));
    },

    async waiting(announcementId, nowMs) {
      const query = sql`select count(*) as count, count(case when next_at <= ${BigInt(nowMs)} then 1 end) as due from mail_outbox
        where state = 'waiting' and source = ${newsSource(announcementId)}`;
      const [row] = await engine.read('reports', query.compile(db));
      return { all: Number(wholeNumber(row?.count)), due: Number(wholeNumber(row?.due)) };
    },

    async readersBehind(through, limit) {
      if (through?.startsWith(stages.accounts) === true) return addressesBehind(through.slice(2), limit);
      const people = await peopleBehind(through?.slice(2) ?? '', limit);
      const next = people.length < limit ? stages.accounts : `${stages.people}${people.at(-1) ?? ''}`;
      return { people, addresses: [], through: next, isEnd: false };
    },

    async put({ id, through }, next, mails) {
      const mark = sql`update announcements set mailed_through = ${next} where id = ${id} and is_mailed = 1
        and mailed_at is null and withdrawn_at is null and coalesce(mailed_through, '') = ${through ?? ''}`;
      const statement = { query: mark.compile(db), mustWrite: 'announcement' };
      return wasCommitted(engine.write([statement, ...mails.flatMap(mailStatements)], []));
    },

    async settle(nowMs) {
      const begun = sql`select id from announcements where is_mailed = 1 and mailed_at is null
        and (mailed_through = ${stages.end} or (withdrawn_at is not null and mailed_through is not null)) order by id
        limit ${sql.lit(mailingsMax)}`;
      for (const { id } of await engine.read('hot', begun.compile(db))) {
        const source = newsSource(String(id));
        const waiting = sql`select 1 from mail_outbox where state = 'waiting' and source = ${source} limit 1`;
        if ((await engine.read('reports', waiting.compile(db))).length > 0) continue;
        const query = sql`update announcements set mailed_at = ${BigInt(nowMs)},
          mails_sent = (select count(*) from mail_outbox where source = ${source} and state = 'sent'),
          mails_failed = (select count(*) from mail_outbox where source = ${source} and state <> 'sent')
          where id = ${String(id)} and mailed_at is null`;
        await engine.write([{ query: query.compile(db) }], []);
      }
    },
  };
}
