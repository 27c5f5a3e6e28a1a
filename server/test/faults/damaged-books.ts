import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { closeUsageHours } from '../../src/books/close-usage-hours.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { purgeCalls } from '../../src/books/purge-calls.ts';
import { StorageStartError } from '../../src/storage/storage-error.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { createFiguresStore } from '../../src/storage/stores/figures-store.ts';
import { createLedgerStore } from '../../src/subjects/ledger/ledger-store.ts';
import { dayOf, group, sampleRecord, seedTenants } from '../storage/sample-books.ts';
import { VirtualClock } from '../virtual-clock.ts';

const hourMs = 3_600_000;
const hours = 100;
const callsPerHour = 6;
const names = ['one', 'two'] as const;
const calendarDays = Array.from({ length: 5 }, (_, day) => dayOf(new VirtualClock().nowMs() + day * 24 * hourMs));

/** A folder whose database contains open hours, hours closed into the ledger, and days purged after freezing. */
export async function makeBooks(folder: string): Promise<void> {
  const clock = new VirtualClock();
  const ids = createIds(clock);
  const engine = await openSqlite({ folder, clock, logger: silentLogger });
  try {
    await seedTenants(engine);
    const startMs = clock.nowMs();
    for (let hour = 0; hour < hours; hour += 1) {
      const closed = Array.from({ length: callsPerHour }, (_, call) => {
        const name = names[call % 2] ?? 'one';
        const charge = BigInt(1 + ((hour * 7919 + call * 104_729) % 1_000_000));
        return sampleRecord(ids, clock.nowMs() + call, { accountId: `acc_${name}`, keyId: `key_${name}`, charge });
      });
      await engine.commitGroup(group({ closed }), `inc_${String(Math.floor(hour / 30))}`);
      clock.advance(hourMs);
    }
    await closeUsageHours(engine, { nowMs: startMs + 70 * hourMs, closeAfterMs: hourMs });
    await purgeCalls(engine, { nowMs: startMs + 60 * hourMs, keepMs: hourMs, logger: silentLogger });
  } finally {
    await engine.close();
  }
}

/**
 * The figures that the product would show each account and compare with each cap: credits, usage, and the days of each key, in nano-CNY.
 */
export async function balancesOf(engine: Engine): Promise<string> {
  const [figures, ledger] = [createFiguresStore(engine), createLedgerStore(engine)];
  const balances = names.map(async (name) => {
    const { credits } = await ledger.totals(`acc_${name}`);
    const used = await figures.accountUsed(`acc_${name}`);
    const days = await Promise.all(calendarDays.map((day) => figures.keyUsed(`key_${name}`, day, Math.floor(day / 100))));
    return [credits, used, ...days.flatMap(({ day, month }) => [day, month])].map(String).join(' ');
  });
  return (await Promise.all(balances)).join(', ');
}

export type Verdict = 'refused' | 'found' | 'unharmed' | 'wrong and not found';

/** The result for a folder with a damaged database; `right` contains the figures before the damage. */
export async function judge(folder: string, right: string): Promise<Verdict> {
  let engine: Engine;
  try {
    engine = await openSqlite({ folder, clock: new VirtualClock(), logger: silentLogger });
  } catch (error) {
    if (error instanceof StorageStartError && !error.sentence.includes('\n')) return 'refused';
    throw error;
  }
  try {
    const { ok } = await auditBooks(engine, { incarnation: null });
    if (!ok) return 'found';
    return (await balancesOf(engine)) === right ? 'unharmed' : 'wrong and not found';
  } finally {
    await engine.close();
  }
}
