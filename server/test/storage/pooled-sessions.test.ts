/**
 * Goal: behind a pooler that assigns sessions per transaction, where locks and settings do not persist, the service does not start. Method:
 * a real PgBouncer in each of its modes, with few and many sessions, before a separate PostgreSQL.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { StorageStartError } from '../../src/storage/storage-error.ts';
import { withServer } from '../servers/needed-server.ts';
import { PgBouncer, pgbouncer } from '../servers/pgbouncer.ts';
import { postgres } from '../servers/postgres-server.ts';
import { newRecord, openEngine, PostgresBooks } from './postgres-books.ts';
import { group } from './sample-books.ts';

const sharing = [
  ['pool_mode = transaction'],
  ['pool_mode = transaction', 'default_pool_size = 1'],
  ['pool_mode = transaction', 'min_pool_size = 8'],
  ['pool_mode = transaction', 'server_round_robin = 1'],
  ['pool_mode = transaction', 'min_pool_size = 8', 'server_round_robin = 1'],
  ['pool_mode = statement'],
];

withServer(postgres, 'PostgreSQL behind a pooler', () => {
  withServer(pgbouncer, 'PgBouncer', () => {
    let books: PostgresBooks;
    before(async () => {
      books = await PostgresBooks.start();
    });
    after(() => books.remove());

    const behind = async (settings: readonly string[], use: (url: string) => Promise<void>): Promise<void> => {
      const database = new URL(await books.newBooks()).pathname.slice(1);
      const bouncer = await PgBouncer.start(books.server.port, settings);
      try {
        await use(bouncer.url(database));
      } finally {
        await bouncer.stop();
      }
    };

    for (const settings of sharing)
      it(`is refused with ${settings.join(', ')}`, async () => {
        await behind(settings, async (url) => {
          await assert.rejects(openEngine(url), (error) => {
            assert.ok(error instanceof StorageStartError, String(error));
            assert.match(error.sentence, /pool_mode=session.*TOLLGATE_DATABASE_URL/);
            return true;
          });
        });
      });

    it('is served with pool_mode = session, and a second sole process is refused', async () => {
      await behind(['pool_mode = session', 'default_pool_size = 40'], async (url) => {
        const engine = await openEngine(url, { soleNode: true });
        try {
          await engine.commitGroup(group({ closed: [newRecord()] }), 'inc_now');
          await assert.rejects(openEngine(url, { soleNode: true }), /in use by another running process/);
        } finally {
          await engine.close();
        }
      });
    });
  });
});
