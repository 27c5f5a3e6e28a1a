import { sql } from 'kysely';
import type { NewsRefusals } from './news-ports.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';

/** Stores unsubscribed addresses. */
export function createNewsRefusalsStore(engine: Engine): NewsRefusals {
  const db = compilerFor(engine.sql);
  return {
    async among(marks) {
      if (marks.length === 0) return new Set();
      const query = sql`select mailbox from news_refusals where mailbox in (${sql.join(marks)})`;
      const rows = await engine.read('hot', query.compile(db));
      return new Set(rows.map(({ mailbox }) => String(mailbox)));
    },
    async refuse(mark, atMs, audit) {
      // Conflict: the address is already unsubscribed.
      const query = sql`insert into news_refusals (mailbox, refused_at) values (${mark}, ${BigInt(atMs)}) on conflict do nothing`;
      await engine.write([{ query: query.compile(db) }], [audit]);
    },
    async accept(mark, audit) {
      await engine.write([{ query: sql`delete from news_refusals where mailbox = ${mark}`.compile(db) }], [audit]);
    },
  };
}
