import { once } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { AccountDataOrder, CallsExport } from '../../subjects/calls/exports/export-ports.ts';
import type { UsageExport } from '../../subjects/calls/usage/report-ports.ts';
import { exportAccountData } from '../../exports/export-account-data.ts';
import { exportCalls } from '../../exports/export-calls.ts';
import { exportStatement } from '../../exports/export-statement.ts';
import { exportUsage } from '../../exports/export-usage.ts';
import { piecesOnTheWay, type ThreadData, type ThreadWord } from '../../exports/export-thread.ts';
import { largePieces } from '../../exports/large-pieces.ts';
import { withPauses } from '../../exports/with-pauses.ts';
import { sealedFrames, sealedPartBytes } from '../../objects/sealed-parts.ts';
import { systemClock } from '../../platform/clock.ts';
import { createFrameBox } from '../../platform/frame-box.ts';
import { yieldToCalls } from '../../platform/yield-to-calls.ts';
import type { Engine } from '../../storage/engine.ts';
import { accountData } from '../../subjects/account-life/account-data-rows.ts';
import { streamCalls } from '../../subjects/calls/call-stream-rows.ts';
import { tenantNames } from '../../subjects/tenants/tenant-names-rows.ts';
import { UsageReport } from '../../subjects/calls/usage/usage-report-rows.ts';

const { database, order, sealKey } = workerData as ThreadData;
const rowsReportedEveryMs = 500;

async function openReader(): Promise<Engine> {
  if (database.kind === 'sqlite')
    return (await import('../../storage/sqlite/open-sqlite-reader.ts')).openSqliteReader(database.folder);
  return (await import('../../storage/postgres/open-postgres-reader.ts')).openPostgresReader(database.url);
}

function say(word: ThreadWord, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(word, moved);
}

let rows = 0;
let notifiedAtMs = 0;

function count(out: number): void {
  rows = out;
  const nowMs = systemClock.monotonicMs();
  if (nowMs - notifiedAtMs < rowsReportedEveryMs) return;
  notifiedAtMs = nowMs;
  say({ kind: 'rows', rows });
}

async function* callsFile(of: CallsExport): AsyncGenerator<Buffer> {
  const engine = await openReader();
  yield* exportCalls(of, {
    calls: (filter) => withPauses(streamCalls(engine, filter)),
    names: await tenantNames(engine, of.filter.accountId),
    onRows: count,
  });
  await engine.close();
}

async function* accountDataFile(of: AccountDataOrder): AsyncGenerator<Buffer> {
  const engine = await openReader();
  yield* exportAccountData(of, {
    sources: accountData(engine, of.accountId),
    calls: (filter) => withPauses(streamCalls(engine, filter)),
    names: await tenantNames(engine, of.accountId),
    onRows: count,
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

async function handOut(port: MessagePort, file: AsyncIterable<Buffer>): Promise<void> {
  let onTheWay = 0;
  port.on('message', () => {
    onTheWay -= 1;
  });
  for await (const bytes of largePieces(file)) {
    say({ kind: 'piece', bytes, plainBytes: bytes.length, rows }, [bytes.buffer]);
    onTheWay += 1;
    while (onTheWay >= piecesOnTheWay) await once(port, 'message');
  }
}

/** Sends one part at a time, each in the memory of the previous one. */
async function handOverSealed(port: MessagePort, file: AsyncIterable<Buffer>, key: Uint8Array): Promise<void> {
  let room = new Uint8Array(sealedPartBytes);
  let filled = 0;
  let plainBytes = 0;
  for await (const frame of sealedFrames(createFrameBox(key), file)) {
    for (const piece of frame.pieces) filled += piece.copy(room, filled);
    plainBytes += frame.plainBytes;
    if (!frame.endsPart) continue;
    const taken = once(port, 'message');
    say({ kind: 'piece', bytes: room.subarray(0, filled), plainBytes, rows }, [room.buffer]);
    room = new Uint8Array(((await taken) as [ArrayBuffer])[0]);
    filled = plainBytes = 0;
  }
}

await yieldToCalls();
if (parentPort !== null) {
  if (sealKey === null) await handOut(parentPort, fileOf(order));
  else await handOverSealed(parentPort, fileOf(order), sealKey);
}
say({ kind: 'end', rows });
parentPort?.unref();
