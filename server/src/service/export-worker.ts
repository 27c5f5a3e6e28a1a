import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { AccountDataOrder, CallsExport, UsageExport } from '../control/export-ports.ts';
import { exportAccountData } from '../exports/export-account-data.ts';
import { exportCalls } from '../exports/export-calls.ts';
import { exportStatement } from '../exports/export-statement.ts';
import { exportUsage } from '../exports/export-usage.ts';
import { piecesOnTheWay, type ThreadData, type ThreadWord } from '../exports/export-thread.ts';
import { largePieces } from '../exports/large-pieces.ts';
import { yieldToCalls } from '../platform/yield-to-calls.ts';
import type { Engine } from '../storage/engine.ts';
import { accountData } from '../storage/stores/account-data-rows.ts';
import { streamCalls } from '../storage/stores/call-stream.ts';
import { tenantNames } from '../storage/stores/tenant-names.ts';
import { UsageReport } from '../storage/stores/usage-report.ts';

const { database, order } = workerData as ThreadData;

async function openReader(): Promise<Engine> {
  if (database.kind === 'sqlite')
    return (await import('../storage/sqlite/open-sqlite-reader.ts')).openSqliteReader(database.folder);
  return (await import('../storage/postgres/open-postgres-reader.ts')).openPostgresReader(database.url);
}

function say(word: ThreadWord, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(word, moved);
}

let onTheWay = 0;
let rows = 0;
parentPort?.on('message', () => {
  onTheWay -= 1;
});

async function* callsFile(of: CallsExport): AsyncGenerator<Buffer> {
  const engine = await openReader();
  yield* exportCalls(of, {
    calls: (filter) => streamCalls(engine, filter),
    names: await tenantNames(engine, of.filter.accountId),
    onRows(out) {
      rows = out;
    },
  });
  await engine.close();
}

async function* accountDataFile(of: AccountDataOrder): AsyncGenerator<Buffer> {
  const engine = await openReader();
  yield* exportAccountData(of, {
    sources: accountData(engine, of.accountId),
    calls: (filter) => streamCalls(engine, filter),
    names: await tenantNames(engine, of.accountId),
    onRows(out) {
      rows = out;
    },
  });
  await engine.close();
}

async function* usageFile(of: UsageExport): AsyncGenerator<Buffer> {
  const engine = await openReader();
  yield* exportUsage(of, {
    page: (filter, page) => new UsageReport(engine, filter, page).rows(),
    names: await tenantNames(engine, of.usage.accountId),
  });
  await engine.close();
}

function fileOf(of: ThreadData['order']): AsyncIterable<Buffer> {
  if ('statement' in of) return exportStatement(of);
  if ('usage' in of) return usageFile(of);
  return 'people' in of ? accountDataFile(of) : callsFile(of);
}

await yieldToCalls();
for await (const bytes of largePieces(fileOf(order))) {
  say({ kind: 'piece', bytes, rows }, [bytes.buffer]);
  onTheWay += 1;
  while (onTheWay >= piecesOnTheWay && parentPort !== null) await once(parentPort, 'message');
}
say({ kind: 'end', rows });
parentPort?.unref();
