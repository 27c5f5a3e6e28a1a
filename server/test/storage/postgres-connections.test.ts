import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import type { PostgresOptions } from '../../src/storage/postgres/open-postgres.ts';
import { IncarnationFenced, StorageError, StorageStartError } from '../../src/storage/storage-error.ts';
import { CuttingProxy } from '../servers/cutting-proxy.ts';
import { withServer } from '../servers/needed-server.ts';
import { openssl } from '../servers/openssl.ts';
import { password, postgres } from '../servers/postgres-server.ts';
import { newRecord, openEngine, PostgresBooks, rows } from './postgres-books.ts';
import { inTime, waitFor } from '../wait-for.ts';
import { group } from './sample-books.ts';

/** The sessions that commit groups, by process. */
async function sessionsOf(client: Client): Promise<readonly unknown[]> {
  const query =
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'tollgate' order by pid";
  return (await client.query(query)).rows;
}

withServer(postgres, 'connections to PostgreSQL', () => {
  let books: PostgresBooks;
  before(async () => {
    books = await PostgresBooks.start();
  });
  after(() => books.remove());

  void it('are an outage for a change whose turn among the nodes never comes; what the change itself finds stays what it is', async () => {
    const proxy = await CuttingProxy.start(books.server.port);
    const url = await books.newBooks();
    const engine = await openEngine(url.replace(`:${String(books.server.port)}/`, `:${String(proxy.port)}/`));
    const own = new Error('the change itself');
    try {
      await assert.rejects(
        async () => engine.exclusively?.(() => Promise.reject(own)),
        (error) => error === own,
      );
      proxy.loseServer();
      await proxy.close();
      let isChanged = false;
      const changing = async () => engine.exclusively?.(() => Promise.resolve((isChanged = true)));
      await assert.rejects(changing, (error) => error instanceof StorageError && error.fault === 'outage');
      assert.equal(isChanged, false);
    } finally {
      await engine.close();
      await proxy.close();
    }
  });

  void it('to a server that vanished without a packet are given up as soon as its address answers again; a slow one is waited for', async () => {
    const proxy = await CuttingProxy.start(books.server.port);
    const url = await books.newBooks();
    const engine = await openEngine(url.replace(`:${String(books.server.port)}/`, `:${String(proxy.port)}/`));
    try {
      await engine.commitGroup(group({ closed: [newRecord()] }), 'inc_now');
      proxy.vanish();
      // By default the driver considers a silent server dead after fifteen seconds.
      const stored = engine.commitGroup(group({ closed: [newRecord()] }), 'inc_now');
      await inTime(stored, { what: 'the commit on another connection', withinMs: 10_000 });
      assert.equal(await rows(engine, 'calls'), 2);

      const blocker = new Client(url);
      await blocker.connect();
      await blocker.query('begin; lock table calls in exclusive mode');
      const pid = await sessionsOf(blocker);
      const { opened } = proxy;
      const slow = engine.commitGroup(group({ closed: [newRecord()] }), 'inc_now');
      await waitFor(() => proxy.opened > opened + 1, { what: 'the server is asked twice whether it knows the session' });
      assert.deepEqual(await sessionsOf(blocker), pid, 'the session that waits for a lock is the same');
      await blocker.query('rollback');
      await slow;
      await blocker.end();
      assert.equal(await rows(engine, 'calls'), 3);
    } finally {
      await engine.close();
      await proxy.close();
    }
  });

  void describe('a start that cannot be', () => {
    async function sentenceOf(url: string, options: Partial<PostgresOptions> = {}): Promise<string> {
      try {
        await (await openEngine(url, options)).close();
        return 'it started';
      } catch (error) {
        assert.ok(error instanceof StorageStartError, String(error));
        assert.ok(!error.sentence.includes(password), 'no password is told');
        return error.sentence;
      }
    }

    void it('says in one sentence what is wrong and what to do', async () => {
      const url = await books.server.newDatabase();
      const wrong = 'postgresql://tollgate:wrong@127.0.0.1';
      const cases = [
        [url.replace(/tollgate:[^@]*@/, 'tollgate:wrong@'), /refuses this user name or password/],
        [books.server.url('nowhere'), /nowhere at 127.0.0.1:\d+ does not exist: create it/],
        [`${wrong}:1/books`, /cannot be reached/],
        ['postgresql://tollgate:wrong@nowhere.invalid/books', /cannot be reached/],
        [`${url}?sslmode=require`, /does not speak SSL/],
        [`${url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`, /certificate named in .* cannot be read/],
      ] as const;
      for (const [address, expected] of cases) assert.match(await sentenceOf(address), expected);
      await books.server.query('postgres', "create role guest login password 'guest'");
      assert.match(await sentenceOf(url.replace(/tollgate:[^@]*@/, 'guest:guest@')), /may not change the database/);
      await books.server.query('postgres', "create database latin encoding 'LATIN1' template template0");
      assert.match(await sentenceOf(books.server.url('latin')), /encoding UTF8/);
    });

    void it('is that of a second process without coordination; the first continues, and the second can start after it', async () => {
      const url = await books.newBooks();
      const first = await openEngine(url, { soleNode: true });
      try {
        assert.match(await sentenceOf(url, { soleNode: true }), /in use by another running process.*TOLLGATE_REDIS_URL/);
        await first.commitGroup(group({ closed: [newRecord()] }), 'inc_now');
      } finally {
        await first.close();
      }
      const second = await openEngine(url, { soleNode: true });
      try {
        await second.commitGroup(group({ closed: [newRecord()] }), 'inc_next');
      } finally {
        await second.close();
      }
    });
  });

  withServer(openssl, 'a connection', () => {
    void it('speaks SSL when asked to, and only with a server whose certificate it is configured to trust', async () => {
      const url = await books.newBooks();
      const authority = await books.server.speakSsl();
      const isEncrypted = CompiledQuery.raw('select ssl::int as ssl from pg_stat_ssl where pid = pg_backend_pid()');
      for (const parameters of ['?sslmode=require', `?sslmode=verify-full&sslrootcert=${authority}`]) {
        const engine = await openEngine(url + parameters);
        assert.deepEqual(await engine.read('hot', isEncrypted), [{ ssl: 1n }]);
        await engine.close();
      }
      const unknown = (error: unknown): boolean =>
        error instanceof StorageStartError && /certificate .* cannot be verified.*sslrootcert/.test(error.sentence);
      await assert.rejects(openEngine(`${url}?sslmode=verify-full`), unknown);
      const elsewhere = url.replace('127.0.0.1', 'localhost');
      await assert.rejects(openEngine(`${elsewhere}?sslmode=verify-full&sslrootcert=${authority}`), unknown);
    });
  });

  void describe('a process', () => {
    void it('that is alone continues after its network broke without the server noticing', async () => {
      const url = await books.newBooks();
      const proxy = await CuttingProxy.start(books.server.port);
      const engine = await openEngine(url.replace(`:${String(books.server.port)}/`, `:${String(proxy.port)}/`), {
        soleNode: true,
      });
      try {
        await engine.commitGroup(group({ closed: [newRecord()] }), 'inc_now');
        proxy.loseServer();
        await engine.commitGroup(group({ closed: [newRecord()] }), 'inc_now');
        assert.equal(await rows(engine, 'calls'), 2);
      } finally {
        await engine.close();
        await proxy.close();
      }
    });

    void it('that lost the database to another commits nothing more, even when it has it again', async () => {
      const url = await books.newBooks();
      const first = await openEngine(url, { soleNode: true });
      const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = '${url.split('/').at(-1) ?? ''}'`;
      try {
        await first.commitGroup(group({ closed: [newRecord()] }), 'inc_now');
        await books.server.query('postgres', endSessions);
        await first.commitGroup(group({ closed: [newRecord()] }), 'inc_now');
        await books.server.query('postgres', endSessions);
        const second = await openEngine(url, { soleNode: true });
        await assert.rejects(first.commitGroup(group({ closed: [newRecord()] }), 'inc_now'), StorageError);
        await second.close();
        await assert.rejects(first.commitGroup(group({ closed: [newRecord()] }), 'inc_now'), IncarnationFenced);
        assert.equal(await rows(first, 'calls'), 2);
      } finally {
        await first.close();
      }
    });
  });
});
