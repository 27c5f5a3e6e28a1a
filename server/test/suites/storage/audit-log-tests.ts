import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { CompiledQuery } from 'kysely';
import { auditBooks } from '../../../src/books/audit/audit-books.ts';
import { emptyAuditPayloads } from '../../../src/books/empty-audit-payloads.ts';
import type { AuditEntry } from '../../../src/domain/books/audit-entry.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { assertBooksAddUp, type OnBooks } from './engine-bench.ts';

const dayMs = 86_400_000;
const retention = { ordinary: 180, lasting: 1095 };

function entry(atMs: number, action: string): AuditEntry {
  const who = {
    actor: 'ann@example.com',
    sourceIp: '203.0.113.7',
    objectKind: 'account',
    objectId: 'acc_one',
    accountId: 'acc_one',
  };
  return { atMs, action, ...who, before: '{"remark":"a"}', after: '{"remark":"b"}' };
}

async function run(engine: Engine, text: string): Promise<void> {
  await engine.write([{ query: CompiledQuery.raw(text) }], []);
}

async function payloads(engine: Engine): Promise<readonly string[]> {
  const query = CompiledQuery.raw('select action from audit_log where after = \'{"remark":"b"}\' order by seq');
  return (await engine.read('reports', query)).map(({ action }) => String(action));
}

async function logFindings(engine: Engine): Promise<number> {
  const { findings } = await auditBooks(engine, { incarnation: 'inc_now' });
  assert.ok(
    findings.every(({ kind }) => kind === 'audit_log'),
    JSON.stringify(findings),
  );
  return findings.length;
}

/** Tests of the audit log: what it stores and for how long. */
export function auditLogTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: the log of changes`, () => {
    onBooks('loses what was changed when its class is over, keeps every row, and is still verified whole', async (bench) => {
      const { engine, clock } = bench;
      await engine.write([], [entry(clock.nowMs(), 'key.patch'), entry(clock.nowMs(), 'key.create')]);
      await engine.write([], [entry(clock.nowMs() + 100 * dayMs, 'webhook.create')]);
      const empty = (days: number) => emptyAuditPayloads(engine, { nowMs: clock.nowMs() + days * dayMs, retention });
      await empty(180);
      assert.deepEqual(await payloads(engine), ['key.patch', 'key.create', 'webhook.create']);
      await empty(181);
      assert.deepEqual(await payloads(engine), ['key.create', 'webhook.create']);
      await assertBooksAddUp(engine);
      await empty(1096);
      assert.deepEqual(await payloads(engine), []);
      await assertBooksAddUp(engine);
      await engine.write([], [entry(clock.nowMs(), 'member.patch')]);
      await assertBooksAddUp(engine);
      // The time before which payloads are removed never goes back.
      await emptyAuditPayloads(engine, { nowMs: clock.nowMs(), retention });
      await assertBooksAddUp(engine);
    });

    const breaches = [
      ["update audit_log set after = '{}' where action = 'key.patch'", 'a payload is rewritten'],
      ["update audit_log set before = null, after = null where action = 'key.patch'", 'a payload is removed before its time'],
      [
        "update audit_log set payload_class = 1 where action = 'key.create'",
        'an entry is moved to the class that is kept shorter',
      ],
      ["update audit_log set account_id = 'acc_two' where action = 'key.patch'", 'an entry is given to another account'],
      ["update audit_log set payload_digest = null, payload_class = null where action = 'key.create'", 'a digest is removed'],
      ["delete from settings where name = 'audit_log_digests_from'", 'the number where digests begin is removed'],
      ["update settings set value = '1000' where name = 'audit_log_digests_from'", 'the number where digests begin is moved'],
      ["delete from audit_log where action = 'key.patch'", 'an entry is removed'],
    ] as const;
    for (const [breach, said] of breaches) {
      onBooks(`is found to be wrong when ${said}`, async ({ engine, clock }) => {
        await engine.write([], [entry(clock.nowMs(), 'key.patch'), entry(clock.nowMs(), 'key.create')]);
        await assertBooksAddUp(engine);
        await run(engine, breach);
        assert.notEqual(await logFindings(engine), 0);
      });
    }

    onBooks('keeps its old form while a node of an earlier program is live, and is verified over both', async (bench) => {
      const { engine, clock } = bench;
      if (engine.sql === 'sqlite') return;
      await run(engine, "delete from settings where name = 'audit_log_digests_from'");
      await run(engine, 'delete from audit_log');
      await run(
        engine,
        "insert into nodes (incarnation, name, started_at, heartbeat_at, schema) values ('inc_old', 'old', 1, 1, 51)",
      );
      await engine.write([], [entry(clock.nowMs(), 'key.patch')]);
      await run(engine, "update nodes set state = 'dead' where incarnation = 'inc_old'");
      await engine.write([], [entry(clock.nowMs(), 'key.patch')]);
      await engine.write([], [entry(clock.nowMs(), 'key.patch')]);
      const rows = await engine.read(
        'reports',
        CompiledQuery.raw('select payload_digest is not null as digested from audit_log order by seq'),
      );
      assert.deepEqual(
        rows.map(({ digested }) => digested),
        [false, true, true],
      );
      await run(engine, 'update nodes set recovered_at = 1');
      await assertBooksAddUp(engine);
      // Data linked in the old format is never removed.
      await emptyAuditPayloads(engine, { nowMs: clock.nowMs() + 4000 * dayMs, retention });
      assert.equal((await payloads(engine)).length, 1);
      await assertBooksAddUp(engine);
    });
  });
}
