import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { expiredInvitationDays, idempotencyKeyDays, noticeRetentionDays } from '@tollgate/contract/calls/retention';
import { sql, type RawBuilder } from 'kysely';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { createOnceStore, onceStatements } from '../../../src/storage/stores/once-store.ts';
import { purgeAgedRows } from '../../../src/storage/stores/purge-aged-rows.ts';
import { schemaDialects } from '../../../src/storage/schema-dialect.ts';
import { countRows, type OnBooks } from './engine-bench.ts';

const dayMs = 86_400_000;

async function run(engine: Engine, ...statements: readonly RawBuilder<unknown>[]): Promise<void> {
  await engine.write(
    statements.map((statement) => ({ query: statement.compile(compilerFor(engine.sql)) })),
    [],
  );
}

interface MadeNotice {
  readonly source: string;
  readonly kind?: string;
  readonly atMs: number;
  readonly mailDue?: number;
  readonly hookDue?: number;
  readonly accountId?: string;
}

function notice(
  { sql: dialect }: Engine,
  { source, kind = 'key_change', atMs, mailDue = 0, hookDue = 0, accountId = 'acc_one' }: MadeNotice,
): RawBuilder<unknown> {
  return sql`insert into notices (account_id, key_id, ${sql.raw(schemaDialects[dialect].window)}, kind, arming, text, created_at, mail_due, hook_due)
    values (${accountId}, '', ${source}, ${kind}, 0, 'x', ${BigInt(atMs)}, ${BigInt(mailDue)}, ${BigInt(hookDue)})`;
}

const sources = async (engine: Engine): Promise<readonly string[]> => {
  const query = sql`select n.${sql.raw(schemaDialects[engine.sql].window)} as source from notices n order by n.id`;
  return (await engine.read('reports', query.compile(compilerFor(engine.sql)))).map((row) => String(row.source));
};

/** Tests of rows that end by age only. */
export function agedRowTests(name: string, onBooks: OnBooks): void {
  describe(`${name}: rows that are deleted by age`, () => {
    onBooks('messages: all but those that mails or webhooks wait for, and the last about a low balance', async (bench) => {
      const { engine, clock } = bench;
      const nowMs = clock.nowMs();
      const oldMs = nowMs - noticeRetentionDays * dayMs - 1;
      const made: MadeNotice[] = [
        ...Array.from({ length: 1100 }, (_, at) => ({ source: `old ${String(at)}`, atMs: oldMs - at })),
        { source: 'due by mail', atMs: oldMs, mailDue: 2 },
        { source: 'due by webhook', atMs: oldMs, hookDue: 1 },
        { source: 'low, long ago', atMs: oldMs - 1, kind: 'balance_low' },
        { source: 'low, the last one', atMs: oldMs, kind: 'balance_low' },
        { source: 'of another account', atMs: oldMs, kind: 'balance_low', accountId: 'acc_two' },
        { source: 'young', atMs: oldMs + 2 },
      ];
      for (let at = 0; at < made.length; at += 100)
        await run(engine, ...made.slice(at, at + 100).map((each) => notice(engine, each)));
      assert.equal(await purgeAgedRows(engine, { nowMs }), 1101);
      assert.deepEqual(await sources(engine), [
        'due by mail',
        'due by webhook',
        'low, the last one',
        'of another account',
        'young',
      ]);
      assert.equal(await purgeAgedRows(engine, { nowMs }), 0);
    });

    onBooks('idempotency keys: not while money is on its way out since then', async ({ engine, clock }) => {
      const nowMs = clock.nowMs();
      const oldMs = nowMs - idempotencyKeyDays * dayMs - 1;
      const mark = (accountId: string | null, key: string, atMs: number) =>
        onceStatements(engine, { accountId, key, contentHash: Buffer.alloc(32), answer: { status: 201, body: '{}' }, atMs });
      const marks = [
        ...mark('acc_one', 'old', oldMs),
        ...mark('acc_one', 'young', oldMs + 2),
        ...mark('acc_two', 'paid out', oldMs),
        ...mark(null, 'old', oldMs),
        ...mark(null, 'young', oldMs + 2),
      ];
      await engine.write(marks, []);
      const payout = sql`insert into payouts
        (id, account_id, kind, state, revision, requested_fen, amount_fen, given_back_fen, made_by, created_at)
        values ('pay_1', 'acc_two', 'request', 'approved', 1, 100, 100, 0, 'x', ${BigInt(oldMs)})`;
      await run(engine, payout);
      assert.equal(await purgeAgedRows(engine, { nowMs }), 2);
      const once = createOnceStore(engine);
      const kept = [
        ['acc_one', 'old', false],
        ['acc_one', 'young', true],
        ['acc_two', 'paid out', true],
        [null, 'old', false],
        [null, 'young', true],
      ] as const;
      for (const [accountId, key, isKept] of kept)
        assert.equal((await once.find(accountId, key)) !== null, isKept, `${String(accountId)} ${key}`);
      await run(engine, sql`update payouts set state = 'confirmed'`);
      assert.equal(await purgeAgedRows(engine, { nowMs }), 1);
    });

    onBooks('invitations: those that ended long ago', async ({ engine, clock }) => {
      const nowMs = clock.nowMs();
      const endsMs = nowMs - expiredInvitationDays * dayMs;
      const invitation = (id: string, expiresAtMs: number) => sql`insert into invitations
        (id, account_id, email, email_lower, role, token_hash, inviter, created_at, expires_at)
        values (${id}, 'acc_one', ${id}, ${id}, 'developer', ${Buffer.from(id)}, 'x', 1, ${BigInt(expiresAtMs)})`;
      await run(engine, invitation('old', endsMs - 1), invitation('young', endsMs + 1), invitation('open', nowMs + 1));
      assert.equal(await purgeAgedRows(engine, { nowMs }), 1);
      assert.equal(await countRows(engine, 'invitations'), 2);
    });
  });
}
