import { blankCall, type CallRecord, type OpenMark } from '../../src/domain/books/call-record.ts';
import type { Ids } from '../../src/platform/ids.ts';
import { compilerFor } from '../../src/storage/compiler.ts';
import type { AuditEntry } from '../../src/domain/books/audit-entry.ts';
import type { CallGroup, Engine } from '../../src/storage/engine.ts';

const hourMs = 3_600_000;

/** YYYYMMDD in Asia/Shanghai, whose offset has been +08:00 since 1991. */
export function dayOf(atMs: number): number {
  return Number(new Date(atMs + 8 * hourMs).toISOString().slice(0, 10).replaceAll('-', ''));
}

/** A complete, charged call admitted at `atMs`. */
export function sampleRecord(ids: Ids, atMs: number, overrides: Partial<CallRecord> = {}): CallRecord {
  return {
    ...blankCall,
    id: ids.uuid(),
    requestTimeMs: atMs,
    accountId: 'acc_one',
    subAccountId: null,
    keyId: 'key_one',
    endpoint: 'chat.completions',
    model: 'chat-small',
    kind: 'chat',
    status: 200,
    streamed: false,
    inputTokens: 12,
    cachedTokens: 4,
    outputTokens: 30,
    reasoningTokens: 2,
    charge: 264_001n,
    priceVersion: 'chat-small@1',
    upstreamCost: 100_000n,
    durationMs: 840.25,
    sourceIp: '203.0.113.7',
    route: 'north/domestic',
    attempts: 1,
    ending: 'complete',
    errorCode: null,
    error: null,
    hourStartMs: atMs - (atMs % hourMs),
    day: dayOf(atMs),
    ...overrides,
  };
}

export function markOf(record: CallRecord): OpenMark {
  const { id, requestTimeMs, accountId, subAccountId, keyId, endpoint, model, kind, streamed } = record;
  const { sourceIp, priceVersion, hourStartMs, day } = record;
  return {
    id,
    requestTimeMs,
    accountId,
    subAccountId,
    keyId,
    endpoint,
    model,
    kind,
    streamed,
    sourceIp,
    priceVersion,
    hourStartMs,
    day,
  };
}

export function group(parts: Partial<CallGroup>): CallGroup {
  return { closed: [], notices: [], opened: [], strays: [], ...parts };
}

export function auditDraft(action: string, atMs = 1): AuditEntry {
  return {
    atMs,
    actor: 'cli',
    sourceIp: null,
    action,
    objectKind: 'account',
    objectId: 'acc_one',
    before: null,
    after: '{"name":"One"}',
  };
}

/** Accounts `acc_one` and `acc_two` with keys `key_one`, `key_two`, each with 10 CNY of trial money. */
export async function seedTenants(engine: Engine): Promise<void> {
  const db = compilerFor(engine.sql);
  for (const name of ['one', 'two']) {
    const account = { id: `acc_${name}`, name, plan_id: 'standard', created_at: 1 };
    const key = {
      id: `key_${name}`,
      account_id: account.id,
      hash: Buffer.from(name),
      prefix: 'sk-',
      last4: name,
      created_at: 1,
      updated_at: 1,
    };
    const credit = {
      id: `led_${name}`,
      account_id: account.id,
      kind: 'credit' as const,
      bucket: 'trial' as const,
      amount: 10_000_000_000n,
      reason: 'trial',
      actor: 'cli',
      created_at: 1,
      credits_total: 10_000_000_000n,
      usage_total: 0n,
      trial_credits_total: 10_000_000_000n,
    };
    await engine.write(
      [
        { query: db.insertInto('accounts').values(account).compile(), mustWrite: 'account' },
        { query: db.insertInto('keys').values(key).compile() },
        { query: db.insertInto('ledger_entries').values(credit).compile() },
      ],
      [auditDraft('account.create')],
    );
  }
}

/** The sub-account `sub_a` of `acc_one`, with the key `key_sub`. */
export async function seedSubAccount(engine: Engine): Promise<void> {
  const db = compilerFor(engine.sql);
  const owner = { account_id: 'acc_one', created_at: 1 };
  const key = { hash: Buffer.from('sub'), prefix: 'sk-', last4: 'asub', updated_at: 1 };
  await engine.write(
    [
      {
        query: db
          .insertInto('sub_accounts')
          .values({ id: 'sub_a', name: 'A', ...owner })
          .compile(),
      },
      {
        query: db
          .insertInto('keys')
          .values({ id: 'key_sub', sub_account_id: 'sub_a', ...key, ...owner })
          .compile(),
      },
    ],
    [],
  );
}
