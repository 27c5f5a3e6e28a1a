import assert from 'node:assert/strict';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import { charge } from './loaded-process.ts';
import type { LoadCall } from './mixed-load.ts';

/** Known data after the process was killed and started again. */
export interface AfterKill {
  /** Calls of each worker, in order; each worker has a separate key. */
  readonly calls: readonly (readonly LoadCall[])[];
  readonly keyIds: readonly string[];
  /** New log rows, oldest first. */
  readonly rows: readonly CallAnswer[];
  /** Rows that were read before the kill. */
  readonly committed: readonly CallAnswer[];
  /** Numbers of the calls that reached the upstream. */
  readonly upstreamSaw: ReadonlySet<number>;
  readonly killedMs: number;
}

export interface KillFigures {
  readonly calls: number;
  readonly inFlight: number;
  readonly charged: number;
  readonly interrupted: number;
  readonly deliveredUncharged: number;
  readonly withoutRow: number;
  readonly withoutRowSentUpstream: number;
  readonly oldestWithoutRowMs: number;
}

function checkRow(call: LoadCall, row: CallAnswer): void {
  const what = `call ${String(call.number)} (${call.kind}): row ${JSON.stringify(row)}`;
  if (call.id !== null) assert.equal(row.id, call.id, `the rows of a key are its calls in order: ${what}`);
  if (Number(row.charge_exact) !== 0) {
    assert.ok(call.delivered, `charged, but never delivered: ${what}`);
    assert.deepEqual([row.charge_exact, row.status, row.ending], [charge, 200, 'complete'], what);
  } else assert.notEqual(row.ending, 'complete', what);
  if (call.kind === 'refused' && row.ending !== 'interrupted') {
    assert.equal(row.ending, 'refused', what);
    if (call.status !== null) assert.equal(row.status, call.status, what);
  }
}

/**
 * Checks that every call except the latest of each key has exactly one row, and that every row belongs to a call. Nothing undelivered may
 * be charged, and no row that was readable before may be lost. Returns the figures that can vary.
 */
export function checkAfterKill({ calls, keyIds, rows, committed, upstreamSaw, killedMs }: AfterKill): KillFigures {
  const byKey = Map.groupBy(rows, (row) => row.key_id);
  const missing: LoadCall[] = [];
  let deliveredUncharged = 0;
  for (const [worker, own] of calls.entries()) {
    const ownRows = byKey.get(keyIds[worker] ?? '') ?? [];
    byKey.delete(keyIds[worker] ?? '');
    assert.ok(
      ownRows.length <= own.length,
      `${String(ownRows.length)} rows of ${String(own.length)} calls of worker ${String(worker)}`,
    );
    for (const [at, call] of own.entries()) {
      const row = ownRows[at];
      if (row === undefined) missing.push(call);
      else checkRow(call, row);
      if (call.delivered && Number(row?.charge_exact ?? 0) === 0) deliveredUncharged += 1;
    }
  }
  assert.equal(byKey.size, 0, 'no row of any other key');
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'one row per call');
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of committed) assert.deepEqual(byId.get(row.id), row, 'what could be read before the kill is kept');
  const sent = missing.filter(({ number }) => upstreamSaw.has(number));
  const reached = missing.filter((call) => call.id !== null || upstreamSaw.has(call.number));
  return {
    calls: calls.flat().length,
    inFlight: calls.flat().filter(({ isOver }) => !isOver).length,
    charged: rows.filter((row) => Number(row.charge_exact) > 0).length,
    interrupted: rows.filter(({ ending }) => ending === 'interrupted').length,
    deliveredUncharged,
    withoutRow: reached.length,
    withoutRowSentUpstream: sent.length,
    oldestWithoutRowMs: Math.max(0, ...reached.map(({ startedMs }) => Math.round(killedMs - startedMs))),
  };
}
