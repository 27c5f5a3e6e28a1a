import type { Selectable } from 'kysely';
import type { AnnouncementsStore } from '../../control/news-ports.ts';
import type { Announcement, MaintenanceWindow } from '../../domain/news/announcement.ts';
import type { Clock } from '../../platform/clock.ts';
import { compilerFor, readRows } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import type { AnnouncementsTable } from '../news-schema.ts';
import { changed } from './changes-store.ts';

/** Held in memory at every node, and shown: as many as anybody reads. */
const newestMax = 200;
/** Those of maintenance that the status page still shows. */
const windowsKeptMs = 92 * 24 * 3_600_000;
const windowsMax = 1000;

type Row = Selectable<AnnouncementsTable>;

function windowOf({ window_from, window_until, window_ended_at }: Row): MaintenanceWindow | null {
  if (window_from === null || window_until === null) return null;
  return {
    fromMs: Number(window_from),
    untilMs: Number(window_until),
    endedAtMs: window_ended_at === null ? null : Number(window_ended_at),
  };
}

function announcementOf(row: Row): Announcement {
  return {
    id: row.id,
    kind: row.kind,
    title: { zh: row.title_zh, en: row.title_en },
    text: { zh: row.text_zh, en: row.text_en },
    isPinned: row.is_pinned === 1n,
    publishAtMs: Number(row.publish_at),
    withdrawnAtMs: row.withdrawn_at === null ? null : Number(row.withdrawn_at),
    window: windowOf(row),
    isMailed: row.is_mailed === 1n,
    createdAtMs: Number(row.created_at),
    updatedAtMs: Number(row.updated_at),
  };
}

function columnsOf(announcement: Announcement) {
  const { title, text, window } = announcement;
  return {
    kind: announcement.kind,
    ...{ title_zh: title.zh, title_en: title.en, text_zh: text.zh, text_en: text.en },
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

/** What everybody is told. Each change tells the other nodes. */
export function createAnnouncementsStore(engine: Engine, clock: Pick<Clock, 'nowMs'>): AnnouncementsStore {
  const db = compilerFor(engine.sql);
  return {
    async load() {
      // Those that stand and those to come; what was withdrawn is nobody's to read, but its maintenance may have been.
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

    async create(announcement, audit) {
      const { id, createdAtMs } = announcement;
      const insert = db.insertInto('announcements').values({ id, created_at: createdAtMs, ...columnsOf(announcement) });
      await engine.write([{ query: insert.compile() }, ...changed(engine, 'news')], [audit]);
    },

    async update(announcement, audit) {
      const query = db.updateTable('announcements').set(columnsOf(announcement)).where('id', '=', announcement.id);
      await engine.write([{ query: query.compile(), mustWrite: 'announcement' }, ...changed(engine, 'news')], [audit]);
    },
  };
}
