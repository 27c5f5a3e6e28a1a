import { sql } from 'kysely';
import type { NewsMailingState } from './news-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wholeNumber } from '../../storage/whole-number.ts';

type Counts = Partial<Omit<NewsMailingState, 'state'>>;

/** Identifies the mails of an announcement. */
export function newsSource(announcementId: string): string {
  return `announcement:${announcementId}`;
}

/** Mail counts of announcements whose mails are still stored. */
async function countsOf(engine: Engine, ids: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  const counts = new Map<string, Counts>();
  if (ids.length === 0) return counts;
  const query = sql`select source, case state when 'waiting' then 'waiting' when 'sent' then 'sent' else 'failed' end as ending,
    count(*) as count from mail_outbox where source in (${sql.join(ids.map(newsSource))}) group by 1, 2`;
  for (const { source, ending, count } of await engine.read('reports', query.compile(compilerFor(engine.sql)))) {
    const id = String(source).slice(newsSource('').length);
    counts.set(id, { ...counts.get(id), [String(ending)]: Number(wholeNumber(count)) });
  }
  return counts;
}

/** The mailing progress of those announcements that are sent by mail. */
export async function mailingStates(engine: Engine, ids: readonly string[]): Promise<ReadonlyMap<string, NewsMailingState>> {
  const told = new Map<string, NewsMailingState>();
  if (ids.length === 0) return told;
  const query = compilerFor(engine.sql)
    .selectFrom('announcements')
    .selectAll()
    .where('id', 'in', [...ids]);
  const rows = (await readRows(engine, 'reports', query)).filter((row) => row.is_mailed === 1n || row.mailed_through !== null);
  const counts = await countsOf(
    engine,
    rows.filter((row) => row.mailed_at === null).map(({ id }) => id),
  );
  for (const { id, mailed_at, mailed_through, mails_sent, mails_failed } of rows) {
    const { waiting = 0, sent = 0, failed = 0 } = counts.get(id) ?? {};
    const isOver = mailed_at !== null;
    told.set(id, {
      state: isOver ? 'sent' : mailed_through === null ? 'waiting' : 'sending',
      waiting,
      sent: isOver ? Number(mails_sent) : sent,
      failed: isOver ? Number(mails_failed) : failed,
    });
  }
  return told;
}
