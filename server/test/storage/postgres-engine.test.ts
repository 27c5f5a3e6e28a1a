import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/storage/audit/audit-books.ts';
import { closeUsageHours } from '../../src/storage/close-usage-hours.ts';
import { UnitConflict } from '../../src/storage/engine.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { migrate } from '../../src/storage/postgres/migrate.ts';
import { migrations } from '../../src/storage/postgres/migrations.ts';
import { openPostgres } from '../../src/storage/postgres/open-postgres.ts';
import type { PostgresOptions } from '../../src/storage/postgres/open-postgres.ts';
import { valueTypes } from '../../src/storage/postgres/values.ts';
import { IncarnationFenced, StorageError, StorageStartError } from '../../src/storage/storage-error.ts';
import { purgeCalls } from '../../src/storage/purge-calls.ts';
import { createCallsStore } from '../../src/storage/stores/calls-store.ts';
import { createLedgerStore } from '../../src/storage/stores/ledger-store.ts';
import { count, isFullProof } from '../proofs/counts.ts';
import { CuttingProxy } from '../servers/cutting-proxy.ts';
import type { Cut } from '../servers/cutting-proxy.ts';
import { findPrograms } from '../servers/find-program.ts';
import { withServer } from '../servers/needed-server.ts';
import { PostgresServer, password, postgres } from '../servers/postgres-server.ts';
import { auditDraft, dayOf, group, markOf, sampleRecord, seedTenants } from './sample-books.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ids = createIds(systemClock);

withServer(postgres, 'PostgreSQL as an engine', () => {
  let server: PostgresServer;

  before(async () => {
    server = await PostgresServer.start();
    const engine = await open(await server.newDatabase());
    await seedTenants(engine);
    await engine.close();
  });

  after(async () => {
    await server.remove();
  });

  function open(url: string, options: Partial<PostgresOptions> = {}): Promise<Engine> {
    return openPostgres({ url, clock: systemClock, logger: silentLogger, soleNode: false, ...options });
  }

  /** Runs a test on books of its own. */
  async function onBooks(test: (engine: Engine, url: string) => Promise<void>): Promise<void> {
    const url = await server.newDatabase('books_1');
    const engine = await open(url);
    try {
      await test(engine, url);
    } finally {
      await engine.close();
    }
  }

  async function rows(engine: Engine, from: string): Promise<number> {
    return Number((await engine.read('reports', CompiledQuery.raw(`select count(*) as rows from ${from}`)))[0]?.rows);
  }

  const write = (engine: Engine, sql: string): Promise<readonly number[]> =>
    engine.write([{ query: CompiledQuery.raw(sql) }], []);

  const record = (overrides: Partial<CallRecord> = {}): CallRecord => sampleRecord(ids, systemClock.nowMs(), overrides);

  async function assertAddsUp(engine: Engine): Promise<void> {
    assert.deepEqual((await auditBooks(engine, { incarnation: null })).findings, []);
  }

  void describe('a commit', () => {
    void it('keeps text of every kind as it is', async () => {
      await onBooks(async (engine) => {
        const awkward = fc.constantFrom('', 'NULL', '{', '}', '"', '\\', ',', "'", ' ', '\n', '\\x41', '§', '😀', '$1', '{}');
        const text = fc.array(fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 6 });
        const clean = text.map((parts) => parts.join('').replaceAll('\0', ''));
        await fc.assert(
          fc.asyncProperty(fc.array(fc.tuple(clean, fc.option(clean)), { minLength: 1, maxLength: 5 }), async (texts) => {
            const records = texts.map(([model, error]) => record({ model, error, durationMs: 1 }));
            await engine.commitGroup(group({ closed: records, opened: records.map(markOf) }), 'inc_now');
            for (const stored of records) assert.deepEqual(await createCallsStore(engine).find(stored.id), stored);
          }),
          { numRuns: 40 },
        );
        await assertAddsUp(engine);
      });
    });

    void it('whose connection breaks, before or after it took effect, is neither lost nor done twice', async () => {
      const url = await server.newDatabase('books_1');
      const proxy = await CuttingProxy.start(server.port);
      const engine = await open(url.replace(`:${String(server.port)}/`, `:${String(proxy.port)}/`));
      try {
        let stored = 0;
        let changes = Number((await engine.read('hot', CompiledQuery.raw('select count(*) as rows from audit_log')))[0]?.rows);
        const cut = fc.constantFrom<Cut | null>('before commit', 'after commit', null);
        await fc.assert(
          fc.asyncProperty(fc.array(cut, { maxLength: 4 }), fc.integer({ min: 1, max: 20 }), async (script, size) => {
            proxy.script.splice(0, Infinity, ...script);
            const closed = Array.from({ length: size }, () => record());
            assert.deepEqual(await engine.commitGroup(group({ closed }), 'inc_now'), { duplicates: [] });
            stored += size;
            await engine.write(
              [{ query: CompiledQuery.raw("update accounts set credits_revision = credits_revision + 1 where id = 'acc_one'") }],
              [auditDraft('account.patch')],
            );
            changes += 1;
            assert.equal(await rows(engine, 'calls'), stored);
            assert.equal(await rows(engine, 'audit_log'), changes);
          }),
          { numRuns: isFullProof ? count('runs') : 20 },
        );
        const [account] = await engine.read(
          'hot',
          CompiledQuery.raw("select credits_revision from accounts where id = 'acc_one'"),
        );
        assert.equal(account?.credits_revision, BigInt(changes - 2));
        assert.ok(proxy.cuts > 0);
        proxy.script.length = 0;
        await assertAddsUp(engine);
      } finally {
        await engine.close();
        await proxy.close();
      }
    });

    void it('of an incarnation that was declared dead is refused, and the declaration waits for one that is under way', async () => {
      await onBooks(async (engine, url) => {
        await write(engine, "insert into nodes (incarnation, name, started_at, heartbeat_at) values ('inc_now', 'a', 1, 1)");
        const slow = new Client(url);
        await slow.connect();
        try {
          // Holds up the commit in its middle: the group waits for this row.
          const held = record();
          await slow.query('begin');
          await slow.query('insert into open_calls (id, incarnation, mark) values ($1, $2, $3)', [
            Buffer.from(held.id.replaceAll('-', ''), 'hex'),
            'inc_other',
            '{}',
          ]);
          let isCommitted = false;
          const commit = engine.commitGroup(group({ opened: [markOf(held)], closed: [record()] }), 'inc_now').then(() => {
            isCommitted = true;
          });
          await until(async () => (await waiting(engine)) === 1);
          const declaration = write(engine, "update nodes set state = 'dead' where incarnation = 'inc_now'").then(
            () => isCommitted,
          );
          await until(async () => (await waiting(engine)) === 2);
          await slow.query('rollback');
          assert.equal(await declaration, true, 'the commit that was under way came first');
          await commit;
        } finally {
          await slow.end();
        }
        const before = await rows(engine, 'usage_hours');
        await assert.rejects(
          engine.commitGroup(group({ closed: [record()] }), 'inc_now'),
          (error) => error instanceof IncarnationFenced && error.fault === 'outage',
        );
        assert.equal(await rows(engine, 'usage_hours'), before);
        assert.equal(await rows(engine, 'calls'), 1);
      });
    });

    void it('of the same calls by two nodes at once is one row and one charge per call, without a deadlock', async () => {
      await onBooks(async (engine, url) => {
        const other = await open(url);
        try {
          for (let round = 0; round < 10; round += 1) {
            const closed = Array.from({ length: 50 }, () => record());
            const answers = await Promise.all([
              engine.commitGroup(group({ closed }), 'inc_a'),
              other.commitGroup(group({ closed: [...closed].reverse() }), 'inc_b'),
            ]);
            assert.equal(answers[0].duplicates.length + answers[1].duplicates.length, 50);
          }
          assert.equal(await rows(engine, 'calls'), 500);
          await assertAddsUp(engine);
        } finally {
          await other.close();
        }
      });
    });
  });

  /** Statements that wait for a lock. */
  async function waiting(engine: Engine): Promise<number> {
    return rows(engine, "pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");
  }

  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
  }

  void describe('changes', () => {
    void it('of two nodes at once leave one unbroken chain of audit entries', async () => {
      await onBooks(async (engine, url) => {
        const other = await open(url);
        try {
          const rename = { query: CompiledQuery.raw("update accounts set name = name || 'x' where id = 'acc_one'") };
          const units = Array.from({ length: 60 }, (_, index) =>
            (index % 2 === 0 ? engine : other).write([rename], [auditDraft('account.patch')]),
          );
          await Promise.all(units);
          await assertAddsUp(engine);
          assert.equal(await rows(engine, 'audit_log'), 62);
        } finally {
          await other.close();
        }
      });
    });

    void it('to the ledger by two nodes at once, credits here and hours being closed there, leave right totals', async () => {
      await onBooks(async (engine, url) => {
        const other = await open(url);
        try {
          const startMs = systemClock.nowMs() - 40 * hourMs;
          const closed = Array.from({ length: 30 }, (_, hour) => sampleRecord(ids, startMs + hour * hourMs));
          await engine.commitGroup(group({ closed }), 'inc_now');
          const credit = { accountId: 'acc_one', bucket: 'paid' as const, amount: 7n, reason: '', actor: 'cli', atMs: 1 };
          const credits = Array.from({ length: 30 }, (_, index) =>
            createLedgerStore(other).credit({ ...credit, id: `led_${String(index)}` }, auditDraft('credit')),
          );
          const closing = closeUsageHours(engine, { nowMs: systemClock.nowMs(), closeAfterMs: hourMs });
          await Promise.all([closing, ...credits]);
          assert.equal(await closing, 30);
          await assertAddsUp(engine);
        } finally {
          await other.close();
        }
      });
    });

    void it('that end in a deadlock are done again, and a conflict of the product is not', async () => {
      await onBooks(async (engine, url) => {
        const other = await open(url);
        try {
          const set = (id: string) => ({
            query: CompiledQuery.raw(`update accounts set credits_revision = credits_revision + 1 where id = '${id}'`),
          });
          const rounds = Array.from({ length: 5 }, () =>
            Promise.all([engine.write([set('acc_one'), set('acc_two')], []), other.write([set('acc_two'), set('acc_one')], [])]),
          );
          await Promise.all(rounds);
          const [row] = await engine.read('hot', CompiledQuery.raw('select sum(credits_revision) as sum from accounts'));
          assert.equal(row?.sum, 20n);
          const nothing = {
            query: CompiledQuery.raw("update accounts set name = 'x' where id = 'nobody'"),
            mustWrite: 'account',
          };
          await assert.rejects(engine.write([nothing], []), UnitConflict);
        } finally {
          await other.close();
        }
      });
    });

    void it('that the database refuses are the fault of the data, an unreachable one is an outage', async () => {
      await onBooks(async (engine) => {
        const faultOf = async (work: Promise<unknown>): Promise<string> => {
          const error: unknown = await work.then(
            () => null,
            (reason: unknown) => reason,
          );
          return error instanceof StorageError ? error.fault : 'none';
        };
        assert.equal(
          await faultOf(
            write(engine, "insert into accounts (id, name, plan_id, created_at) values ('acc_one', '', 'standard', 1)"),
          ),
          'row',
        );
        assert.equal(await faultOf(write(engine, 'update keys set daily_cap = -1')), 'row');
        assert.equal(await faultOf(engine.commitGroup(group({ closed: [record({ charge: -1n })] }), 'inc_now')), 'row');
        assert.equal(await faultOf(engine.commitGroup(group({ closed: [record({ id: 'no uuid' })] }), 'inc_now')), 'row');
        assert.equal(await faultOf(engine.backup('/nowhere')), 'row');
      });
    });
  });

  void describe('the parts of the log', () => {
    void it('are made ahead; rows that came before their part move into it', async () => {
      await onBooks(async (engine) => {
        const laterMs = systemClock.nowMs() + 30 * dayMs;
        const later = sampleRecord(createIds({ ...systemClock, nowMs: () => laterMs }), laterMs);
        await engine.commitGroup(group({ closed: [record(), later] }), 'inc_now');
        assert.equal(await rows(engine, 'calls_default'), 1);
        await engine.keepPartitions?.(systemClock.nowMs());
        // The hourly job that purges the log makes them too.
        await purgeCalls(engine, { nowMs: laterMs - dayMs, keepMs: 90 * dayMs, logger: silentLogger });
        assert.equal(await rows(engine, 'calls_default'), 0);
        assert.equal(await rows(engine, 'calls'), 2);
        assert.equal((await createCallsStore(engine).find(later.id))?.charge, later.charge);
        await assertAddsUp(engine);
      });
    });

    void it('are dropped once every row of theirs is of a day that may go', async () => {
      await onBooks(async (engine) => {
        const noonMs = Math.floor(systemClock.nowMs() / dayMs) * dayMs + dayMs / 2;
        const at = (atMs: number): CallRecord => sampleRecord(createIds({ ...systemClock, nowMs: () => atMs }), atMs);
        // In Asia/Shanghai the second of these is on the next day already; in UTC it is not.
        const closed = [at(noonMs - dayMs), at(noonMs), at(noonMs + dayMs / 4), at(noonMs + dayMs)];
        await engine.commitGroup(group({ closed }), 'inc_now');
        assert.equal(await engine.dropCallsThrough?.(BigInt(dayOf(noonMs))), 1);
        assert.equal(await rows(engine, 'calls'), 3);
        assert.equal(await engine.dropCallsThrough?.(BigInt(dayOf(noonMs + dayMs))), 3);
        assert.equal(await rows(engine, 'calls'), 0);
        await engine.keepPartitions?.(noonMs);
        await engine.commitGroup(group({ closed: [record()] }), 'inc_now');
      });
    });
  });

  void describe('the schema', () => {
    const step = (id: number, sql: string, worksFrom = id) => ({ id, name: `step ${String(id)}`, worksFrom, sql });
    const at = { nowMs: 1, place: 'here' };

    async function onEmpty(test: (client: Client) => Promise<void>): Promise<void> {
      const client = new Client({ connectionString: await server.newDatabase(), types: valueTypes });
      await client.connect();
      try {
        await test(client);
      } finally {
        await client.end();
      }
    }

    void it('is made once although several nodes start at once', async () => {
      const url = await server.newDatabase();
      const engines = await Promise.all([open(url), open(url), open(url), open(url)]);
      assert.equal(await rows(engines[0], 'schema_migrations'), migrations.length);
      for (const engine of engines) await engine.close();
    });

    void it('goes on where a change was broken off, which leaves nothing behind', async () => {
      await onEmpty(async (client) => {
        const broken = [step(1, 'create table a ()'), step(2, 'create table b (); select 1 / 0')];
        await assert.rejects(migrate(client, broken, at));
        await migrate(client, [step(1, 'create table a ()'), step(2, 'create table b ()')], at);
        await migrate(client, [step(1, 'create table a ()'), step(2, 'create table b ()')], at);
      });
    });

    void it('of a newer program is used if it says that this one can, and refused otherwise', async () => {
      await onEmpty(async (client) => {
        const old = [step(1, 'create table a ()')];
        await migrate(client, [...old, step(2, 'create table b ()', 1)], at);
        await migrate(client, old, at);
        await migrate(client, [...old, step(2, '', 1), step(3, 'drop table a', 2)], at);
        await assert.rejects(
          migrate(client, old, at),
          (error) => error instanceof StorageStartError && error.sentence.includes('newer'),
        );
      });
    });
  });

  void describe('a start that cannot be', () => {
    async function sentenceOf(url: string, options: Partial<PostgresOptions> = {}): Promise<string> {
      try {
        await (await open(url, options)).close();
        return 'it started';
      } catch (error) {
        assert.ok(error instanceof StorageStartError, String(error));
        assert.ok(!error.sentence.includes(password), 'no password is told');
        return error.sentence;
      }
    }

    void it('says in one sentence what is wrong and what to do', async () => {
      const url = await server.newDatabase();
      const wrong = 'postgresql://tollgate:wrong@127.0.0.1';
      const cases = [
        [url.replace(/tollgate:[^@]*@/, 'tollgate:wrong@'), /refuses this user name or password/],
        [server.url('nowhere'), /nowhere at 127.0.0.1:\d+ does not exist: create it/],
        [`${wrong}:1/books`, /cannot be reached/],
        ['postgresql://tollgate:wrong@nowhere.invalid/books', /cannot be reached/],
        [`${url}?sslmode=require`, /does not speak SSL/],
        [`${url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`, /certificate named in .* cannot be read/],
      ] as const;
      for (const [address, expected] of cases) assert.match(await sentenceOf(address), expected);
      await server.query('postgres', "create role guest login password 'guest'");
      assert.match(await sentenceOf(url.replace(/tollgate:[^@]*@/, 'guest:guest@')), /may not change the database/);
      await server.query('postgres', "create database latin encoding 'LATIN1' template template0");
      assert.match(await sentenceOf(server.url('latin')), /encoding UTF8/);
    });

    void it('is that of a second process without coordination; the first goes on, and after it the second may', async () => {
      const url = await server.newDatabase('books_1');
      const first = await open(url, { soleNode: true });
      try {
        assert.match(await sentenceOf(url, { soleNode: true }), /in use by another running process.*TOLLGATE_REDIS_URL/);
        await first.commitGroup(group({ closed: [record()] }), 'inc_now');
      } finally {
        await first.close();
      }
      const second = await open(url, { soleNode: true });
      try {
        await second.commitGroup(group({ closed: [record()] }), 'inc_next');
      } finally {
        await second.close();
      }
    });
  });

  void it('speaks SSL when asked to, and only with a server whose certificate it was told to trust', async (context) => {
    if (findPrograms(['openssl']) === null) {
      context.skip('openssl is not installed');
      return;
    }
    const url = await server.newDatabase('books_1');
    const authority = await server.speakSsl();
    const isEncrypted = CompiledQuery.raw('select ssl::int as ssl from pg_stat_ssl where pid = pg_backend_pid()');
    for (const parameters of ['?sslmode=require', `?sslmode=verify-full&sslrootcert=${authority}`]) {
      const engine = await open(url + parameters);
      assert.deepEqual(await engine.read('hot', isEncrypted), [{ ssl: 1n }]);
      await engine.close();
    }
    const unknown = (error: unknown): boolean =>
      error instanceof StorageStartError && /certificate .* cannot be verified.*sslrootcert/.test(error.sentence);
    await assert.rejects(open(`${url}?sslmode=verify-full`), unknown);
    const elsewhere = url.replace('127.0.0.1', 'localhost');
    await assert.rejects(open(`${elsewhere}?sslmode=verify-full&sslrootcert=${authority}`), unknown);
  });

  void it('a process that is alone goes on after its network broke without the server hearing of it', async () => {
    const url = await server.newDatabase('books_1');
    const proxy = await CuttingProxy.start(server.port);
    const engine = await open(url.replace(`:${String(server.port)}/`, `:${String(proxy.port)}/`), { soleNode: true });
    try {
      await engine.commitGroup(group({ closed: [record()] }), 'inc_now');
      proxy.loseServer();
      await engine.commitGroup(group({ closed: [record()] }), 'inc_now');
      assert.equal(await rows(engine, 'calls'), 2);
    } finally {
      await engine.close();
      await proxy.close();
    }
  });

  void it('a process that lost the database to another commits nothing more, even when it has it again', async () => {
    const url = await server.newDatabase('books_1');
    const first = await open(url, { soleNode: true });
    const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = '${url.split('/').at(-1) ?? ''}'`;
    try {
      await first.commitGroup(group({ closed: [record()] }), 'inc_now');
      await server.query('postgres', endSessions);
      await first.commitGroup(group({ closed: [record()] }), 'inc_now');
      await server.query('postgres', endSessions);
      const second = await open(url, { soleNode: true });
      await assert.rejects(first.commitGroup(group({ closed: [record()] }), 'inc_now'), StorageError);
      await second.close();
      await assert.rejects(first.commitGroup(group({ closed: [record()] }), 'inc_now'), IncarnationFenced);
      assert.equal(await rows(first, 'calls'), 2);
    } finally {
      await first.close();
    }
  });
});
