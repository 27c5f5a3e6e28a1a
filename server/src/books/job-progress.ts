import { compilerFor } from '../storage/compiler.ts';
import type { Engine, Snapshot, UnitStatement } from '../storage/engine.ts';
import { wholeNumber } from '../storage/whole-number.ts';

/** The progress of the jobs that move rows. Each value is written in the same unit as the move. */
export type Progress =
  | 'usage_closed_before_ms'
  /** All usage of earlier hours is in the ledger, and no more will follow. */
  | 'usage_complete_before_ms'
  | 'calls_frozen_through_day'
  /** No credit can be dated earlier; `subjects/ledger/credit-statements.ts` enforces this. */
  | 'statements_freezing_before_ms'
  /** The statements of earlier months are frozen. */
  | 'statements_frozen_before_ms';

/** `null` before the job's first step. */
export async function readProgress(engine: Engine, name: Progress, snapshot?: Snapshot): Promise<bigint | null> {
  const query = compilerFor(engine.sql).selectFrom('settings').select('value').where('name', '=', name).compile();
  const [row] = await (snapshot === undefined ? engine.read('hot', query) : snapshot.read(query));
  return row === undefined ? null : wholeNumber(row.value);
}

export function progressStatement(engine: Engine, name: Progress, value: bigint): UnitStatement {
  const text = String(value);
  const insert = compilerFor(engine.sql).insertInto('settings').values({ name, value: text });
  return { query: insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text })).compile() };
}
