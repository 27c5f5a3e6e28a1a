import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import { sql } from 'kysely';
import type { AnnouncementsStore } from './news-ports.ts';
import type { Announcement } from '../../domain/news/announcement.ts';
import type { Clock } from '../../platform/clock.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';
import { announcementOf } from './announcement-rows.ts';
import { onceStatements } from '../../storage/stores/once-store.ts';
import { changed } from '../../storage/stores/changes-store.ts';
import { mailingStates, newsSource } from './news-mailing-rows.ts';

/** Number of announcements that each node holds in memory and shows. */
const newestMax = 200;
/** How long maintenance remains on the status page. */
const windowsKeptMs = 92 * 24 * 3_600_000;
const windowsMax = 1000;

function columnsOf(announcement: Announcement) {
  const { title, text, window } = announcement;
  return {
    kind: announcement.kind,
    title_zh: title.zh,
    title_en: title.en,
    text_zh: text.zh,
    text_en: text.en,
    is_pinned: announcement.isPinned ? 1n : 0n,
    publish_at: announcement.publishAtMs,
    withdrawn_at: announcement.withdrawnAtMs,
    window_from: window?.fromMs ?? null,
    window_until: window?.untilMs ?? null,
    window_ended_at: window?.endedAtMs ?? null,
    is_mailed: announcement.isMailed ? 1n : 0n,
    updated_at: announcement.updatedAtMs,
  };
}

/** Stores announcements. Each change notifies the other nodes. */
export function createAnnouncementsStore(engine: Engine, clock: Pick<Clock, 'nowMs'>): AnnouncementsStore {
  const db = compilerFor(engine.sql);

  /** Unsent mails of a withdrawn announcement are not sent. */
  function mailsDropped(id: string): UnitStatement {
    const query = sql`update mail_outbox set state = 'dead', next_at = null, last_error = ${deliveryFaults.write('withdrawn', {})}
      where state = 'waiting' and source = ${newsSource(id)}`;
    return { query: query.compile(db) };
  }

  return {
    async load() {
      // Current and future announcements. A withdrawn one is no longer readable, but its maintenance may have happened.
      const newest = db
        .selectFrom('announcements')
        .selectAll()
        .where('withdrawn_at', 'is', null)
        .orderBy('publish_at', 'desc')
        .orderBy('id', 'desc')
        .limit(newestMax);
      const windows = db
        .selectFrom('announcements')
        .selectAll()
        .where('window_until', '>=', BigInt(clock.nowMs() - windowsKeptMs))
        .orderBy('window_until', 'desc')
        .limit(windowsMax);
      const rows = [...(await readRows(engine, 'hot', newest)), ...(await readRows(engine, 'hot', windows))];
      return [...new Map(rows.map((row) => [row.id, announcementOf(row)])).values()];
    },

    async find(id) {
      const [row] = await readRows(engine, 'hot', db.selectFrom('announcements').selectAll().where('id', '=', id));
      return row === undefined ? null : announcementOf(row);
    },

    async list({ limit, after }) {
      let query = db.selectFrom('announcements').selectAll();
      if (after !== null)
        query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(BigInt(after.atMs), after.id)));
      const rows = await readRows(engine, 'reports', query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit));
      return rows.map(announcementOf);
    },

    async create(announcement, audit, once) {
      const { id, createdAtMs } = announcement;
      const insert = db.insertInto('announcements').values({ id, created_at: createdAtMs, ...columnsOf(announcement) });
      await engine.write([...onceStatements(engine, once), { query: insert.compile() }, ...changed(engine, 'news')], [audit]);
    },

    async update(announcement, audit) {
      const query = db.updateTable('announcements').set(columnsOf(announcement)).where('id', '=', announcement.id);
      const told = announcement.withdrawnAtMs === null ? [] : [mailsDropped(announcement.id)];
      const statements = [{ query: query.compile(), mustWrite: 'announcement' }, ...told, ...changed(engine, 'news')];
      await engine.write(statements, [audit]);
    },

    mailings: (ids) => mailingStates(engine, ids),
  };
}
