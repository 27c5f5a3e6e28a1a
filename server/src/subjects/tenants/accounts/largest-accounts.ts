import { callRetentionDays } from '@tollgate/contract/calls/retention';
import { momentIn } from '../../../domain/limits/calendar.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { KeptBytes } from './kept-bytes-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { requireOperator } from '../../../control/within-scope.ts';

const shown = 50;
const keptMs = 10 * 60_000;
const dayMs = 86_400_000;

export interface LargestAccounts {
  readonly countedAtMs: number;
  readonly accounts: readonly KeptBytes[];
}

/** Keyed by the stores of a process, so that all readers within ten minutes share one result. */
const counted = new WeakMap<ControlContext['stores'], { readonly atMs: number; readonly answer: Promise<LargestAccounts> }>();

async function count({ stores, calendar }: ControlContext, nowMs: number): Promise<LargestAccounts> {
  const { day } = momentIn(nowMs - callRetentionDays * dayMs, calendar.timeZone);
  return { countedAtMs: nowMs, accounts: await stores.keptBytes.largest(day, shown) };
}

/** The accounts that use the most storage, largest first. Counted at most every ten minutes. */
export async function listLargestAccounts(context: ControlContext, principal: Principal): Promise<LargestAccounts> {
  requireOperator(principal, 'list of accounts by size');
  const nowMs = context.clock.nowMs();
  const known = counted.get(context.stores);
  if (known !== undefined && Math.abs(nowMs - known.atMs) < keptMs) return known.answer;
  const answer = count(context, nowMs);
  counted.set(context.stores, { atMs: nowMs, answer });
  answer.catch(() => counted.delete(context.stores));
  return answer;
}
