/**
 * The data of v0.1.0 on SQLite and PostgreSQL: every table with rows of every kind, running calls, and records in the spill file. Always
 * the same from the same seed. That version itself starts with it, and its audit finds no difference.
 */
import { SeededRandom } from '../../size/seeded-random.ts';
import type { OldData, OldRow, OldTable } from '../old-rows.ts';
import { dayMs, dayOf, hourMs, makeCall, markOf, recordOf, type OldCall } from './calls.ts';
import { catalogueTables } from './catalogue.ts';
import { callId, chained, idText, sealed, spillFile } from './forms.ts';
import { frozenRows, ledgerRows, usageRows } from './ledger.ts';
import { makeTenants, type OldTenants } from './tenants.ts';

export interface OldDataOptions {
  readonly engine: 'sqlite' | 'postgres';
  readonly seed: number;
  /** When that version stopped. */
  readonly nowMs: number;
  readonly upstream: { readonly baseUrl: string; readonly apiKey: string };
}

export interface OldBooks extends OldData {
  readonly tenants: OldTenants;
  readonly adminToken: string;
  readonly secret: string;
  /** Rows of the log, in the database or in the spill file. */
  readonly calls: readonly OldCall[];
  /** Admitted calls whose process stopped before they ended. */
  readonly open: readonly OldCall[];
  /** All charges, including those of purged days. */
  readonly charges: readonly OldCall[];
}

const purgedDays = [95, 94];
const loggedDays = [80, 33, 20, 3, 2, 1];
const openHours = 2;

/** Hours with calls, oldest first; the last two are not closed yet. */
function hoursOf(nowMs: number): readonly number[] {
  const hour = nowMs - (nowMs % hourMs);
  const past = [...purgedDays, ...loggedDays].flatMap((day) => [4, 3, 2].map((ago) => hour - day * dayMs - ago * hourMs));
  return [...past, ...[4, 3, 2, 1].map((ago) => hour - ago * hourMs)];
}

function callsOf(random: SeededRandom, tenants: OldTenants, nowMs: number): readonly OldCall[] {
  const { open, capped, roomy, strict, narrow, disabled, trial, partner, deleted } = tenants.keys;
  const seats = [open, open, capped, roomy, strict, narrow, trial, partner, open, disabled, deleted];
  return hoursOf(nowMs).flatMap((hour, index) =>
    seats.map((key, place) => {
      const isDead = key === disabled || key === deleted;
      const ending = isDead ? 7 : place === index % 8 ? index % 10 : 99;
      return makeCall(random, { tenants, key, atMs: hour + (place + 1) * 60_000 + random.below(60_000), nowMs, ending });
    }),
  );
}

function auditRows({ accounts, keys }: OldTenants, nowMs: number): OldRow[] {
  const entry = (action: string, id: string, [before, after]: readonly [string | null, string | null]): OldRow => ({
    at: nowMs - 90 * dayMs,
    actor: 'admin-token',
    source_ip: '127.0.0.1',
    action,
    object_kind: action.split('.')[0] ?? '',
    object_id: id,
    before,
    after,
  });
  return [
    { ...entry('account.create', accounts.company.id, [null, '{"name":"Company"}']), actor: 'first-start', source_ip: null },
    ...Object.values(keys).map(({ id }) => entry('key.create', id, [null, JSON.stringify({ id, remark: '主密钥' })])),
    entry('key.delete', keys.deleted.id, ['{"status":"available"}', '{"status":"deleted"}']),
    entry('model.put', 'north/chat-a', [null, '{"name":"north/chat-a"}']),
  ];
}

function noticeRows({ accounts, keys }: OldTenants, nowMs: number): OldRow[] {
  const day = String(dayOf(nowMs));
  const notice = {
    account_id: accounts.company.id,
    key_id: keys.capped.id,
    arming: 1,
    created_at: nowMs - hourMs,
    read_at: null,
  };
  const caps = ['cap_80', 'cap_90', 'cap_100'].map((kind) => {
    const text = `The daily spending cap of the key is reached (${kind}).`;
    return { ...notice, window: `${keys.capped.id}:${day}`, kind, text };
  });
  const slowed = { kind: 'aborted_streams', arming: 0, window: `${accounts.company.id}:aborted:${day}`, read_at: nowMs - 1 };
  return [...caps, { ...notice, ...slowed, text: 'Many streams of this account were broken off before their end.' }];
}

/** Data that only a server has: other process starts, their changes and jobs. */
function fleetTables(random: SeededRandom, { tenants, nowMs }: { tenants: OldTenants; nowMs: number }): readonly OldTable[] {
  const incarnation = idText(callId(random, nowMs - dayMs));
  const times = { started_at: nowMs - dayMs, heartbeat_at: nowMs - hourMs, recovered_at: nowMs - hourMs + 1 };
  return [
    { table: 'nodes', rows: [{ incarnation, name: 'one', ...times, state: 'dead', changes_seen: 1 }] },
    {
      table: 'job_leases',
      rows: [{ job: 'close-usage-hours', period: 1, holder: incarnation, fence: 1, until_ms: nowMs - hourMs, done_at: nowMs }],
    },
    { table: 'changes', rows: [{ kind: 'account', object_id: tenants.accounts.company.id, at: nowMs - dayMs }] },
  ];
}

/** Calls of the hour in which that version stopped: ended but only in the spill file, and never ended. */
function lastCalls(random: SeededRandom, tenants: OldTenants, nowMs: number) {
  const { open, roomy, strict } = tenants.keys;
  const call = (key: typeof open, secondsAgo: number, ending = 99): OldCall =>
    makeCall(random, { tenants, key, atMs: nowMs - secondsAgo * 1000, nowMs, ending });
  return {
    spilled: [call(open, 50), call(strict, 49, 1)],
    markedAndSpilled: call(roomy, 48),
    marked: [call(open, 47), call(strict, 46)],
    markedInSpill: call(roomy, 45),
  };
}

export function oldBooks({ engine, seed, nowMs, upstream }: OldDataOptions): OldBooks {
  const random = new SeededRandom(seed);
  const secret = 'the sealing secret that v0.1.0 had made'.replaceAll(' ', '-');
  const adminToken = 'tga-the-administrator-token-of-v010';
  const incarnation = idText(callId(random, nowMs - 10 * hourMs));
  const tenants = makeTenants(random, nowMs);
  const calls = callsOf(random, tenants, nowMs);
  const last = lastCalls(random, tenants, nowMs);
  const frozenThrough = dayOf(nowMs - Math.min(...purgedDays) * dayMs);
  const logged = calls.filter(({ day }) => day > frozenThrough);
  const usage = usageRows(calls, incarnation);
  const closedBeforeMs = nowMs - (nowMs % hourMs) - openHours * hourMs;
  const marks = [...last.marked, last.markedAndSpilled];
  const stray = { source_ip: '198.51.100.9', path: '/v1/chat/completions', code: 'invalid_api_key' };
  const progress = {
    first_start: new Date(nowMs - 100 * dayMs).toISOString(),
    usage_closed_before_ms: String(closedBeforeMs - hourMs + 1),
    calls_frozen_through_day: String(frozenThrough),
    ...(engine === 'postgres'
      ? {
          sole_node: incarnation,
          sealed_with: sealed(random, 'sealed_with', { secret, owner: 'sealed_with' }).toString('base64'),
        }
      : {}),
  };
  const tables: OldTable[] = [
    ...tenants.tables,
    ...catalogueTables(random, { tenants, nowMs, secret, upstream }),
    { table: 'ledger_entries', rows: ledgerRows(tenants, usage, { nowMs, closedBeforeMs }) },
    { table: 'calls', rows: logged },
    { table: 'usage_hours', rows: usage },
    { table: 'frozen_days', rows: frozenRows(usage, frozenThrough) },
    { table: 'open_calls', rows: marks.map((call) => ({ id: call.id, incarnation, mark: JSON.stringify(markOf(call)) })) },
    { table: 'notices', rows: noticeRows(tenants, nowMs) },
    {
      table: 'stray_refusals',
      rows: ['truncated', 'bad checksum'].map((fault, index) => ({ at: nowMs - hourMs, ...stray, fault, count: 1 + 40 * index })),
    },
    { table: 'audit_log', rows: chained(auditRows(tenants, nowMs)) },
    { table: 'settings', rows: Object.entries(progress).map(([name, value]) => ({ name, value })) },
    ...(engine === 'postgres' ? fleetTables(random, { tenants, nowMs }) : []),
  ];
  const ended = [...last.spilled, last.markedAndSpilled];
  // The last record is in the database as well: its commit succeeded, but the response was lost.
  const frames = [
    { incarnation, closed: ended.map((call) => ({ record: recordOf(call), notices: [] })), opened: [] },
    {
      incarnation,
      closed: logged.slice(-1).map((call) => ({ record: recordOf(call), notices: [] })),
      opened: [markOf(last.markedInSpill)],
    },
  ];
  return {
    tenants,
    adminToken,
    secret,
    tables,
    calls: [...logged, ...ended],
    open: [...last.marked, last.markedInSpill],
    charges: [...calls, ...ended],
    files: { 'admin-token': `${adminToken}\n`, secret: `${secret}\n`, spill: spillFile(frames), 'lock.db': '' },
  };
}
