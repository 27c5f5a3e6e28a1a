import type { CallRecord, OpenMark } from '../domain/books/call-record.ts';
import type { Clock } from '../platform/clock.ts';
import { compilerFor, readRows } from './compiler.ts';
import type { Engine } from './engine.ts';

const chunk = 500;

/** What is known of a call that its process did not live to finish: it was admitted, and it costs nothing. */
function interruptedRecord(mark: OpenMark, nowMs: number): CallRecord {
  return {
    ...mark,
    status: 500,
    inputTokens: 0,
    cachedTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
    usageEstimated: false,
    charge: 0n,
    uncollected: 0n,
    upstreamCost: 0n,
    durationMs: Math.max(0, nowMs - mark.requestTimeMs),
    firstTokenMs: null,
    route: null,
    attempts: 0,
    ending: 'interrupted',
    errorCode: 'internal_error',
    error: 'the gateway stopped while this call was running',
  };
}

/**
 * Turns every call that an earlier process left open into a log row with charge 0, and removes its mark in the same
 * transaction. To be run once at the start, after the spill file was replayed and before the first request. Answers how
 * many there were.
 */
export async function recoverOpenCalls(
  engine: Engine,
  options: { readonly clock: Clock; readonly incarnation: string },
): Promise<number> {
  const { clock, incarnation } = options;
  const marks = compilerFor(engine.sql)
    .selectFrom('open_calls')
    .select('mark')
    .where('incarnation', '<>', incarnation)
    .orderBy('id')
    .limit(chunk);
  let recovered = 0;
  for (;;) {
    const rows = await readRows(engine, 'hot', marks);
    if (rows.length === 0) return recovered;
    const closed = rows.map((row) => interruptedRecord(JSON.parse(row.mark) as OpenMark, clock.nowMs()));
    await engine.commitGroup({ closed, notices: [], opened: [], strays: [] }, incarnation);
    recovered += rows.length;
  }
}
